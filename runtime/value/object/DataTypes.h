// What the files of the data types share: argument checks with Python's texts, slot adapters, and
// the function of each file that readies its types.
#pragma once

#include "value/builtin/Builtins.h"
#include "value/number/Number.h"

namespace janus {

// ---- arguments of native functions; `count` includes keyword arguments
inline size_t keywordCount(Value kwnames) {
  return kwnames.tag == JN_OBJECT ? as<jn_tuple>(kwnames)->size : 0;
}
// TypeError "f expected at least 1 argument, got 0" unless min <= count <= max.
bool checkCount(const char *fname, size_t count, size_t min, size_t max);
// TypeError "f() takes no keyword arguments".
bool refuseKeywords(const char *fname, Value kwnames);
inline Value argument(const Value *args, size_t count, size_t index) {
  return index < count ? args[index] : jn_unbound();
}
inline bool given(Value v) {
  return v.tag != JN_UNBOUND;
}

// ---- slots
int hashNotImplemented(Object *o, int64_t *out);  // TypeError "unhashable type: 'list'"
inline Value selfIter(Object *o) {
  return jn_own(jn_obj(o));
}
inline bool ordered(CompareOp op, int c) {  // c: sign of a - b
  switch (op) {
  case CompareOp::Lt: return c < 0;
  case CompareOp::Le: return c <= 0;
  case CompareOp::Eq: return c == 0;
  case CompareOp::Ne: return c != 0;
  case CompareOp::Gt: return c > 0;
  case CompareOp::Ge: return c >= 0;
  }
  return false;
}
#define JN_SLOT(type, table, op) (type).table[static_cast<size_t>(op)]

// `list[int]` is an object of its own.
Value genericAlias(const Value *args, size_t count, Value kwnames);
constexpr MethodDef kGenericAliasMethod = {"__class_getitem__", genericAlias, 2, 2};
inline constexpr MethodDef kGenericAliasMethods[] = {kGenericAliasMethod, {}};

// Adds to a hash the way sets and tuples need it: never -1.
inline int64_t notMinusOne(int64_t h) {
  return h == -1 ? -2 : h;
}

// An Object for a number that is an immediate, so that getters written for objects serve it. Owned.
Value boxNumber(Value v);

// ---- one function per file of types; 0, or -1 with an exception pending
int initIntTypes();
int initFloatType();
int initComplexType();
int initStrType();
int initBytesTypes();
int initMemoryViewType();
int initListType();
int initTupleType();
int initDictTypes();
int initDictViewTypes();
int initSetTypes();
int initRangeTypes();
int initSliceType();
int initIteratorTypes();
int initSequenceIteratorTypes();
int initFileTypes();
int initGenericAlias();

}  // namespace janus
