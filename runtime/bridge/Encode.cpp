// Our values as bytes.
#include "bridge/Codec.h"
#include "bridge/Exceptions.h"
#include "bridge/PackageValues.h"
#include "bridge/Proxies.h"
#include "tensor/object/TypeObjects.h"
#include "value/bytes/Bytes.h"
#include "value/call/Calls.h"
#include "value/container/Sequence.h"
#include "value/container/Set.h"
#include "value/error/Raise.h"
#include "value/number/BigInt.h"
#include "value/number/Number.h"
#include "value/object/Types.h"

namespace janus::bridge {
namespace {

using Write = bool (*)(Encoder &e, Value v);

bool writeStr(Encoder &e, Value v) {
  e.str(utf8Of(v));
  return true;
}

bool writeBytes(Encoder &e, Value v) {
  e.tag(Tag::Bytes);
  e.text({as<BytesObject>(v)->data, static_cast<size_t>(as<BytesObject>(v)->size)});
  return true;
}

bool writeBigInt(Encoder &e, Value v) {
  size_t size = static_cast<size_t>(intBitLength(v)) / 8 + 1;
  std::string bytes(size, '\0');
  bigint::toBytes(v, reinterpret_cast<unsigned char *>(bytes.data()), size, true);
  e.tag(Tag::BigInt);
  e.text(bytes);
  return true;
}

bool writeComplex(Encoder &e, Value v) {
  e.tag(Tag::Complex);
  e.number(as<ComplexObject>(v)->real);
  e.number(as<ComplexObject>(v)->imag);
  return true;
}

bool writeTuple(Encoder &e, Value v) {
  auto *t = as<jn_tuple>(v);
  e.tag(Tag::Tuple);
  return e.values(t->items, static_cast<size_t>(t->size));
}

bool writeSize(Encoder &e, Value v) {
  auto *t = as<jn_tuple>(v);
  e.tag(Tag::Size);
  return e.values(t->items, static_cast<size_t>(t->size));
}

bool writeFrozenset(Encoder &e, Value v) {
  auto *s = as<SetObject>(v);
  e.tag(Tag::FrozenSet);
  e.size(static_cast<size_t>(s->used));
  Value key;
  for (uint64_t slot = 0; setNext(s, &slot, &key);)
    if (!e.value(key))
      return false;
  return true;
}

bool writeSlice(Encoder &e, Value v) {
  auto *s = as<SliceObject>(v);
  e.tag(Tag::Slice);
  return e.value(s->start) && e.value(s->stop) && e.value(s->step);
}
bool writeRange(Encoder &e, Value v) {
  auto *r = as<RangeObject>(v);
  e.tag(Tag::Range);
  return e.value(r->start) && e.value(r->stop) && e.value(r->step);
}

// Frames of ours are none that Python's own code would take: contextlib throws them into
// generators.
bool writeTraceback(Encoder &e, Value) {
  e.tag(Tag::None);
  return true;
}

bool writeContainer(Encoder &e, Value v) {
  return e.session.mirrors.write(e, v);
}

bool writeDType(Encoder &e, Value v) {
  e.tag(Tag::DType);
  e.text(info(asDType(v)).name);
  return true;
}
bool writeDevice(Encoder &e, Value v) {
  Ref text(str(v));
  if (text.failed())
    return false;
  e.tag(Tag::Device);
  e.text(utf8Of(text.get()));
  return true;
}

bool writeTensor(Encoder &e, Value v) {
  return e.session.tensors.write(e, v);
}

bool writeForeign(Encoder &e, Value v) {
  auto *o = as<ForeignObject>(v);
  if (o->session != e.session.number()) {
    raise(jn_exc_RuntimeError, "the Python process that held this object has ended");
    return false;
  }
  e.tag(Tag::Yours);
  e.number(o->id);
  return true;
}

bool writePackageValue(Encoder &e, Value v) {
  e.tag(Tag::Package);
  e.byte(static_cast<uint8_t>(packageClassOf(v)));
  Ref plain(plainOf(v));
  return e.value(plain.get());
}

// Descriptors of a class body, with their functions.
bool writeMade(Encoder &e, const char *callable, std::initializer_list<Value> parts) {
  e.tag(Tag::Made);
  e.global("builtins", callable);
  e.tag(Tag::Tuple);
  return e.values(parts.begin(), parts.size());
}
bool writeProperty(Encoder &e, Value v) {
  Ref parts[4];
  const char *names[] = {"fget", "fset", "fdel", "__doc__"};
  for (int i = 0; i < 4; ++i) {
    parts[i] = Ref(getattr(v, internStr(names[i])));
    if (parts[i].failed())
      return false;
  }
  return writeMade(e, "property", {parts[0].get(), parts[1].get(), parts[2].get(), parts[3].get()});
}
template <const char *const &Name>
bool writeWrapped(Encoder &e, Value v) {
  Ref function(getattr(v, JN_NAME("__func__")));
  return !function.failed() && writeMade(e, Name, {function.get()});
}
const char *const kStaticMethod = "staticmethod", *const kClassMethod = "classmethod";

struct Row {
  const Type *type;
  Write write;
  bool isTwinned = false;  // packages get torch's own; source of the program a proxy of ours
};
const Row rows[] = {
    {&jn_type_str, writeStr},
    {&jn_type_bytes, writeBytes},
    {&jn_type_bigint, writeBigInt},
    {&jn_type_int, writeBigInt},
    {&jn_type_complex, writeComplex},
    {&jn_type_tuple, writeTuple},
    {&jn_type_size, writeSize},
    {&jn_type_frozenset, writeFrozenset},
    {&jn_type_slice, writeSlice},
    {&jn_type_range, writeRange},
    {&jn_type_list, writeContainer},
    {&jn_type_dict, writeContainer},
    {&jn_type_set, writeContainer},
    {&jn_type_bytearray, writeContainer},
    {&jn_type_cell, writeContainer},
    {&jn_type_dtype, writeDType, true},
    {&jn_type_device, writeDevice, true},
    {&jn_type_tensor, writeTensor, true},
    {&jn_type_parameter, writeTensor, true},
    {&jn_type_traceback, writeTraceback, true},
    {&jn_type_property, writeProperty},
    {&jn_type_staticmethod, writeWrapped<kStaticMethod>},
    {&jn_type_classmethod, writeWrapped<kClassMethod>},
};

Write writerOf(World world, Value v) {
  static const std::unordered_map<const Type *, const Row *> writers = [] {
    std::unordered_map<const Type *, const Row *> m;
    for (const Row &r : rows)
      m.emplace(r.type, &r);
    return m;
  }();
  if (auto it = writers.find(v.o->type); it != writers.end())
    return it->second->isTwinned && world == World::Program ? writeObject : it->second->write;
  if (isForeign(v))
    return writeForeign;
  if (isPackageValue(v))
    return writePackageValue;
  if (isException(v))
    return writeException;
  if (isType(v))
    return writeClass;
  if (isTensor(v) && world == World::Packages)
    return writeTensor;
  return Mirrors::isContainer(v) ? writeContainer : writeObject;
}

}  // namespace

bool Encoder::values(const Value *items, size_t count) {
  size(count);
  for (size_t i = 0; i < count; ++i)
    if (!value(items[i]))
      return false;
  return true;
}

void Encoder::undo() {
  for (uint32_t id : newExports)
    session.dropExport(id);
  for (uint32_t id : newMirrors)
    session.mirrors.drop(id);
}

bool Encoder::value(Value v) {
  switch (v.tag) {
  case JN_NONE: tag(Tag::None); return true;
  case JN_ELLIPSIS: tag(Tag::Ellipsis); return true;
  case JN_NOTIMPLEMENTED: tag(Tag::NotImplemented); return true;
  case JN_BOOL: tag(v.i ? Tag::True : Tag::False); return true;
  case JN_INT:
    tag(Tag::Int);
    number(v.i);
    return true;
  case JN_FLOAT:
    tag(Tag::Float);
    number(v.f);
    return true;
  case JN_DONE: tag(Tag::End); return true;
  default: break;
  }
  if (++depth_ > kDeepestValue) {
    raise(jn_exc_RecursionError, "containers nested deeper than %d levels cannot cross to Python",
          kDeepestValue);
    return false;
  }
  bool ok = writerOf(world, v)(*this, v);
  --depth_;
  return ok;
}

}  // namespace janus::bridge
