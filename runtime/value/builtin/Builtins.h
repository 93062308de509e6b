// How the parts of runtime/value fit together: who defines what, the order of start-up, and the
// table of builtins. Included by runtime/value only; everyone else needs Object.h.
//
// Object model (Object*, Type*, Slots*, ClassStatement, Attributes, Descriptors, Function*, Call*,
// Native, Super, Generator, Exception*, Raise, Traceback*, Module, Import, Weakref, Match, With,
// Iteration, Operators*, Main) defines
//   allocate freeObject readyType isSubtype lookupInType generic* typeModified getattr* setattr
//   call* raise* and the pending error, makeNative parseArgs addToModule, and the dispatch by
//   slots: repr str hash equal compare binary length, jn_*_slow operators, jn_truth_slow
//   jn_contains jn_is jn_getitem_slow jn_setitem_slow jn_delitem jn_iter jn_next_slow jn_unpack,
//   jn_call*, attributes, globals, cells, imports, generators, with, match, jn_raise...,
//   jn_make_function, jn_build_class, jn_dict_merge_kwargs; the types object type function method
//   native property staticmethod classmethod super cell module generator traceback NoneType
//   ellipsis NotImplementedType and every exception.
// Data types (Int, Float, Complex, Str*, Bytes*, List, Tuple, Dict, Set, Range, Slice) define
//   makeStr internStr utf8Of strLength strCharAt makeIntFromDecimal isInt toInt64 toDouble, the
//   containers of Object.h, jn_make_tuple/list/set/dict/slice, jn_list_*, jn_set_*, jn_dict_set,
//   jn_dict_update, jn_concat_strings, jn_format_value, the slots and methods of their types, and
//   the builtin functions that are not listed under `initBuiltinObjects`.
#pragma once

#include "value/object/Object.h"

namespace janus {

// ---- start-up, in this order; each returns 0, or -1 with an exception pending
int initRuntime();         // everything below, once per process (Main)
void initStrings();        // data types: the intern table; called before anything else
int initObjectTypes();     // object model: type, object, function, ...
int initDataTypes();       // data types: readyType + addBuiltinType for int ... slice and their
                           // iterators
int initExceptions();      // object model: all exception types, added to builtins
int initBuiltinObjects();  // object model: isinstance issubclass getattr setattr hasattr delattr
                           // callable vars dir iter next globals locals __import__ __build_class__
                           // id
int initBuiltinFunctions();  // data types: print len sorted min max abs ... enumerate zip map
                             // filter reversed

jn_dict *builtinsDict();  // `builtins.__dict__`
int addBuiltin(const char *name, Value owned);
inline int addBuiltinType(Type *type) {
  return readyType(type) < 0 ? -1 : addBuiltin(type->name, jn_obj(type));
}
int addBuiltinFunctions(const MethodDef *defs);  // null-name terminated

// ---- data types -> object model
Value makeBytes(std::string_view bytes);
Value makeComplex(double real, double imaginary);
Value makeFrozenset(const Value *items, size_t count);
// Buffered `sys.stdout` at the level of bytes, and its flush; print uses them when sys.stdout is
// the original.
int writeStdout(std::string_view utf8);
int flushStdout();

// ---- object model -> data types
// Text of an int's `int() argument ...` kind errors needs type names: `typeName(v)` is `__name__`.
std::string typeName(Value v);
std::string_view typeNameOf(const Type *type);
// Calls the special method `name` looked up on the type (never on the instance): JN_UNBOUND without
// an error when the type has none. Used by round, reversed, divmod, format, bytes, ...
Value callSpecial(Value self, Value name, std::initializer_list<Value> args);
Value unary(Value a, UnaryOp op);
// `__length_hint__`, or `fallback`; -1 on error.
int64_t lengthHint(Value v, int64_t fallback);
// jn_enter with CPython's ending of the RecursionError: " in comparison".
bool enterNative(const char *where);
// Guards a recursive repr: false when `o` is being shown already (print "[...]").
bool reprEnter(Object *o);
void reprLeave(Object *o);
// A range iterator, made by the data types; anything iterable goes through jn_iter / jn_next.
// Runs `f(item)` over an iterable; stops when it answers false with an exception pending.
template <class F>
bool forEach(Value iterable, F f) {
  Ref it(jn_iter(iterable));
  if (it.failed())
    return false;
  for (;;) {
    Ref item(jn_next(it.get()));
    if (item.get().tag == JN_DONE)
      return true;
    if (item.failed() || !f(item.get()))
      return false;
  }
}

// ---- conventions for data types that users subclass
// `construct(cls, ...)` allocates with allocate(cls, size): the block is at least
// cls->instanceSize, and the instance's dict pointer and __slots__ values lie behind instanceSize
// of the base, or before the object when the type says kTypeVarSized (tuple, str, bytes, int: items
// follow the header). A type whose Python name is another's (jn_type_bigint is `int`) sets
// kTypeAlias: type(v) answers its base.
}  // namespace janus
