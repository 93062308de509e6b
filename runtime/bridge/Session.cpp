#include "bridge/Session.h"

#include "bridge/Codec.h"
#include "bridge/Exceptions.h"
#include "bridge/Frames.h"
#include "bridge/Proxies.h"
#include "value/Builtins.h"
#include "value/Modules.h"
#include "value/Process.h"
#include "value/Raise.h"

#include <unistd.h>

namespace janus::bridge {
namespace {

// Of the process: what is left at its end is not torn down, because the objects are gone by then.
struct Current {
  Session *session = nullptr;
  uint32_t count = 0;
  ~Current() {
    if (session)
      session->leave();
  }
};
Current current;

// The folder of the program, which python3 would look for modules in first.
std::string programFolder() {
  Value main = dictGet(modulesDict(), JN_NAME("__main__"));
  Value file = main.tag == JN_OBJECT ? dictGetStr(as<jn_module>(main)->dict, JN_NAME("__file__"))
                                     : jn_unbound();
  std::string path(file.tag == JN_OBJECT && isStr(file) ? utf8Of(file) : "");
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

// Handles of a session that is over must not be found by `import`.
void forgetModules() {
  std::vector<Value> names;
  int64_t position = 0;
  Value name, module;
  while (dictNext(modulesDict(), &position, &name, &module))
    if (isForeign(module))
      names.push_back(jn_own(name));
  for (Value n : names) {
    dictDelete(modulesDict(), n);
    jn_decref(n);
  }
}

}  // namespace

Session::Session(std::unique_ptr<Transport> transport, uint32_t number)
    : number_(number), transport_(std::move(transport)) {}

void Session::leave() {
  transport_.reset();
}

Session *Session::running() {
  return current.session && current.session->why_.empty() ? current.session : nullptr;
}

Session *Session::get() {
  if (pythonIsForbidden) {
    raise(jn_exc_RuntimeError, "this would run in Python, which `--strict` has ruled out");
    return nullptr;
  }
  if (Session *s = running())
    return s;
  if (current.session) {
    if (current.session->depth_) {
      current.session->fail();
      return nullptr;
    }
    delete current.session;
    current.session = nullptr;
  }
  if (initForeignTypes() < 0)
    return nullptr;
  flushStdout();
  std::string why;
  std::unique_ptr<Transport> transport = startPythonProcess(&why);
  if (!transport) {
    raise(jn_exc_RuntimeError, "%s", why.c_str());
    return nullptr;
  }
  current.session = new Session(std::move(transport), ++current.count);
  Ref arguments(programArguments()), folder(makeStr(programFolder()));
  Ref done(current.session->ask(ToPython::Start, {arguments.get(), folder.get()}));
  return done.failed() ? nullptr : current.session;
}

// ---------------------------------------------------------------- objects

Value Session::foreignObject(uint32_t id, uint8_t flags) {
  dropped_.erase(id);
  if (auto it = foreign_.find(id); it != foreign_.end())
    return jn_own(jn_obj(it->second));
  auto *o = allocate<ForeignObject>(&foreignTypes[flags]);
  o->session = number_;
  o->id = id;
  foreign_[id] = o;
  return jn_obj(o);
}

void Session::forget(ForeignObject *o) {
  if (crossingCounts)
    crossingCounts->forget(o);
  if (o->session != number_ || !why_.empty())
    return;
  foreign_.erase(o->id);
  dropped_.insert(o->id);
}

uint32_t Session::exportObject(Encoder &e, Value v, bool *known) {
  auto [it, isNew] = exportNumbers_.try_emplace(v.o, lastExport_ + 1);
  *known = !isNew;
  if (isNew) {
    ++lastExport_;
    exports_[lastExport_] = jn_own(v);
    e.newExports.push_back(lastExport_);
  }
  return it->second;
}

Value Session::exported(uint32_t id) const {
  auto it = exports_.find(id);
  return it == exports_.end() ? jn_unbound() : it->second;
}

void Session::dropExport(uint32_t id) {
  auto it = exports_.find(id);
  if (it == exports_.end())
    return;
  Value v = it->second;
  if (isTensor(v))
    tensors.forget(asTensor(v));
  exportNumbers_.erase(v.o);
  exports_.erase(it);
  jn_decref(v);
}

// ---------------------------------------------------------------- what changed

// A section of zeros says nothing, and is left out: most frames have none.
bool Session::writeChanges(Encoder &e) {
  uint8_t earlier = unsentSections_;
  e.byte(static_cast<uint8_t>(earlier + 1));
  e.out += unsent_;
  size_t begin = e.out.size();
  e.descriptors = std::move(unsentDescriptors_);
  unsent_.clear();
  unsentSections_ = 0;
  unsentDescriptors_.clear();
  e.size(dropped_.size());
  for (uint32_t id : dropped_)
    e.number(id);
  dropped_.clear();
  randomStates.writeChanges(e);
  if (!tensors.writeChanges(e) || !mirrors.writeChanges(e))
    return false;
  if (e.out.find_first_not_of('\0', begin) == std::string::npos) {
    e.out.resize(begin);
    e.out[0] = static_cast<char>(earlier);
  }
  // From here on the receiver knows of them, whatever becomes of the request behind.
  e.newExports.clear();
  e.newMirrors.clear();
  e.changesEnd = e.out.size();
  e.changesDescriptors = e.descriptors.size();
  return true;
}

void Session::keepChanges(Encoder &e) {
  e.undo();
  unsentSections_ = static_cast<uint8_t>(e.out[0]);
  unsent_ = e.out.substr(1, e.changesEnd - 1);
  unsentDescriptors_.assign(e.descriptors.begin(),
                            e.descriptors.begin() + static_cast<int64_t>(e.changesDescriptors));
}

bool Session::readChanges(Decoder &d) {
  uint8_t sections = d.byte();
  if (sections == 0)
    return !d.isBroken();
  if (sections != 1)  // Python sends every frame that it begins
    return false;
  size_t count = d.size(4);
  std::vector<uint32_t> dropped(count);
  for (uint32_t &id : dropped)
    id = d.number<uint32_t>();
  if (!randomStates.readChanges(d) || !tensors.readChanges(d) || !mirrors.readChanges(d))
    return false;
  // Last, because finalisers may run.
  for (uint32_t id : dropped)
    dropExport(id);
  return !d.isBroken();
}

// ---------------------------------------------------------------- requests

Value Session::fail() {
  return raise(jn_exc_RuntimeError, "%s", why_.c_str());
}

Value Session::failGarbage() {
  why_ = "the Python process wrote what is not the bridge's protocol and was ended";
  end();
  return fail();
}

void Session::end() {
  transport_.reset();
  forgetModules();
  foreign_.clear();
  dropped_.clear();
  mirrors.clear();
  tensors.clear();
  std::vector<Value> held;
  for (auto &[id, v] : exports_)
    held.push_back(v);
  exports_.clear();
  exportNumbers_.clear();
  for (Value v : held)
    jn_decref(v);
}

bool Session::send(FrameKind kind, const Encoder &e) {
  Frame frame;
  frame.kind = kind;
  frame.payload = e.out;
  frame.descriptors = e.descriptors;
  flushStdout();
  bool sent = transport_ && transport_->send(frame);
  tensors.sent(e.newSegments);
  if (sent)
    return true;
  if (why_.empty()) {
    why_ = transport_ ? transport_->failure() : "the Python process has ended";
    end();
  }
  return false;
}

Value Session::ask(ToPython operation, const Value *args, size_t count) {
  if (JN_LIKELY(!crossingCounts))
    return exchange(operation, args, count);
  CrossingCounts::Scope counted(*crossingCounts, operation, args);
  Value result = exchange(operation, args, count);
  counted.gave(result);
  return result;
}

Value Session::exchange(ToPython operation, const Value *args, size_t count) {
  if (!why_.empty())
    return fail();
  if (!enterNative(""))
    return jn_error();
  ++depth_;
  Encoder e(*this);
  Value result = jn_error();
  // A failure among the changes leaves the other side without what this one believes it has.
  if (!writeChanges(e)) {
    Ref error(takeError());
    failGarbage();
    clearError();
    setError(error.release());
  } else {
    e.byte(static_cast<uint8_t>(operation));
    if (e.values(args, count) && mirrors.writeDropped(e))
      result = converse(e);
    else
      keepChanges(e);
  }
  --depth_;
  jn_leave();
  return result;
}

Value Session::converse(const Encoder &first) {
  if (!send(FrameKind::Request, first))
    return fail();
  for (;;) {
    Frame frame;
    if (!transport_->receive(&frame)) {
      why_ = transport_->failure();
      end();
      return fail();
    }
    Decoder d(*this, frame.payload, &frame.descriptors);
    Ref value, frames;
    bool ok = readChanges(d);
    if (ok && frame.kind == FrameKind::Request) {
      ok = serve(d);
      if (!why_.empty())
        return hasError() ? jn_error() : fail();
    } else if (ok && (frame.kind == FrameKind::Result || frame.kind == FrameKind::Error)) {
      value = Ref(d.value());
      if (frame.kind == FrameKind::Error)
        frames = Ref(d.valueOf(jn_type_tuple));
      ok = !d.isBroken() && mirrors.readDropped(d) && d.atEnd();
    } else {
      ok = false;
    }
    for (int fd : frame.descriptors)
      close(fd);
    if (!ok)
      return failGarbage();
    if (frame.kind == FrameKind::Request)
      continue;
    if (d.takeFailure())
      return jn_error();
    if (frame.kind == FrameKind::Result)
      return value.release();
    if (!isException(value.get()) || !addFrames(value.as<ExceptionObject>(), frames.as<jn_tuple>()))
      return failGarbage();
    setRaised(value.as<ExceptionObject>());
    value.release();
    return jn_error();
  }
}

// False: the bytes are no request.
bool Session::serve(Decoder &d) {
  uint8_t operation = d.byte();
  size_t count = d.size();
  std::vector<Value> args;
  for (size_t i = 0; i < count && !d.isBroken(); ++i)
    if (Value v = d.value(); !d.isBroken())
      args.push_back(v);
  bool ok = !d.isBroken() && operation < static_cast<uint8_t>(ToNative::Count) &&
            mirrors.readDropped(d) && d.atEnd();
  Value result = jn_error();
  if (ok && !d.takeFailure()) {
    if (enterNative("")) {
      result = serveRequest(*this, static_cast<ToNative>(operation), args.data(), count);
      jn_leave();
    }
  }
  for (Value v : args)
    jn_decref(v);
  if (ok && why_.empty())
    answer(result);
  else
    jn_decref(result);
  return ok;
}

bool Session::writeResult(Encoder &e, Ref *result) {
  if (!writeChanges(e))
    return false;
  if (!e.value(result->get()))
    return false;
  *result = Ref();
  return mirrors.writeDropped(e);
}

// Takes the result over; JN_ERROR: the pending exception is the answer.
bool Session::answer(Value owned) {
  Ref result(owned);
  if (!result.failed()) {
    Encoder e(*this);
    if (writeResult(e, &result))
      return send(FrameKind::Result, e);
    keepChanges(e);
  }
  Ref error(takeError());
  Encoder e(*this);
  if (writeResult(e, &error))
    return send(FrameKind::Error, e);
  return false;
}

}  // namespace janus::bridge
