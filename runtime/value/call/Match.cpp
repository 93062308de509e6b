// The match statement: kinds of subjects, keys, class patterns.
#include "value/error/Raise.h"
#include "value/object/Foreign.h"
#include "value/object/Types.h"

using namespace janus;

namespace {

// Registered with collections.abc by inheritance; the flags travel with the classes.
bool hasFlag(Value v, uint32_t flag) {
  return typeOf(v)->typeFlags & flag;
}

}  // namespace

int jn_match_sequence(jn_value v) {
  return hasFlag(v, kTypeSequencePattern);
}
int jn_match_mapping(jn_value v) {
  return hasFlag(v, kTypeMappingPattern);
}

jn_value jn_match_keys(jn_value mapping, jn_value keys) {
  auto *wanted = as<jn_tuple>(keys);
  Ref seen(jn_make_set(nullptr, 0));
  Ref values(jn_obj(newTuple(wanted->size)));
  for (int64_t i = 0; i < wanted->size; ++i) {
    Value key = wanted->items[i];
    int twice = jn_contains(seen.get(), key);
    if (twice < 0)
      return jn_error();
    if (twice)
      return raise(jn_exc_ValueError, "mapping pattern checks duplicate key (%R)", &key);
    if (jn_set_add(seen.get(), key) < 0)
      return jn_error();
    Value v;
    if (isExact(mapping, &jn_type_dict)) {
      v = jn_own(dictGet(as<jn_dict>(mapping), key));
    } else {
      // get() with a default of its own, so that defaultdicts stay as they are.
      Ref missing(jn_obj(allocate(&jn_type_object, sizeof(jn_object))));
      v = callMethod(mapping, JN_NAME("get"), {key, missing.get()});
      if (v.tag == JN_OBJECT && v.o == missing.get().o) {
        jn_decref(v);
        v = jn_unbound();
      }
    }
    if (v.tag == JN_ERROR)
      return v;
    if (v.tag == JN_UNBOUND)
      return jn_none();
    values.as<jn_tuple>()->items[i] = v;
  }
  return values.release();
}

namespace {

// int, str, ...: one positional pattern is matched with the subject itself.
bool matchesSelf(const Type *cls) {
  for (Type *t : {&jn_type_bool, &jn_type_bytearray, &jn_type_bytes, &jn_type_dict, &jn_type_float,
                  &jn_type_frozenset, &jn_type_int, &jn_type_list, &jn_type_set, &jn_type_str,
                  &jn_type_tuple})
    if (isSubtype(cls, t))
      return true;
  return false;
}

}  // namespace

jn_value jn_match_class(jn_value v, jn_value cls, int64_t positional, jn_value names) {
  bool foreign = isForeignObject(cls);
  if (!isType(cls) && !foreign)
    return raise(jn_exc_TypeError, "called match pattern must be a type");
  int is = isInstanceOf(v, cls);
  if (is < 0)
    return jn_error();
  if (!is)
    return jn_none();
  auto *keywords = as<jn_tuple>(names);
  std::string className(foreign ? "class" : typeNameOf(as<Type>(cls)));
  Ref values(jn_obj(newTuple(positional + keywords->size)));
  Ref seen(jn_make_set(nullptr, 0));
  auto *out = values.as<jn_tuple>();
  // 1 found, 0 missing, -1 error
  auto take = [&](Value name, int64_t at) {
    int twice = jn_contains(seen.get(), name);
    if (twice < 0)
      return -1;
    if (twice) {
      raise(jn_exc_TypeError, "%s() got multiple sub-patterns for attribute %R", className.c_str(),
            &name);
      return -1;
    }
    if (jn_set_add(seen.get(), name) < 0)
      return -1;
    Value found = getattrOptional(v, name);
    if (found.tag == JN_ERROR)
      return -1;
    if (found.tag == JN_UNBOUND)
      return 0;
    out->items[at] = found;
    return 1;
  };
  if (positional) {
    Ref args(getattrOptional(cls, JN_NAME("__match_args__")));
    if (args.failed())
      return jn_error();
    bool self = false;
    int64_t allowed = 0;
    if (args.get().tag == JN_UNBOUND) {
      self = !foreign && matchesSelf(as<Type>(cls));
      allowed = self ? 1 : 0;
    } else if (!isExact(args.get(), &jn_type_tuple)) {
      Value a = args.get();
      return raise(jn_exc_TypeError, "%s.__match_args__ must be a tuple (got %T)",
                   className.c_str(), &a);
    } else {
      allowed = args.as<jn_tuple>()->size;
    }
    if (allowed < positional)
      return raise(jn_exc_TypeError, "%s() accepts %ld positional sub-pattern%s (%ld given)",
                   className.c_str(), static_cast<long>(allowed), allowed == 1 ? "" : "s",
                   static_cast<long>(positional));
    if (self) {
      out->items[0] = jn_own(v);
    } else {
      for (int64_t i = 0; i < positional; ++i) {
        Value name = args.as<jn_tuple>()->items[i];
        if (!isStr(name))
          return raise(jn_exc_TypeError, "__match_args__ elements must be strings (got %T)", &name);
        int r = take(name, i);
        if (r <= 0)
          return r < 0 ? jn_error() : jn_none();
      }
    }
  }
  for (int64_t i = 0; i < keywords->size; ++i) {
    int r = take(keywords->items[i], positional + i);
    if (r <= 0)
      return r < 0 ? jn_error() : jn_none();
  }
  return values.release();
}
