// Bytes as our values. They come from a process that may write anything: nothing is believed.
#include "bridge/Codec.h"
#include "bridge/Exceptions.h"
#include "bridge/PackageValues.h"
#include "bridge/Proxies.h"
#include "tensor/core/Error.h"
#include "tensor/object/TypeObjects.h"
#include "value/call/Modules.h"
#include "value/container/Sequence.h"
#include "value/number/BigInt.h"
#include "value/number/Number.h"

#include <unistd.h>

namespace janus::bridge {
namespace {

Value readTuple(Decoder &d, jn_tuple *(*make)(int64_t)) {
  size_t n = d.size();
  Ref t(jn_obj(make(static_cast<int64_t>(n))));
  for (size_t i = 0; i < n; ++i) {
    Value v = d.value();
    if (v.tag == JN_ERROR)
      return v;
    t.as<jn_tuple>()->items[i] = v;
  }
  return t.release();
}

Value readSize(Decoder &d) {
  Ref t(readTuple(d, newSize));
  if (t.failed())
    return jn_error();
  for (int64_t i = 0; i < t.as<jn_tuple>()->size; ++i)
    if (t.as<jn_tuple>()->items[i].tag != JN_INT)
      return d.setBroken();
  return t.release();
}

Value readFrozenset(Decoder &d) {
  Ref items(readTuple(d, newTuple));
  if (items.failed())
    return jn_error();
  return d.session.mirrors.readFrozenset(d, items.as<jn_tuple>());
}

Value readThree(Decoder &d, Value (*make)(Value, Value, Value)) {
  Ref a(d.value());
  if (a.failed())
    return jn_error();
  Ref b(d.value());
  if (b.failed())
    return jn_error();
  Ref c(d.value());
  return c.failed() ? jn_error() : make(a.get(), b.get(), c.get());
}
Value makeRangeOf(Value start, Value stop, Value step) {
  return call(jn_obj(&jn_type_range), {start, stop, step});
}

Value readGlobal(Decoder &d) {
  Ref module(d.valueOf(jn_type_str));
  if (module.failed())
    return jn_error();
  Ref name(d.valueOf(jn_type_str));
  if (name.failed())
    return jn_error();
  Ref at(importModule(utf8Of(module.get())));
  std::string_view rest = utf8Of(name.get());
  while (!at.failed() && !rest.empty()) {
    size_t dot = rest.find('.');
    at = Ref(getattr(at.get(), internStr(rest.substr(0, dot))));
    rest = dot == std::string_view::npos ? "" : rest.substr(dot + 1);
  }
  return at.release();
}

Value readMade(Decoder &d) {
  Ref callable(d.value());
  if (callable.failed())
    return jn_error();
  Ref args(d.valueOf(jn_type_tuple));
  if (args.failed())
    return jn_error();
  return d.hasFailed() ? jn_none() : jn_call_ex(callable.get(), args.get(), jn_none());
}

Value readPackageValue(Decoder &d) {
  uint8_t cls = d.byte();
  if (d.isBroken() || cls >= kPackageClasses)
    return d.setBroken();
  Ref plain(d.value());
  if (plain.failed())
    return jn_error();
  if (typeOf(plain.get()) != packageTypes[cls].base)
    return d.setBroken();
  return makePackageValue(static_cast<PackageClass>(cls), plain.get());
}

Value readDType(Decoder &d) {
  std::string_view name = d.text();
  if (std::optional<DType> dtype = dtypeNamed(name))
    return jn_own(dtypeObject(*dtype));
  return raise(jn_exc_TypeError, "torch.%.*s is a type that janusc does not have",
               static_cast<int>(name.size()), name.data());
}

Value readMine(Decoder &d) {
  auto id = d.number<uint32_t>();
  uint8_t flags = d.byte();
  if (d.isBroken())
    return d.setBroken();
  return d.session.foreignObject(id, flags);
}

Value readYours(Decoder &d) {
  Value v = d.session.exported(d.number<uint32_t>());
  return v.tag == JN_UNBOUND ? d.setBroken() : jn_own(v);
}

}  // namespace

Value Decoder::valueOf(const Type &type) {
  Ref v(value());
  if (v.failed())
    return jn_error();
  return v.get().tag == JN_OBJECT && isExact(v.get(), &type) ? v.release() : setBroken();
}

Value Decoder::value() {
  if (++depth_ > 2 * kDeepestValue)
    return setBroken();
  Value v = tagged(static_cast<Tag>(byte()));
  --depth_;
  if (isBroken()) {
    if (v.tag != JN_ERROR)
      jn_decref(v);
    clearError();
    return jn_error();
  }
  if (v.tag != JN_ERROR)
    return v;
  keepFailure();
  return jn_none();
}

void Decoder::keepFailure() {
  Ref error(takeError());
  if (!hasFailed())
    failure_ = std::move(error);
}

bool Decoder::takeFailure() {
  if (!hasFailed())
    return false;
  setError(failure_.release());
  return true;
}

Value Decoder::tagged(Tag t) {
  switch (t) {
  case Tag::None: return jn_none();
  case Tag::True: return jn_bool(true);
  case Tag::False: return jn_bool(false);
  case Tag::Ellipsis: return jn_ellipsis();
  case Tag::NotImplemented: return jn_notimplemented();
  case Tag::End: return jn_done();
  case Tag::Int: return jn_int(number<int64_t>());
  case Tag::Float: return jn_float(number<double>());
  case Tag::BigInt: {
    std::string_view bytes = text();
    return bigint::fromBytes(reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size(),
                             true);
  }
  case Tag::Complex: {
    auto real = number<double>();
    return makeComplex(real, number<double>());
  }
  case Tag::Str: return makeStr(text());
  case Tag::Bytes: return makeBytes(text());
  case Tag::Tuple: return readTuple(*this, newTuple);
  case Tag::Size: return readSize(*this);
  case Tag::FrozenSet: return readFrozenset(*this);
  case Tag::Slice: return readThree(*this, jn_make_slice);
  case Tag::Range: return readThree(*this, makeRangeOf);
  case Tag::Module: return importModule(text());
  case Tag::Global: return readGlobal(*this);
  case Tag::Made: return readMade(*this);
  case Tag::Package: return readPackageValue(*this);
  case Tag::DType: return readDType(*this);
  case Tag::Device: {
    std::string_view name = text();
    return guarded([&] { return makeDevice(parseDevice(name)); });
  }
  case Tag::Mirror: return session.mirrors.read(*this);
  case Tag::KnownMirror: {
    Value v = session.mirrors.known(number<uint32_t>());
    return v.tag == JN_UNBOUND ? setBroken() : jn_own(v);
  }
  case Tag::Mine: return readMine(*this);
  case Tag::Yours: return readYours(*this);
  case Tag::Class: return readClass(*this);
  case Tag::Exception: return readException(*this);
  case Tag::Tensor: return session.tensors.read(*this);
  case Tag::Items:
  case Tag::Floats:
  case Tag::Ints: break;
  }
  return setBroken();
}

World Decoder::worldOfNext() const {
  uint32_t number;
  if (static_cast<size_t>(end_ - at_) <= sizeof(number) || static_cast<Tag>(*at_) != Tag::Yours)
    return World::Packages;
  memcpy(&number, at_ + 1, sizeof(number));
  return worldOf(number);
}

int Decoder::descriptor() {
  if (descriptors_->empty())
    return -1;
  int fd = descriptors_->front();
  descriptors_->erase(descriptors_->begin());
  return fd;
}

}  // namespace janus::bridge
