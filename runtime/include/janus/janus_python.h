/* How an interpreter that runs in this process already serves the bridge to Python
 * (docs/rationale/bridge.md). Between the Python package and libjanus of one version; no interface
 * for others. `held` below: the caller holds the runtime's lock (janus_lock). */
#ifndef JANUS_PYTHON_H
#define JANUS_PYTHON_H

#include "janus/janus.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What crosses without a frame. */
typedef enum janus_plain_kind {
  JANUS_PLAIN_NONE,
  JANUS_PLAIN_ELLIPSIS,
  JANUS_PLAIN_END, /* of an iterator */
  JANUS_PLAIN_BOOL,
  JANUS_PLAIN_INT,
  JANUS_PLAIN_FLOAT,
  JANUS_PLAIN_TEXT,   /* a result's lies in the frame */
  JANUS_PLAIN_CLASS,  /* a builtin one, by name; as an argument only */
  JANUS_PLAIN_HANDLE, /* an object of Python that has crossed */
  /* What they hold follows. */
  JANUS_PLAIN_TUPLE,
  JANUS_PLAIN_SLICE, /* three; as an argument only */
  JANUS_PLAIN_LIST   /* as an argument only, of what does not keep it */
} janus_plain_kind;
#define JANUS_MOST_PLAIN 256 /* of the arguments or the result, with what they hold */

typedef struct janus_plain {
  janus_plain_kind kind;
  unsigned char cls; /* of a float or text: 0, or 1 and the place of a class of packages */
  union {
    union {
      int64_t integer;
      double real;
    } number;
    struct {
      const char *data;
      size_t size;
    } text;
    size_t size; /* of a tuple, slice or list */
    struct {
      uint32_t number;
      uint8_t flags;
      union {
        void **here;  /* of an argument: where its address may be kept */
        void *object; /* of a result: its address */
      };
    } handle;
  };
} janus_plain;

typedef struct janus_message janus_message; /* of libjanus */

typedef enum janus_plain_status {
  JANUS_PLAIN_NOT_ASKED,
  JANUS_PLAIN_RESULT,
  JANUS_PLAIN_FRAME,
  JANUS_PLAIN_FAILED
} janus_plain_status;

/* What the package does. All held; Python's lock is not, and each takes it. */
typedef struct janus_interpreter {
  /* Runs the server script, once: 0. */
  int (*start)(const char *script, size_t size);
  /* Python's answer to a request, which `frame` becomes: 0. */
  int (*ask)(const char *request, size_t size, janus_message *frame);
  /* An operation by its number in the tables of the bridge. `count` is that of the arguments;
   * `result` has room for JANUS_MOST_PLAIN. */
  janus_plain_status (*ask_plain)(unsigned operation, const janus_plain *args, size_t count,
                                  janus_plain *result, janus_message *frame);
  /* The same with numbers, in the middle of a crossing: no code of packages runs. 0. */
  int (*tell)(unsigned operation, const int64_t *numbers, size_t count);
} janus_interpreter;

/* What libjanus does for it. */
typedef struct janus_bridge {
  void (*fill)(janus_message *frame, unsigned kind, const char *data, size_t size);
  /* Lets other threads in, held; what it answers goes to take_control(), which answers 0 when
   * another thread has the lock and `wait` is 0. */
  void *(*give_control)(void);
  int (*take_control)(void *given, int wait);
  /* Around what the server script does of its own accord, held: nothing may be asked of it then. */
  void (*begin_turn)(void);
  void (*end_turn)(void);
  /* Does a request of Python, held. The answer goes to `take`: 0. */
  int (*serve)(const char *request, size_t size,
               void (*take)(void *context, unsigned kind, const char *data, size_t size),
               void *context);
  /* A value that keeps the memory of a storage, by its number, held. */
  janus_status (*keep_memory)(uint32_t number, janus_value *out);
  /* The number of the object of Python that a value stands for, or of which it is the twin; 0:
   * none. Held. */
  uint32_t (*number_of)(janus_value v);
  /* The number by which Python knows an object of ours, held: 0. */
  int (*export_object)(janus_value v, uint32_t *number);
  /* What an answer of Python brings, held. JANUS_RAISED: an exception, which stays pending for the
   * program that has called the host. */
  janus_status (*take)(unsigned kind, const char *data, size_t size, janus_value *out);
  /* Why the interpreter is about to answer that it has failed, held. */
  void (*failed)(const char *why);
  /* Begins the session, if there is none; 0 when Python is the interpreter here. Held. */
  int (*start)(void);
  /* Of a leaf, or what may be one, held: what the host has for it. When the leaf ends, it goes to
   * `release`, with the leaf's gradient if the leaf had changed; else `gradient` is null. */
  janus_status (*link_leaf)(janus_value leaf, void *context,
                            void (*release)(void *context, const janus_value *gradient));
  void *(*linked_leaf)(janus_value leaf); /* null: nothing */
  /* A reference to a leaf that is linked, by the `bits` of its handles, held. */
  janus_value (*hold_leaf)(uint64_t bits);
  /* One after the other those that have another gradient, memory or `requires_grad` than when they
   * were asked for last, owned; 0 when there is none left. */
  int (*take_changed_leaf)(janus_value *out);
} janus_bridge;

/* From now on Python is the interpreter behind `python`, unless JANUS_PYTHON names another. */
JANUS_FUNCTION const janus_bridge *janus_use_python(const janus_interpreter *python);

/* Python's lock, which comes behind the runtime's. `release` answers null in a thread that does not
 * hold it; else what `acquire` takes, in the same thread. */
JANUS_FUNCTION void janus_use_host_lock(void *(*release)(void), void (*acquire)(void *released));

/* Python's handlers of signals. `run` is called as compiled code polls, held, in whichever thread
 * runs it: it runs those that are due there. JANUS_RAISED: what one has raised is pending, or the
 * thread's last error. */
JANUS_FUNCTION void janus_use_signal_handlers(janus_status (*run)(void));
/* From any thread, not held: the next poll calls it. */
JANUS_FUNCTION void janus_poll_soon(void);

#ifdef __cplusplus
}
#endif

#endif
