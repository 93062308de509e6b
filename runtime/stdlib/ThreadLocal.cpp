// threading.local: attributes that each thread has for itself. The instance's dict is the one of
// the thread that used it last; another thread puts its own there first.
#include "stdlib/ThreadLocal.h"

#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <algorithm>
#include <stddef.h>
#include <utility>
#include <vector>

namespace janus {
namespace {

struct OwnDict {
  uint64_t thread;
  jn_dict *dict;
};

struct Local {
  jn_object head;
  jn_dict *dict;       // counted; also in `owned`
  uint64_t thread;     // whose dict it is
  Value args, kwargs;  // for __init__ in further threads
  std::vector<OwnDict> *owned;
};

// Numbers of threads, which are not given twice.
uint64_t lastThread;
thread_local uint64_t thisThread;
std::vector<Local *> locals;  // all that there are

uint64_t threadNumber() {
  if (!thisThread)
    thisThread = ++lastThread;
  return thisThread;
}

Local *localOf(Value v) {
  return as<Local>(v);
}

void show(Local *local, jn_dict *dict, uint64_t thread) {
  jn_incref(jn_obj(dict));
  jn_dict *old = std::exchange(local->dict, dict);
  local->thread = thread;
  if (old)
    jn_decref(jn_obj(old));
}

// False with the exception of __init__.
bool enter(Local *local) {
  uint64_t thread = threadNumber();
  if (JN_LIKELY(local->thread == thread))
    return true;
  for (const OwnDict &each : *local->owned)
    if (each.thread == thread) {
      show(local, each.dict, thread);
      return true;
    }
  jn_dict *made = newDict();
  local->owned->push_back({thread, made});
  show(local, made, thread);
  Type *type = local->head.type;
  if (type->init == objectInit || !type->init)
    return true;
  Ref init(getattr(jn_obj(local), JN_NAME("__init__")));
  return !init.failed() && !Ref(jn_call_ex(init.get(), local->args, local->kwargs)).failed();
}

Value construct(Type *cls, const Value *args, size_t count, Value kwnames) {
  size_t keywords = kwnames.tag == JN_OBJECT ? static_cast<size_t>(as<jn_tuple>(kwnames)->size) : 0;
  if (count && (cls->init == objectInit || !cls->init))
    return raise(jn_exc_TypeError, "Initialization arguments are not supported");
  auto *local = reinterpret_cast<Local *>(allocate(cls, cls->instanceSize));
  Ref keep(jn_obj(local));
  jn_tuple *positional = newTuple(static_cast<int64_t>(count - keywords));
  for (size_t i = 0; i < count - keywords; ++i)
    positional->items[i] = jn_own(args[i]);
  local->args = jn_obj(positional);
  jn_dict *named = newDict();
  local->kwargs = jn_obj(named);
  for (size_t i = 0; i < keywords; ++i)
    dictSet(named, as<jn_tuple>(kwnames)->items[i], args[count - keywords + i]);
  local->owned = new std::vector<OwnDict>{{threadNumber(), newDict()}};
  show(local, local->owned->front().dict, threadNumber());
  locals.push_back(local);
  return keep.release();
}

Value getAttribute(Value self, Value name) {
  return enter(localOf(self)) ? genericGetattr(self, name) : jn_error();
}
int setAttribute(Value self, Value name, Value v) {
  return enter(localOf(self)) ? genericSetattr(self, name, v) : -1;
}

void traverse(Object *o, VisitFn visit, void *context) {
  auto *local = reinterpret_cast<Local *>(o);
  if (local->dict)
    visit(&local->dict->head, context);
  for (Value v : {local->args, local->kwargs})
    if (v.tag == JN_OBJECT)
      visit(v.o, context);
  if (local->owned)
    for (const OwnDict &each : *local->owned)
      visit(&each.dict->head, context);
}
void clear(Object *o) {
  auto *local = reinterpret_cast<Local *>(o);
  jn_assign(&local->args, jn_unbound());
  jn_assign(&local->kwargs, jn_unbound());
  if (local->owned)
    for (const OwnDict &each : std::exchange(*local->owned, {}))
      jn_decref(jn_obj(each.dict));
  local->thread = 0;
  if (jn_dict *dict = std::exchange(local->dict, nullptr))
    jn_decref(jn_obj(dict));
}
void dealloc(Object *o) {
  auto *local = reinterpret_cast<Local *>(o);
  std::erase(locals, local);
  clear(o);
  delete local->owned;
  freeObject(o);
}

Type localType = {.dictOffset = offsetof(Local, dict),
                  .name = "_local",
                  .instanceSize = sizeof(Local),
                  .dealloc = dealloc,
                  .traverse = traverse,
                  .clear = clear,
                  .getattr = getAttribute,
                  .setattr = setAttribute,
                  .construct = construct,
                  .typeFlags = kTypeBaseable};

}  // namespace

void dropThreadLocals() {
  if (!thisThread)
    return;
  // An object that ends here may make or end others.
  std::vector<jn_dict *> ended;
  for (Local *local : locals)
    std::erase_if(*local->owned, [&](const OwnDict &each) {
      bool isMine = each.thread == thisThread;
      if (isMine) {
        ended.push_back(each.dict);
        if (local->thread == thisThread) {
          local->thread = 0;
          ended.push_back(std::exchange(local->dict, newDict()));
        }
      }
      return isMine;
    });
  for (jn_dict *dict : ended)
    jn_decref(jn_obj(dict));
  thisThread = 0;
}

int addThreadLocal(jn_module *m) {
  localType.module = JN_NAME("_thread");
  return readyType(&localType) < 0 || addToModule(m, "_local", jn_own(jn_obj(&localType))) < 0 ? -1
                                                                                               : 0;
}

}  // namespace janus
