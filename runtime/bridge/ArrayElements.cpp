#include "bridge/ArrayElements.h"

#include "bridge/PackageValues.h"
#include "bridge/Session.h"
#include "tensor/core/Error.h"
#include "tensor/core/GradMode.h"
#include "tensor/dispatch/Ops.h"
#include "value/error/Raise.h"
#include "value/number/Number.h"
#include "value/object/Types.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace janus::bridge {
namespace {

// How numpy lays an array out, since its first version (server/arrays.py holds it against arrays).
struct ArrayFields {
  intptr_t count;
  const void *cls;
  char *data;
  int dimensions;
  const intptr_t *shape, *strides;
  const void *base, *type;
  int flags;
};
constexpr unsigned kAligned = 0x100, kWriteable = 0x400, kWarnsOnWrite = 1u << 31;

bool mayWrite(const ArrayFields &fields) {
  auto flags = static_cast<unsigned>(fields.flags);
  return (flags & kWriteable) && !(flags & kWarnsOnWrite);
}

template <class T>
void store(char *to, T v) {
  memcpy(to, &v, sizeof(v));
}

bool writeDouble(char *to, Value v) {
  if (v.tag == JN_FLOAT)
    store(to, v.f);
  else if (v.tag == JN_INT || v.tag == JN_BOOL)
    store(to, static_cast<double>(v.i));
  else if (isPackageValue(v) && packageClassOf(v) == PackageClass::Double)
    store(to, doubleOf(v));
  else
    return false;
  return true;
}
bool writeSingle(char *to, Value v) {
  double number;
  if (!writeDouble(reinterpret_cast<char *>(&number), v))
    return false;
  auto single = static_cast<float>(number);
  // Larger ints are rounded once.
  constexpr int64_t kMostExact = int64_t{1} << std::numeric_limits<double>::digits;
  if ((number != 0 && !std::isnormal(single)) ||
      (v.tag == JN_INT && (v.i > kMostExact || v.i < -kMostExact)))
    return false;
  store(to, single);
  return true;
}
template <class T>
bool writeInt(char *to, Value v) {
  if ((v.tag != JN_INT && v.tag != JN_BOOL) || v.i < std::numeric_limits<T>::min() ||
      v.i > std::numeric_limits<T>::max())
    return false;
  store(to, static_cast<T>(v.i));
  return true;
}
bool writeBool(char *to, Value v) {
  if (v.tag != JN_BOOL)
    return false;
  store(to, static_cast<uint8_t>(v.i));
  return true;
}

// In the order of server/arrays.py.
constexpr bool (*kWriters[])(char *to, Value v) = {
    writeDouble,       writeSingle,      writeInt<int64_t>, writeInt<int32_t>,
    writeInt<int16_t>, writeInt<int8_t>, writeInt<uint8_t>, writeBool};
constexpr int kDouble = 0;
constexpr DType kDTypes[] = {DType::F64, DType::F32, DType::I64, DType::I32,
                             DType::I16, DType::I8,  DType::U8,  DType::Bool};
static_assert(std::size(kDTypes) == std::size(kWriters));

}  // namespace

// Of a plain array that has elements, none of them behind its beginning.
struct ArrayElements::Layout {
  const ArrayFields *fields;
  DType dtype;
  Dims sizes, strides;  // in elements
  size_t bytes;         // from the first to the last one
  bool isDense;
};

bool ArrayElements::learn() {
  if (knowledge_ != Knowledge::None)
    return knowledge_ == Knowledge::Some;
  knowledge_ = Knowledge::Refused;
  Session *s = Session::running();
  Ref answer(s->ask(ToPython::ArrayLayout, {}));
  if (s != Session::running())
    return false;
  if (answer.failed())
    clearError();
  if (!isExact(answer.get(), &jn_type_tuple) || answer.as<jn_tuple>()->size != kClasses + kTypes)
    return false;
  const Value *addresses = answer.as<jn_tuple>()->items;
  auto take = [&](const void **out, int count) {
    for (int i = 0; i < count; ++i)
      out[i] = reinterpret_cast<const void *>((addresses++)->i);
  };
  take(classes_, kClasses);
  take(types_, kTypes);
  knowledge_ = Knowledge::Some;
  return true;
}

int ArrayElements::typeOf(const void *dtype) const {
  return static_cast<int>(std::find(std::begin(types_), std::end(types_), dtype) - types_);
}

bool ArrayElements::find(const ForeignObject &array, Value key, Place *out) {
  // Python keeps the object for as long as we do.
  const auto *fields = static_cast<const ArrayFields *>(array.here);
  int64_t count = 1;
  const Value *indices = &key;
  if (isExact(key, &jn_type_tuple)) {
    indices = as<jn_tuple>(key)->items;
    count = as<jn_tuple>(key)->size;
  }
  if (!fields || !learn() || !isArrayClass(fields->cls) || fields->dimensions != count ||
      count == 0)
    return false;
  char *at = fields->data;
  for (int64_t i = 0; i < count; ++i) {
    int64_t index = indices[i].i, size = fields->shape[i];
    if (indices[i].tag != JN_INT || index >= size || index < -size)
      return false;
    at += (index < 0 ? index + size : index) * fields->strides[i];
  }
  *out = {at, typeOf(fields->type), mayWrite(*fields)};
  return out->type != kTypes;
}

bool ArrayElements::layoutOf(const ForeignObject &array, Layout *out) {
  constexpr int kMostDimensions = 16;
  const auto *fields = static_cast<const ArrayFields *>(array.here);
  if (!fields || !learn() || !isArrayClass(fields->cls) || fields->dimensions > kMostDimensions ||
      !(static_cast<unsigned>(fields->flags) & kAligned))
    return false;
  const int type = typeOf(fields->type);
  if (type == kTypes)
    return false;
  *out = {fields, kDTypes[type], {}, {}, 0, true};
  const auto itemSize = static_cast<int64_t>(sizeOf(out->dtype));
  int64_t last = 0, dense = 1;
  for (int i = fields->dimensions - 1; i >= 0; --i) {
    int64_t size = fields->shape[i], stride = fields->strides[i];
    if (size == 0 || stride < 0 || stride % itemSize != 0)
      return false;
    last += (size - 1) * stride;
    out->isDense &= size == 1 || stride == dense * itemSize;
    dense *= size;
  }
  for (int i = 0; i < fields->dimensions; ++i) {
    out->sizes.push_back(fields->shape[i]);
    out->strides.push_back(fields->strides[i] / itemSize);
  }
  out->bytes = static_cast<size_t>(last + itemSize);
  return true;
}

Value ArrayElements::tensorOver(ForeignObject &array) {
  Layout layout;
  if (!layoutOf(array, &layout) || !mayWrite(*layout.fields))
    return jn_unbound();
  auto *data = reinterpret_cast<std::byte *>(layout.fields->data);
  return guarded([&] {
    Storage *storage = Session::running()->tensors.storages.over(data, layout.bytes, &array.head);
    const auto itemSize = static_cast<int64_t>(sizeOf(layout.dtype));
    const int64_t offset = data - storage->data;
    if (offset % itemSize != 0) {
      dropStorage(storage);
      return jn_unbound();
    }
    return makeOver(storage, offset / itemSize, layout.sizes, layout.strides, layout.dtype)
        .releaseValue();
  });
}

Value ArrayElements::tensorOf(const ForeignObject &array) {
  Layout layout;
  if (!layoutOf(array, &layout))
    return jn_unbound();
  return guarded([&] {
    if (!layout.isDense) {  // the copy keeps the order of the elements where they fill their memory
      Storage *storage = wrapStorage(layout.fields->data, layout.bytes, {}, nullptr, nullptr);
      Tensor here = makeOver(storage, 0, layout.sizes, layout.strides, layout.dtype);
      ModeScope off(0);
      return ops::call<TensorOp::ToCopy>(here, layout.dtype, std::nullopt, std::nullopt)
          .releaseValue();
    }
    Tensor made = makeTensor(layout.sizes, layout.dtype);
    memcpy(made.data<char>(), layout.fields->data, layout.bytes);
    return made.releaseValue();
  });
}

bool ArrayElements::hasMethod(Value name) {
  std::string text(utf8Of(name));
  if (auto known = methods_.find(text); known != methods_.end())
    return known->second;
  Session *s = Session::running();
  Ref answer(s->ask(ToPython::ArrayMethod, {name}));
  if (answer.failed())
    clearError();
  const bool has = answer.get().tag == JN_BOOL && answer.get().i != 0;
  if (s == Session::running())
    methods_[text] = has;
  return has;
}

size_t ArrayElements::bytes(const ForeignObject &array) const {
  const auto *fields = static_cast<const ArrayFields *>(array.here);
  if (!fields || knowledge_ != Knowledge::Some || !isArrayClass(fields->cls))
    return 0;
  const int type = typeOf(fields->type);
  size_t bytes = type == kTypes ? sizeof(double) : sizeOf(kDTypes[type]);
  for (int i = 0; i < fields->dimensions; ++i)
    bytes *= static_cast<size_t>(fields->shape[i]);
  return bytes;
}

Value ArrayElements::facts(const ForeignObject &array) {
  Layout layout;
  if (!layoutOf(array, &layout) || layout.sizes.empty())
    return jn_unbound();
  Ref name(makeStr(info(layout.dtype).name));
  std::vector<Value> parts = {name.get()};
  for (int64_t size : layout.sizes)
    parts.push_back(jn_int(size));
  return jn_make_tuple(parts.data(), parts.size());
}

int64_t ArrayElements::length(const ForeignObject &array) {
  const auto *fields = static_cast<const ArrayFields *>(array.here);
  bool isKnown = fields && learn() && isArrayClass(fields->cls) && fields->dimensions > 0;
  return isKnown ? fields->shape[0] : -1;
}

Value ArrayElements::read(const ForeignObject &array, Value key) {
  Place place;
  if (!find(array, key, &place) || place.type != kDouble)
    return jn_unbound();
  double number;
  memcpy(&number, place.data, sizeof(number));
  return makePackageDouble(number);
}

bool ArrayElements::write(const ForeignObject &array, Value key, Value v) {
  Place place;
  return find(array, key, &place) && place.isWriteable && kWriters[place.type](place.data, v);
}

}  // namespace janus::bridge
