// The interpreter that this process has already: the Python package (python/native) brings it. A
// frame is the argument of a call, on the stack of the thread that asks; the runtime's lock is
// given away while Python is at work on it.
#include "autograd/HostLeaves.h"
#include "bridge/Busy.h"
#include "bridge/Codec.h"
#include "bridge/Memory.h"
#include "bridge/Server.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Raise.h"
#include "value/object/HostHandles.h"

#include <csignal>
#include <cstdlib>
#include <utility>

struct janus_message {
  janus::bridge::Frame frame;
};

namespace janus::bridge {
namespace {

const janus_interpreter *hostPython;
std::string
    scriptFailure;  // of the server script, when a call of the interpreter answers that it failed

bool isOtherNamed() {
  if (isEmbedded())
    return false;
  const char *other = getenv("JANUS_PYTHON");
  return other && *other;
}

class HostPython final : public Transport {
public:
  std::unique_ptr<Memory> makeMemory() const override { return makeMemoryHere(); }
  bool takesPlain() const override { return true; }

  // The answer is there when the call ends.
  bool send(const Frame &frame) override {
    janus_message answer;
    if (hostPython->ask(frame.payload.data(), frame.payload.size(), &answer) != 0)
      return failed();
    answers_.push_back(std::move(answer.frame));
    return true;
  }
  bool receive(Frame *frame) override {
    *frame = std::move(answers_.back());
    answers_.pop_back();
    return true;
  }

  Plain askPlain(uint8_t operation, const janus_plain *args, size_t count, janus_plain *result,
                 Frame *frame) override {
    janus_message answer;
    switch (hostPython->ask_plain(operation, args, count, result, &answer)) {
    case JANUS_PLAIN_NOT_ASKED: return Plain::NotAsked;
    case JANUS_PLAIN_RESULT: *frame = std::move(answer.frame); return Plain::Result;
    case JANUS_PLAIN_FRAME: *frame = std::move(answer.frame); return Plain::Frame;
    case JANUS_PLAIN_FAILED: break;
    }
    failed();
    return Plain::Failed;
  }

  bool tell(uint8_t operation, const std::vector<int64_t> &numbers) override {
    return hostPython->tell(operation, numbers.data(), numbers.size()) == 0 || failed();
  }

private:
  bool failed() {
    std::string why = std::exchange(scriptFailure, {});
    return fail(why.empty() ? "the Python interpreter of this process has ended, or was "
                              "interrupted as values crossed"
                            : "the bridge failed in the Python of this process: " + why);
  }
  std::vector<Frame> answers_;  // until receive(), which follows under the same lock
};

// ---------------------------------------------------------------- what the package asks for

void fill(janus_message *frame, unsigned kind, const char *data, size_t size) {
  frame->frame = {static_cast<FrameKind>(kind), std::string(data, size), {}};
}

volatile sig_atomic_t packagesAtWork;  // in the main thread
void count(int change) {
  if (isMainThread())
    packagesAtWork = packagesAtWork + change;
}

struct GivenControl {
  GivenControl() { count(1); }
  ~GivenControl() { count(-1); }
  GivenControl(const GivenControl &) = delete;
  GivenControl &operator=(const GivenControl &) = delete;
  Idle idle;
  LockRelease lock{LockRelease::Host::Keep};  // code of packages runs with Python's
};
void *giveControl() {
  return new GivenControl;
}
int takeControl(void *given, int wait) {
  auto *control = static_cast<GivenControl *>(given);
  if (!control->lock.end(wait != 0))
    return 0;
  delete control;
  return 1;
}

// Of the scopes of the server script, which nest with those here.
std::vector<std::unique_ptr<Busy>> &turns() {
  static thread_local std::vector<std::unique_ptr<Busy>> scopes;
  return scopes;
}
void beginTurn() {
  turns().push_back(std::make_unique<Busy>());
}
void endTurn() {
  std::unique_ptr<Busy> last = std::move(turns().back());
  turns().pop_back();
}

int serve(const char *request, size_t size,
          void (*take)(void *context, unsigned kind, const char *data, size_t size),
          void *context) {
  Session *s = Session::running();
  Frame frame = {FrameKind::Request, std::string(request, size), {}};
  sig_atomic_t around = packagesAtWork;
  if (isMainThread())
    packagesAtWork = 0;
  bool isServed = s && s->serve(&frame);
  if (isMainThread())
    packagesAtWork = around;
  if (!isServed) {
    clearError();
    return -1;
  }
  take(context, static_cast<unsigned>(frame.kind), frame.payload.data(), frame.payload.size());
  return 0;
}

janus_status keepMemory(uint32_t number, janus_value *out) {
  Session *s = Session::running();
  Storage *storage = s ? s->tensors.storages.keep(number) : nullptr;
  if (!storage)
    return JANUS_MISUSE;
  int64_t size = static_cast<int64_t>(storage->bytes), stride = 1;
  *out = handOut(makeOver(storage, 0, {&size, 1}, {&stride, 1}, DType::U8).releaseValue());
  return JANUS_OK;
}

uint32_t numberOf(janus_value given) {
  Session *s = Session::running();
  Value v = namedBy(given);
  if (!s || v.tag != JN_OBJECT)
    return 0;
  if (auto it = s->foreignClasses.find(as<Type>(v)); it != s->foreignClasses.end())
    return it->second;
  ForeignObject *o = isForeign(v)     ? as<ForeignObject>(v)
                     : isException(v) ? twinIn(as<ExceptionObject>(v)->dict)
                                      : nullptr;
  return o && o->session == s->number() ? o->id : 0;
}

janus_status take(unsigned kind, const char *data, size_t size, janus_value *out) {
  Session *s = Session::get();
  Frame frame = {static_cast<FrameKind>(kind), std::string(data, size), {}};
  Value v = s ? s->take(&frame) : jn_error();
  if (v.tag == JN_ERROR)
    return JANUS_RAISED;
  *out = handOut(v);
  return JANUS_OK;
}

int exportObject(janus_value v, uint32_t *number) {
  Session *s = Session::running();
  if (!s || !s->isHere())
    return -1;
  Encoder e(*s);
  bool known;
  *number = s->exportObject(e, namedBy(v), World::Packages, &known);
  return 0;
}

void setFailure(const char *why) {
  scriptFailure = why;
}

int start() {
  Session *s = isOtherNamed() ? nullptr : Session::get();
  if (s && s->isHere())
    return 0;
  clearError();
  return -1;
}

TensorObject *tensorIn(janus_value v) {
  return isTensor(namedBy(v)) ? asTensor(namedBy(v)) : nullptr;
}
struct LinkedLeaf {
  void *context;
  void (*release)(void *context, const janus_value *gradient);
};
janus_status linkLeaf(janus_value leaf, void *context,
                      void (*release)(void *context, const janus_value *gradient)) {
  TensorObject *t = tensorIn(leaf);
  if (!t)
    return JANUS_MISUSE;
  linkHost(t, new LinkedLeaf{context, release}, [](void *linked, bool isChanged, TensorObject *g) {
    std::unique_ptr<LinkedLeaf> link(static_cast<LinkedLeaf *>(linked));
    Value gradient = g ? jn_obj(g) : jn_none();
    LentHandles lent(&gradient, 1);
    link->release(link->context, isChanged ? lent.data() : nullptr);
  });
  return JANUS_OK;
}
void *linkedLeaf(janus_value leaf) {
  TensorObject *t = tensorIn(leaf);
  void *linked = t ? hostOf(t) : nullptr;
  return linked ? static_cast<LinkedLeaf *>(linked)->context : nullptr;
}
janus_value holdLeaf(uint64_t identity) {
  return handOut(jn_own(jn_obj(reinterpret_cast<Object *>(identity))));
}
int takeChanged(janus_value *out) {
  TensorObject *t = takeChangedLeaf();
  if (t)
    *out = handOut(jn_obj(t));
  return t != nullptr;
}

const janus_bridge bridge = {.fill = fill,
                             .give_control = giveControl,
                             .take_control = takeControl,
                             .begin_turn = beginTurn,
                             .end_turn = endTurn,
                             .serve = serve,
                             .keep_memory = keepMemory,
                             .number_of = numberOf,
                             .export_object = exportObject,
                             .take = take,
                             .failed = setFailure,
                             .start = start,
                             .link_leaf = linkLeaf,
                             .linked_leaf = linkedLeaf,
                             .hold_leaf = holdLeaf,
                             .take_changed_leaf = takeChanged};

}  // namespace

bool isPackageAtWork() {
  return packagesAtWork != 0;
}

std::unique_ptr<Transport> useHostPython(std::string *why) {
  if (!hostPython || isOtherNamed())
    return nullptr;
  std::string script = serverScript(ServerSide::Host);
  if (hostPython->start(script.data(), script.size()) == 0)
    return std::make_unique<HostPython>();
  *why = "the Python interpreter of this process does not run the bridge";
  return nullptr;
}

}  // namespace janus::bridge

const janus_bridge *janus_use_python(const janus_interpreter *python) {
  janus::bridge::hostPython = python;
  return &janus::bridge::bridge;
}
