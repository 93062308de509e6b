#include "bridge/ArrayElements.h"

#include "bridge/PackageValues.h"
#include "bridge/Session.h"
#include "value/number/Number.h"

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
constexpr unsigned kWriteable = 0x400, kWarnsOnWrite = 1u << 31;

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

}  // namespace

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
  if (!isExact(answer.get(), &jn_type_tuple) || answer.as<jn_tuple>()->size != 1 + kTypes)
    return false;
  const Value *addresses = answer.as<jn_tuple>()->items;
  arrayClass_ = reinterpret_cast<const void *>(addresses[0].i);
  for (int i = 0; i < kTypes; ++i)
    types_[i] = reinterpret_cast<const void *>(addresses[1 + i].i);
  knowledge_ = Knowledge::Some;
  return true;
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
  if (!fields || !learn() || fields->cls != arrayClass_ || fields->dimensions != count ||
      count == 0)
    return false;
  char *at = fields->data;
  for (int64_t i = 0; i < count; ++i) {
    int64_t index = indices[i].i, size = fields->shape[i];
    if (indices[i].tag != JN_INT || index >= size || index < -size)
      return false;
    at += (index < 0 ? index + size : index) * fields->strides[i];
  }
  for (int type = 0; type < kTypes; ++type)
    if (fields->type == types_[type]) {
      auto flags = static_cast<unsigned>(fields->flags);
      *out = {at, type, (flags & kWriteable) && !(flags & kWarnsOnWrite)};
      return true;
    }
  return false;
}

int64_t ArrayElements::length(const ForeignObject &array) {
  const auto *fields = static_cast<const ArrayFields *>(array.here);
  bool isKnown = fields && learn() && fields->cls == arrayClass_ && fields->dimensions > 0;
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
