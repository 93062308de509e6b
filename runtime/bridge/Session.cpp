#include "bridge/Session.h"

#include "bridge/Busy.h"
#include "bridge/Codec.h"
#include "bridge/Exceptions.h"
#include "bridge/Frames.h"
#include "bridge/Memory.h"
#include "bridge/PackageValues.h"
#include "bridge/Proxies.h"
#include "value/builtin/Builtins.h"
#include "value/call/Modules.h"
#include "value/call/Process.h"
#include "value/container/Sequence.h"
#include "value/error/Raise.h"
#include "value/number/Number.h"

#include <cstring>
#include <utility>

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

// Of what we ask: source of the program is made, or is asked something.
World worldOfRequest(ToPython operation, const Value *args, size_t count) {
  bool isSource = operation == ToPython::MakeFunction || operation == ToPython::MakeRegion;
  return isSource || (count != 0 && isProgramSource(args[0])) ? World::Program : World::Packages;
}
// Of what we are asked: the world of the object that it is asked of.
World worldOfRequest(uint8_t operation, const Decoder &d) {
  bool isSource = operation == static_cast<uint8_t>(ToNative::Import) ||
                  operation == static_cast<uint8_t>(ToNative::Builtin);
  return isSource ? World::Program : d.worldOfNext();
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

Session::Session(std::shared_ptr<Transport> transport, uint32_t number)
    : tensors(transport->makeMemory()), number_(number), transport_(std::move(transport)) {}

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
    if (current.session->conversation_.isUnderWay() ||
        std::exchange(current.session->isEndUntold_, false)) {
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
  embedPython();
  std::unique_ptr<Transport> transport = useHostPython(&why);
  if (!transport && why.empty())
    transport = startPythonProcess(&why);
  if (!transport) {
    raise(jn_exc_RuntimeError, "%s", why.c_str());
    return nullptr;
  }
  current.session = new Session(std::move(transport), ++current.count);
  hostGoesOnHook = [] {
    if (Session *s = running())
      s->tellHost();
  };
  Ref arguments(programArguments()), folder(makeStr(programFolder()));
  Ref done(current.session->ask(ToPython::Start, {arguments.get(), folder.get()}));
  if (done.failed())
    return nullptr;
  tellEarlyVariables();
  return current.session;
}

// ---------------------------------------------------------------- objects

Value Session::foreignObject(uint32_t id, uint8_t flags) {
  dropped_.erase(id);
  if (auto it = foreign_.find(id); it != foreign_.end())
    return jn_own(jn_obj(it->second));
  auto *o = allocate<ForeignObject>(&foreignTypes[flags & (kForeignTypes - 1)]);
  o->isQuiet = (flags & kForeignQuiet) != 0;
  o->isArray = (flags & kForeignArray) != 0;
  o->isModule = (flags & kForeignModule) != 0;
  o->session = number_;
  o->id = id;
  foreign_[id] = o;
  return jn_obj(o);
}

uint32_t Session::exportObject(Encoder &e, Value v, World world, bool *known) {
  uint32_t next = (lastExport_ + 1) | (world == World::Program ? kProgramNumber : 0);
  auto [it, isNew] = exportNumbers_[static_cast<size_t>(world)].try_emplace(v.o, next);
  *known = !isNew;
  if (isNew) {
    ++lastExport_;
    exports_[next] = jn_own(v);
    e.newExports.push_back(next);
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
  if (isTensor(v) && worldOf(id) == World::Packages)
    tensors.forget(asTensor(v));
  exportNumbers_[static_cast<size_t>(worldOf(id))].erase(v.o);
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
  e.descriptors = std::exchange(unsentDescriptors_, {});
  e.newSegments = std::exchange(unsentSegments_, {});
  unsent_.clear();
  unsentSections_ = 0;
  writeReleased(e);
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
  e.changesSegments = e.newSegments.size();
  return true;
}

void Session::keepChanges(Encoder &e) {
  e.undo();
  unsentSections_ = static_cast<uint8_t>(e.out[0]);
  unsent_ = e.out.substr(1, e.changesEnd - 1);
  unsentDescriptors_.assign(e.descriptors.begin(),
                            e.descriptors.begin() + static_cast<int64_t>(e.changesDescriptors));
  unsentSegments_.assign(e.newSegments.begin(),
                         e.newSegments.begin() + static_cast<int64_t>(e.changesSegments));
}

bool Session::readChanges(Decoder &d) {
  uint8_t sections = d.byte();
  if (sections == 0)
    return !d.isBroken();
  if (sections != 1)  // Python sends every frame that it begins
    return false;
  std::vector<uint32_t> released(d.size(4));
  for (uint32_t &id : released)
    id = d.number<uint32_t>();
  if (!randomStates.readChanges(d) || !tensors.readChanges(d) || !mirrors.readChanges(d))
    return false;
  // Last, because finalisers may run.
  for (uint32_t id : released)
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
  noticed_.clear();
  mirrors.clear();
  tensors.clear();
  std::vector<Value> held;
  moduleAttributes.clear();
  for (Value &v : packageTruths)
    held.push_back(std::exchange(v, jn_unbound()));
  for (auto &[id, v] : exports_)
    held.push_back(v);
  for (auto &[id, type] : classesById)
    held.push_back(jn_obj(type));
  exports_.clear();
  foreignClasses.clear();
  classesById.clear();
  for (auto &numbers : exportNumbers_)
    numbers.clear();
  for (Value v : held)
    jn_decref(v);
}

Frame Session::makeFrame(FrameKind kind, Encoder &e) {
  flushStdout();
  tensors.storages.sent(e.newSegments);
  return {kind, std::move(e.out), std::move(e.descriptors)};
}

bool Session::send(Frame frame) {
  std::shared_ptr<Transport> transport = transport_;
  bool isSent = transport && transport->send(frame);
  frame.close();
  if (isSent)
    return true;
  if (why_.empty()) {
    why_ = transport ? transport->failure() : "the Python process has ended";
    end();
  }
  return false;
}

Value Session::ask(ToPython operation, const Value *args, size_t count) {
  Value result = jn_unbound();
  if (JN_LIKELY(!crossingCounts)) {
    result = exchange(operation, args, count);
  } else {
    CrossingCounts::Scope counted(*crossingCounts, operation, args);
    result = exchange(operation, args, count);
    counted.gave(result);
  }
  // Its end is told the sooner, the more memory it has.
  if (isForeign(result) && as<ForeignObject>(result)->isArray && isHere())
    arrayElements.learn();
  return result;
}

Value Session::exchange(ToPython operation, const Value *args, size_t count) {
  if (!why_.empty())
    return fail();
  if (!enterNative(""))
    return jn_error();
  if (operation != ToPython::RandomPlace && isHere() && randomStates.wantsPlace())
    randomStates.setPlace(Ref(exchange(ToPython::RandomPlace, nullptr, 0)).get());
  Busy busy;
  conversation_.begin();
  World world = worldOfRequest(operation, args, count);
  Value result;
  if (world == World::Program || !transport_->takesPlain() ||
      !exchangePlain(operation, args, count, &result))
    result = exchangeFrames(operation, args, count, world);
  conversation_.end();
  jn_leave();
  if (world == World::Program && operation == ToPython::Call && !conversation_.isUnderWay())
    settle();
  return result;
}

Value Session::exchangeFrames(ToPython operation, const Value *args, size_t count, World world) {
  Encoder e(*this);
  e.world = world;
  // A failure among the changes leaves the other side without what this one believes it has.
  if (!writeChanges(e)) {
    Ref error(takeError());
    failGarbage();
    clearError();
    setError(error.release());
    return jn_error();
  }
  e.byte(static_cast<uint8_t>(operation));
  if (e.values(args, count) && mirrors.writeDropped(e)) {
    writeReleased(e);
    return converse(e);
  }
  keepChanges(e);
  return jn_error();
}

// What source of the program has let go of dies now, as it would in one process: graphs of
// gradients hang on it, and perhaps nobody asks Python anything again.
void Session::settle() {
  if (!why_.empty())
    return;
  Ref error(hasError() ? takeError() : jn_none());
  jn_decref(exchange(ToPython::Settle, nullptr, 0));
  clearError();
  if (error.get().tag == JN_OBJECT)
    setError(error.release());
}

Value Session::converse(Encoder &first) {
  if (!send(makeFrame(FrameKind::Request, first)))
    return fail();
  for (;;) {
    Frame frame;
    if (!why_.empty())
      return fail();
    if (!transport_->receive(&frame)) {
      why_ = transport_->failure();
      end();
      return fail();
    }
    if (frame.kind != FrameKind::Request)
      return take(&frame, first.world);
    if (!serve(&frame))
      return hasError() ? jn_error() : fail();
    if (!send(std::move(frame)))
      return fail();
  }
}

Value Session::take(Frame *frame, World world) {
  Busy busy;
  Decoder d(*this, frame->payload, &frame->descriptors);
  d.world = world;
  Ref value, frames;
  bool isError = frame->kind == FrameKind::Error;
  bool ok = (isError || frame->kind == FrameKind::Result) && readChanges(d);
  if (ok) {
    value = Ref(d.value());
    if (isError)
      frames = Ref(d.valueOf(jn_type_tuple));
    ok = !d.isBroken() && mirrors.readDropped(d) && readReleased(d) && d.atEnd();
  }
  frame->close();
  if (!ok)
    return failGarbage();
  mirrors.fill(d);
  if (d.takeFailure())
    return jn_error();
  if (!isError)
    return value.release();
  if (!isException(value.get()))
    return failGarbage();
  auto *x = value.as<ExceptionObject>();
  if (twinIn(x->dict) && x->traceback)  // Python says where its own has been, from the start
    jn_decref(jn_obj(std::exchange(x->traceback, nullptr)));
  if (!addFrames(x, frames.as<jn_tuple>()))
    return failGarbage();
  setRaised(value.as<ExceptionObject>());
  value.release();
  return jn_error();
}

// ---------------------------------------------------------------- plain values

bool Session::hasChanges() const {
  return unsentSections_ != 0 || !mirrors.isEmpty() || randomStates.hasChanges() ||
         tensors.hasChanges();
}

namespace {

// Writes values as plain ones; every function answers false for what crosses in another way.
class PlainWriter {
public:
  PlainWriter(ToPython operation, uint32_t session)
      : mayHaveLists_(operation == ToPython::Call || operation == ToPython::CallMethod),
        session_(session) {}

  const janus_plain *nodes() const { return nodes_; }
  bool arguments(const Value *args, size_t count) {
    for (size_t i = 0; i < count; ++i)
      if (!(isExact(args[i], &jn_type_list) ? list(as<jn_list>(args[i])) : value(args[i])))
        return false;
    return true;
  }

private:
  bool value(Value v) {
    janus_plain *out = next();
    if (!out)
      return false;
    switch (v.tag) {
    case JN_NONE: out->kind = JANUS_PLAIN_NONE; return true;
    case JN_ELLIPSIS: out->kind = JANUS_PLAIN_ELLIPSIS; return true;
    case JN_DONE: out->kind = JANUS_PLAIN_END; return true;
    case JN_BOOL: out->kind = JANUS_PLAIN_BOOL; break;
    case JN_INT: out->kind = JANUS_PLAIN_INT; break;
    case JN_FLOAT:
      out->kind = JANUS_PLAIN_FLOAT;
      out->number.real = v.f;
      return true;
    default: return v.tag == JN_OBJECT && object(v, out);
    }
    out->number.integer = v.i;
    return true;
  }

  bool object(Value v, janus_plain *out) {
    if (isExact(v, &jn_type_str)) {
      out->kind = JANUS_PLAIN_TEXT;
      out->text = {utf8Of(v).data(), utf8Of(v).size()};
      return true;
    }
    if (isPackageValue(v)) {
      out->cls = static_cast<unsigned char>(1 + static_cast<size_t>(packageClassOf(v)));
      out->kind = JANUS_PLAIN_FLOAT;
      if (packageClassOf(v) == PackageClass::Double)
        return out->number.real = doubleOf(v), true;
      if (packageClassOf(v) != PackageClass::Text)
        return false;
      out->kind = JANUS_PLAIN_TEXT;
      out->text = {utf8Of(v).data(), utf8Of(v).size()};
      return true;
    }
    if (isForeign(v)) {
      if (as<ForeignObject>(v)->session != session_)
        return false;
      out->kind = JANUS_PLAIN_HANDLE;
      out->handle = {as<ForeignObject>(v)->id, 0, {&as<ForeignObject>(v)->here}};
      return true;
    }
    if (isExact(v, &jn_type_tuple)) {
      auto *t = as<jn_tuple>(v);
      return values(JANUS_PLAIN_TUPLE, t->items, static_cast<size_t>(t->size), out);
    }
    if (isSlice(v)) {
      const Value parts[] = {as<SliceObject>(v)->start, as<SliceObject>(v)->stop,
                             as<SliceObject>(v)->step};
      return values(JANUS_PLAIN_SLICE, parts, std::size(parts), out);
    }
    for (const Type *cls : {&jn_type_int, &jn_type_float, &jn_type_bool})
      if (v.o == &cls->head) {
        out->kind = JANUS_PLAIN_CLASS;
        out->text = {cls->name, std::strlen(cls->name)};
        return true;
      }
    return false;
  }

  bool values(janus_plain_kind kind, const Value *items, size_t count, janus_plain *out) {
    if (++depth_ > kDeepest)
      return false;
    out->kind = kind;
    out->size = count;
    for (size_t i = 0; i < count; ++i)
      if (!value(items[i]))
        return false;
    --depth_;
    return true;
  }

  // Whether the callee keeps none is seen in Python. Lists in lists are rows of numbers, of one
  // length: an array of objects would hold others.
  bool list(const jn_list *l) {
    if (!mayHaveLists_)
      return false;
    int64_t sizes[kDeepest];
    size_t depth = 0;
    for (const jn_list *row = l;; row = as<jn_list>(row->items[0])) {
      sizes[depth++] = row->size;
      if (row->size == 0 || !isExact(row->items[0], &jn_type_list))
        break;
      if (depth == kDeepest)
        return false;
    }
    return rows(l, sizes, depth, depth == 1);
  }
  bool rows(const jn_list *l, const int64_t *sizes, size_t depth, bool isFlat) {
    janus_plain *out = next();
    if (!out || l->size != sizes[0])
      return false;
    out->kind = JANUS_PLAIN_LIST;
    out->size = static_cast<size_t>(l->size);
    for (int64_t i = 0; i < l->size; ++i) {
      Value v = l->items[i];
      bool isNumber = v.tag == JN_BOOL || v.tag == JN_INT || v.tag == JN_FLOAT;
      if (!(depth > 1
                ? isExact(v, &jn_type_list) && rows(as<jn_list>(v), sizes + 1, depth - 1, false)
                : (isFlat || isNumber) && value(v)))
        return false;
    }
    return true;
  }

  janus_plain *next() {
    if (used_ == std::size(nodes_))
      return nullptr;
    nodes_[used_].cls = 0;
    return &nodes_[used_++];
  }

  static constexpr size_t kDeepest = 8;
  const bool mayHaveLists_;
  const uint32_t session_;
  size_t used_ = 0, depth_ = 0;
  janus_plain nodes_[JANUS_MOST_PLAIN];
};

}  // namespace

// Takes what it reads from `*next` on.
Value Session::fromPlain(const janus_plain **next, std::string_view text) {
  const janus_plain &given = *(*next)++;
  switch (given.kind) {
  case JANUS_PLAIN_ELLIPSIS: return jn_ellipsis();
  case JANUS_PLAIN_END: return jn_done();
  case JANUS_PLAIN_BOOL: return jn_bool(given.number.integer != 0);
  case JANUS_PLAIN_INT: return jn_int(given.number.integer);
  case JANUS_PLAIN_FLOAT:
    return given.cls ? makePackageDouble(given.number.real) : jn_float(given.number.real);
  case JANUS_PLAIN_TEXT: {
    Ref plain(makeStr(text));
    return given.cls ? makePackageValue(PackageClass::Text, plain.get()) : plain.release();
  }
  case JANUS_PLAIN_HANDLE: {
    Value made = foreignObject(given.handle.number, given.handle.flags);
    as<ForeignObject>(made)->here = given.handle.object;
    return made;
  }
  case JANUS_PLAIN_TUPLE: {
    std::vector<Ref> items;
    std::vector<Value> values;
    for (size_t i = 0; i < given.size; ++i) {
      items.emplace_back(fromPlain(next, text));
      values.push_back(items.back().get());
    }
    return jn_make_tuple(values.data(), values.size());
  }
  default: return jn_none();
  }
}

// Tells what has died here, where something must not wait: storages hold memory of Python, and many
// objects some, too. False: the session is over.
bool Session::tellDropped() {
  if (!noticed_.empty() || (!tensors.storages.hasDropped() && !hasMuchDropped()))
    return true;
  std::vector<uint32_t> storages = tensors.storages.takeDropped();
  std::vector<int64_t> numbers(1, static_cast<int64_t>(storages.size()));
  numbers.insert(numbers.end(), storages.begin(), storages.end());
  numbers.insert(numbers.end(), dropped_.begin(), dropped_.end());
  dropped_.clear();
  droppedBytes_ = 0;
  std::shared_ptr<Transport> transport = transport_;
  if (transport->tell(static_cast<uint8_t>(ToPython::Dropped), numbers))
    return true;
  why_ = transport->failure();
  end();
  return false;
}

bool Session::exchangePlain(ToPython operation, const Value *args, size_t count, Value *result) {
  PlainWriter plain(operation, number_);
  if (!plain.arguments(args, count))
    return false;
  if (!tellDropped()) {
    *result = fail();
    return true;
  }
  randomStates.copyRandom();
  if (hasChanges())
    return false;
  flushStdout();
  janus_plain given[JANUS_MOST_PLAIN];
  Frame frame;
  std::shared_ptr<Transport> transport = transport_;
  switch (
      transport->askPlain(static_cast<uint8_t>(operation), plain.nodes(), count, given, &frame)) {
  case Plain::NotAsked: return false;
  case Plain::Frame: *result = why_.empty() ? take(&frame) : fail(); return true;
  case Plain::Failed:
    if (why_.empty()) {
      why_ = transport->failure();
      end();
    }
    *result = fail();
    return true;
  case Plain::Result: break;
  }
  const janus_plain *next = given;
  *result = why_.empty() ? fromPlain(&next, frame.payload) : fail();
  return true;
}

// ---------------------------------------------------------------- requests of Python

bool Session::serve(Frame *frame) {
  Decoder d(*this, frame->payload, &frame->descriptors);
  bool ok = readChanges(d);
  uint8_t operation = d.byte();
  size_t count = d.size();
  World world = d.world = worldOfRequest(operation, d);
  std::vector<Value> args;
  for (size_t i = 0; i < count && !d.isBroken(); ++i)
    if (Value v = d.value(); !d.isBroken())
      args.push_back(v);
  ok = ok && !d.isBroken() && operation < static_cast<uint8_t>(ToNative::Count) &&
       mirrors.readDropped(d) && readReleased(d) && d.atEnd();
  frame->close();
  Value result = jn_error();
  if (ok)
    mirrors.fill(d);
  if (ok && !d.takeFailure() && enterNative("")) {
    Idle idle;
    result = serveRequest(*this, static_cast<ToNative>(operation), args.data(), count);
    jn_leave();
  }
  for (Value v : args)
    jn_decref(v);
  if (!ok) {
    failGarbage();
    return false;
  }
  if (why_.empty())
    return answer(result, world, frame);
  jn_decref(result);
  return false;
}

bool Session::writeResult(Encoder &e, Ref *result, FrameKind kind) {
  if (!writeChanges(e))
    return false;
  if (!e.value(result->get()))
    return false;
  // Python gives the frames that have led to an exception back when it comes on from there.
  TracebackObject *frames =
      kind == FrameKind::Error ? result->as<ExceptionObject>()->traceback : nullptr;
  if (frames && !writeObject(e, jn_obj(frames)))
    return false;
  if (kind == FrameKind::Error && !frames)
    e.tag(Tag::None);
  *result = Ref();
  if (!mirrors.writeDropped(e))
    return false;
  writeReleased(e);
  return true;
}

bool Session::answer(Value owned, World world, Frame *frame) {
  Ref result(owned);
  if (!isHere())
    conversation_.awaitTurn();  // what the frame tells is what Python does not know yet
  if (!why_.empty())
    return false;
  if (!result.failed()) {
    Encoder e(*this);
    e.world = world;
    if (writeResult(e, &result, FrameKind::Result)) {
      *frame = makeFrame(FrameKind::Result, e);
      return true;
    }
    keepChanges(e);
  }
  Ref error(takeError());
  Encoder e(*this);
  e.world = world;
  if (!writeResult(e, &error, FrameKind::Error))
    return false;
  *frame = makeFrame(FrameKind::Error, e);
  return true;
}

}  // namespace janus::bridge
