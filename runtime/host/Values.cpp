// Values in and out, their kinds and counts.
#include "host/HostCall.h"

#include "janus/janus_python.h"
#include "tensor/core/Tensor.h"
#include "value/bytes/Bytes.h"
#include "value/call/Calls.h"
#include "value/object/Types.h"

#include <algorithm>
#include <cstring>

namespace janus::host {
namespace {

struct KindOfType {
  const Type *type;
  janus_kind kind;
};
constexpr KindOfType kKinds[] = {
    {&jn_type_str, JANUS_STR},
    {&jn_type_tuple, JANUS_TUPLE},
    {&jn_type_list, JANUS_LIST},
    {&jn_type_dict, JANUS_DICT},
    {&jn_type_bytes, JANUS_BYTES},
    {&jn_type_bigint, JANUS_BIG_INT},
    {&jn_type_set, JANUS_SET},
    {&jn_type_frozenset, JANUS_FROZENSET},
    {&jn_type_function, JANUS_FUNCTION_OBJECT},
    {&jn_type_method, JANUS_FUNCTION_OBJECT},
    {&jn_type_native, JANUS_FUNCTION_OBJECT},
    {&jn_type_type, JANUS_CLASS},
    {&jn_type_module, JANUS_MODULE},
    {&jn_exc_BaseException, JANUS_EXCEPTION_OBJECT},
};

janus_status noValue(const char *function) {
  return misuse(jn_exc_TypeError, "%s: this is no value: it was released, or never made", function);
}

}  // namespace
}  // namespace janus::host

using namespace janus;
using namespace janus::host;

static_assert(int{JANUS_NONE} == JN_NONE && int{JANUS_ELLIPSIS} == JN_ELLIPSIS &&
              int{JANUS_NOT_IMPLEMENTED} == JN_NOTIMPLEMENTED && int{JANUS_BOOL} == JN_BOOL &&
              int{JANUS_INT} == JN_INT && int{JANUS_FLOAT} == JN_FLOAT &&
              int{JANUS_OBJECT} == JN_OBJECT);

uint32_t janus_abi_version(void) {
  return JANUS_ABI_VERSION;
}
const char *janus_version(void) {
  return JANUS_VERSION;
}

janus_kind janus_object_kind(janus_value v) {
  RuntimeEntry entry;
  Value o = namedBy(v);
  if (o.tag == JN_UNBOUND)
    return JANUS_NONE;
  if (o.tag != JN_OBJECT)
    return static_cast<janus_kind>(o.tag);
  if (isTensor(o))
    return JANUS_TENSOR;
  for (const KindOfType &row : kKinds)
    if (o.o->type == row.type)
      return row.kind;
  for (const KindOfType &row : kKinds)
    if (isSubtype(o.o->type, row.type))
      return row.kind;
  return JANUS_OBJECT;
}

int janus_is_exact(janus_value v) {
  RuntimeEntry entry;
  Value o = namedBy(v);
  if (o.tag != JN_OBJECT)
    return o.tag != JN_UNBOUND;
  return std::any_of(std::begin(kKinds), std::end(kKinds),
                     [&](const KindOfType &row) { return o.o->type == row.type; });
}

janus_value janus_retain(janus_value v) {
  if (v.tag == JANUS_OBJECT)
    hostCall([&] { return holdAgain(v) ? JANUS_OK : noValue("janus_retain"); });
  return v;
}
void janus_release(janus_value v) {
  if (v.tag != JANUS_OBJECT)
    return;
  hostCall([&] {
    Value owned = takeBack(v);
    jn_decref(owned);
    return owned.tag == JN_UNBOUND ? noValue("janus_release") : JANUS_OK;
  });
}

janus_status janus_to_int(janus_value v, int64_t *out) {
  if (v.tag == JN_INT && out) {
    *out = static_cast<int64_t>(v.bits);
    return JANUS_OK;
  }
  return questionCall({v}, out, [&] { return toInt64(namedBy(v), out) ? JANUS_OK : JANUS_RAISED; });
}

janus_status janus_to_double(janus_value v, double *out) {
  if (v.tag == JN_FLOAT && out) {
    memcpy(out, &v.bits, sizeof *out);
    return JANUS_OK;
  }
  return questionCall({v}, out,
                      [&] { return toDouble(namedBy(v), out) ? JANUS_OK : JANUS_RAISED; });
}

janus_status janus_to_bool(janus_value v, int *out) {
  return questionCall({v}, out, [&] { return answer(out, jn_truth(namedBy(v))); });
}

janus_status janus_to_text(janus_value v, const char **text, size_t *size) {
  return questionCall({v}, text, [&] {
    Value s = namedBy(v);
    if (!isStr(s)) {
      raise(jn_exc_TypeError, "expected a str, got '%T'", &s);
      return JANUS_RAISED;
    }
    std::string_view utf8 = utf8Of(s);
    *text = utf8.data();
    if (size)
      *size = utf8.size();
    return JANUS_OK;
  });
}

janus_status janus_to_bytes(janus_value v, const void **data, size_t *size) {
  return questionCall({v}, data && size ? data : nullptr, [&] {
    Value b = namedBy(v);
    std::string_view bytes;
    if (!isBytes(b) || !requireBytes(b, &bytes)) {
      if (!hasError())
        raise(jn_exc_TypeError, "expected bytes, got '%T'", &b);
      return JANUS_RAISED;
    }
    *data = bytes.data();
    *size = bytes.size();
    return JANUS_OK;
  });
}

janus_status janus_make_str(const char *text, size_t size, janus_value *out) {
  return valueCall(out, [&] {
    return text || size == 0 ? makeStr({text, size}) : raise(jn_exc_TypeError, "the text is null");
  });
}
janus_status janus_make_bytes(const void *data, size_t size, janus_value *out) {
  return valueCall(out, [&] {
    return data || size == 0 ? makeBytes({static_cast<const char *>(data), size})
                             : raise(jn_exc_TypeError, "the data is null");
  });
}
janus_status janus_make_int(const char *digits, janus_value *out) {
  return valueCall(out, [&] {
    if (!digits)
      return raise(jn_exc_TypeError, "the digits are null");
    Ref text(makeStr(digits));
    return call(jn_obj(&jn_type_int), {text.get()});
  });
}

// What a container of these items is made by.
template <class Make>
static janus_status makeOf(const janus_value *items, size_t count, janus_value *out, Make make) {
  return hostCall([&] {
    janus_status bad = requireValues(items, count);
    if (bad || (bad = requirePlace(out)))
      return bad;
    return answer(out, make(NamedValues(items, count).data(), count));
  });
}

janus_status janus_make_tuple(const janus_value *items, size_t count, janus_value *out) {
  return makeOf(items, count, out, jn_make_tuple);
}
janus_status janus_make_list(const janus_value *items, size_t count, janus_value *out) {
  return makeOf(items, count, out, jn_make_list);
}
janus_status janus_make_dict(const janus_value *keys_and_values, size_t pairs, janus_value *out) {
  if (pairs > SIZE_MAX / 2)
    pairs = SIZE_MAX / 2;
  return makeOf(keys_and_values, 2 * pairs, out,
                [](const Value *items, size_t count) { return jn_make_dict(items, count / 2); });
}

janus_status janus_str(janus_value v, janus_value *out) {
  return makeOf(&v, 1, out, [](const Value *item, size_t) { return str(*item); });
}
janus_status janus_repr(janus_value v, janus_value *out) {
  return makeOf(&v, 1, out, [](const Value *item, size_t) { return repr(*item); });
}

void janus_lock(void) {
  // Ends in janus_unlock().
  union Kept {
    RuntimeEntry entry;
    Kept() : entry() {}
    ~Kept() {}
  } kept;
}
int janus_try_lock(void) {
  return RuntimeEntry::tryEnter();
}
void janus_unlock(void) {
  RuntimeEntry::exit();
}
void janus_use_host_lock(void *(*release)(void), void (*acquire)(void *released)) {
  RuntimeEntry entry;
  hostLock = {release, acquire};
}
