// Type objects and the C++ side of the object protocol: what every native type and module is
// written against. Arguments are borrowed and results owned; a failed call leaves an exception
// pending and answers JN_ERROR / -1 / nullptr.
#pragma once

#include "janus/generated.h"

#include <string>
#include <string_view>

namespace janus {

using Value = jn_value;
using Object = jn_object;
using Type = jn_type;

enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  TrueDiv,
  FloorDiv,
  Mod,
  Pow,
  MatMul,
  LShift,
  RShift,
  And,
  Or,
  Xor,
  Count
};
enum class UnaryOp : uint8_t { Neg, Pos, Invert, Abs, Int, Float, Index, Count };
enum class CompareOp : uint8_t { Lt, Le, Eq, Ne, Gt, Ge };

// A native function or method. For methods args[0] is the receiver. `kwnames` is a tuple of str
// naming the last values of args, or JN_UNBOUND.
using NativeFn = Value (*)(const Value *args, size_t count, Value kwnames);
struct MethodDef {
  const char *name;
  NativeFn fn;
  // Accepted number of positional arguments (receiver included); max < 0 means any. Checked before
  // the call with Python's TypeError text. Keywords are refused before the call unless `keywords`.
  int min = 0, max = -1;
  bool keywords = false;
  const char *doc = nullptr;
};
struct GetSetDef {
  const char *name;
  Value (*get)(Object *self);
  int (*set)(Object *self, Value v);  // null: read-only; v is JN_UNBOUND for `del`
};

using VisitFn = void (*)(Object *child, void *context);

}  // namespace janus

// Static storage, immortal for native types; heap objects for class statements: TypeLifetime.cpp.
// Slots are inherited from the base by `readyType` when null; the class statement fills them with
// trampolines to dunder methods.
struct jn_type {  // begins as jn_class_front says
  jn_object head = {};
  uint32_t version = 0;        // new number whenever the type or a base changes; 0 = not cacheable
  int32_t dictOffset = 0;      // byte offset of the instance's jn_dict*, 0 when it has none
  const char *name = nullptr;  // `__name__` of native types; heap types keep `nameValue`
  jn_type *base = nullptr;
  size_t instanceSize = 0;
  void (*dealloc)(jn_object *) = nullptr;
  void (*traverse)(jn_object *, janus::VisitFn, void *) = nullptr;  // containers only
  void (*clear)(jn_object *) = nullptr;
  jn_value (*repr)(jn_object *) = nullptr;
  jn_value (*str)(jn_object *) = nullptr;
  jn_value (*format)(jn_object *, jn_value spec) = nullptr;
  int (*hash)(jn_object *, int64_t *out) = nullptr;  // 0, -1
  int (*truth)(jn_object *) = nullptr;               // 1, 0, -1
  jn_value (*compare)(jn_value, jn_value,
                      janus::CompareOp) = nullptr;  // may answer JN_NOTIMPLEMENTED
  // Called with the operands in source order, whichever of them has this type.
  jn_value (*binary[(size_t)janus::BinaryOp::Count])(jn_value, jn_value) = {};
  jn_value (*inplace[(size_t)janus::BinaryOp::Count])(jn_value, jn_value) = {};
  jn_value (*unary[(size_t)janus::UnaryOp::Count])(jn_object *) = {};

  jn_value (*call)(jn_value self, const jn_value *args, size_t count, jn_value kwnames) = nullptr;
  jn_value (*getattr)(jn_value self, jn_value name) = nullptr;         // whole lookup
  int (*setattr)(jn_value self, jn_value name, jn_value v) = nullptr;  // v JN_UNBOUND: delete
  // Descriptors. `instance` is JN_NONE when looked up on a class.
  jn_value (*descrGet)(jn_object *self, jn_value instance, jn_type *owner) = nullptr;
  int (*descrSet)(jn_object *self, jn_value instance,
                  jn_value v) = nullptr;  // v JN_UNBOUND: delete
  jn_value (*iter)(jn_object *) = nullptr;
  jn_value (*next)(jn_object *) = nullptr;   // JN_DONE at the end
  int64_t (*length)(jn_object *) = nullptr;  // -1 on error
  jn_value (*getitem)(jn_value self, jn_value key) = nullptr;
  int (*setitem)(jn_value self, jn_value key, jn_value v) = nullptr;  // v JN_UNBOUND: delete
  int (*contains)(jn_object *, jn_value item) = nullptr;

  jn_value (*construct)(jn_type *cls, const jn_value *args, size_t count,
                        jn_value kwnames) = nullptr;  // __new__
  int (*init)(jn_value self, const jn_value *args, size_t count,
              jn_value kwnames) = nullptr;  // __init__

  const janus::MethodDef *methods = nullptr;  // null-name terminated
  const janus::GetSetDef *getsets = nullptr;
  const janus::MethodDef *staticMethods = nullptr, *classMethods = nullptr;

  // Filled by readyType.
  jn_dict *dict = nullptr;
  jn_tuple *mro = nullptr;  // starts with the type itself
  jn_tuple *bases = nullptr;
  jn_type *metatype = nullptr;  // null means `type`
  jn_value nameValue = {JN_UNBOUND, {0}}, qualname = {JN_UNBOUND, {0}}, module = {JN_UNBOUND, {0}};
  uint32_t typeFlags = 0;
  int32_t slotsOffset = 0;  // first __slots__ value
  struct Subclasses *subclasses = nullptr;
  // Heap types over var-sized natives keep dict and __slots__ before the object.
  uint32_t prefixSize = 0;             // bytes before the object, collector links included
  uint32_t slotCount = 0;              // values at slotsOffset
  jn_type *solid = nullptr;            // the base that decides the layout
  jn_tuple *attributeDicts = nullptr;  // AttributeDicts.h, at attributeDictsVersion
  uint32_t attributeDictsVersion = 0;
  uint16_t attributesSeen = 0, attributeRoom = 0;  // in dicts of instances: noteAttributes()
  // A step of what `await` drives: its value, or JN_DONE with *result.
  jn_value (*send)(jn_object *, jn_value sent, jn_value *result) = nullptr;
  int (*finalize)(jn_object *) = nullptr;  // before dealloc; 1 when the object was revived
};

namespace janus {

enum TypeFlags : uint32_t {
  kTypeHeap = 1,      // made by a class statement
  kTypeBaseable = 2,  // native type that may be subclassed
  kTypeReady = 4,
  kTypeException = 8,
  kTypeInstanceTraversed = 16,
  kTypeSequencePattern = 32,
  kTypeMappingPattern = 64,
  kTypeAbstract = 128,
  kTypeVarSized = 256,  // items follow the header: Builtins.h
  kTypeAlias = 512,     // Python's name of the type is its base
  kTypeNoWeakrefs = 1024,
  kTypeShadowed = 2048,  // an instance may hold an attribute that a class attribute's name has
  kTypeOfTypes = 4096,   // instances are types
  kTypeValuesShadowed = 8192,  // the same as kTypeShadowed, for class attributes that do not bind
  kTypeAnswers = 16384,  // instances answer for functions that they are given to: Overriding.h
};

// ---- types
JN_API Type jn_type_object, jn_type_type, jn_type_none, jn_type_ellipsis, jn_type_notimplemented,
    jn_type_bigint, jn_type_complex, jn_type_bytes, jn_type_bytearray, jn_type_memoryview,
    jn_type_set, jn_type_frozenset, jn_type_slice, jn_type_range, jn_type_cell, jn_type_module,
    jn_type_generator, jn_type_method, jn_type_native, jn_type_property, jn_type_staticmethod,
    jn_type_classmethod, jn_type_super, jn_type_traceback, jn_type_base_exception;
int readyType(Type *type);
extern Type *const immediateTypes[];  // by tag
inline Type *typeOf(Value v) {
  return v.tag == JN_OBJECT ? v.o->type : immediateTypes[v.tag];
}
// `cls` in type->mro.
bool isProperSubtype(const Type *type, const Type *cls);
inline bool isSubtype(const Type *type, const Type *cls) {
  return type == cls || isProperSubtype(type, cls);
}
inline bool isInstance(Value v, const Type *cls) {
  return isSubtype(typeOf(v), cls);
}
inline bool isExact(Value v, const Type *cls) {
  return v.tag == JN_OBJECT && v.o->type == cls;
}
// Allocates a zeroed instance with count 1; containers are linked to the collector.
Object *allocate(Type *type, size_t size);
template <class T>
T *allocate(Type *type, size_t extraBytes = 0) {
  return reinterpret_cast<T *>(allocate(type, sizeof(T) + extraBytes));
}
void freeObject(Object *o);                  // unlink from the collector and release the memory
Value lookupInType(Type *type, Value name);  // borrowed, JN_UNBOUND when absent; walks the mro
Value genericGetattr(Value self, Value name);
int genericSetattr(Value self, Value name, Value v);
void typeModified(Type *type);  // new version for the type and all subclasses

// Called by jn_watch_hit; runtime/speculate sets it.
extern void (*watchHook)(Object *written);

// ---- a reference that drops itself, for native code
class Ref {
public:
  Ref() : value_(jn_unbound()) {}
  explicit Ref(Value owned) : value_(owned) {}
  Ref(Ref &&other) noexcept : value_(other.release()) {}
  Ref &operator=(Ref &&other) noexcept {
    if (this != &other) {
      jn_decref(value_);
      value_ = other.release();
    }
    return *this;
  }
  Ref(const Ref &) = delete;
  Ref &operator=(const Ref &) = delete;
  ~Ref() { jn_decref(value_); }
  static Ref own(Value borrowed) { return Ref(jn_own(borrowed)); }
  Value get() const { return value_; }
  Value release() {
    Value v = value_;
    value_ = jn_unbound();
    return v;
  }
  bool failed() const { return value_.tag == JN_ERROR; }
  template <class T>
  T *as() const {
    return reinterpret_cast<T *>(value_.o);
  }

private:
  Value value_;
};
template <class T>
T *as(Value v) {
  return reinterpret_cast<T *>(v.o);
}

// ---- strings (runtime/value/Str)
Value makeStr(std::string_view utf8);    // invalid UTF-8 becomes surrogate escapes
Value internStr(std::string_view utf8);  // immortal
inline bool isStr(Value v) {
  return v.tag == JN_OBJECT && isSubtype(v.o->type, &jn_type_str);
}
std::string_view utf8Of(Value str);  // valid while the string lives (cached encoding)
int64_t strLength(Value str);
uint32_t strCharAt(Value str, int64_t index);
// An interned name made once per call site: JN_NAME("__init__").
#define JN_NAME(text)                                                                              \
  ([]() -> ::jn_value {                                                                            \
    static const ::jn_value name = ::janus::internStr(text);                                       \
    return name;                                                                                   \
  }())

// ---- numbers
Value makeIntFromDecimal(std::string_view digits);
bool isInt(Value v);  // int, bool, big ints and their subclasses
// Converts through __index__; TypeError / OverflowError on failure.
bool toInt64(Value v, int64_t *out);
bool toDouble(Value v, double *out);  // int, float, __float__, __index__; TypeError otherwise

// ---- containers
Value makeTuple(std::initializer_list<Value> items);  // borrows the items
jn_tuple *newTuple(int64_t size);  // items JN_NONE, to be filled with owned values
jn_list *newList(int64_t size);
jn_dict *newDict();
Value dictGet(jn_dict *d, Value key);      // borrowed, JN_UNBOUND when absent, JN_ERROR
Value dictGetStr(jn_dict *d, Value name);  // name is an interned str; never fails
int dictSet(jn_dict *d, Value key, Value v);
int dictDelete(jn_dict *d, Value key);  // 1 deleted, 0 absent, -1
// Position-wise iteration: false at the end. Values are borrowed.
bool dictNext(jn_dict *d, int64_t *position, Value *key, Value *v);

// ---- errors. printf formats plus %R (repr of a Value*), %S (str of a Value*), %T (type name of a
// Value*).
JN_API Type jn_exc_BaseException;
#define JANUS_EXCEPTION(name, base) JN_API Type jn_exc_##name;
#include "value/error/ExceptionClasses.def"
Value raise(Type &type, const char *format, ...);  // always JN_ERROR
Value raiseKeyError(Value key);
Value raiseOsError(int errnum, Value path);  // the subclass that errno asks for
bool hasError();
bool errorMatches(const Type &type);
Value takeError();  // owned; nothing pending afterwards
void clearError();
void setError(Value exception);  // takes it over

// ---- protocol helpers
Value getattr(Value o, Value name);
Value getattrOptional(Value o, Value name);  // JN_UNBOUND (no error) on AttributeError
int setattr(Value o, Value name, Value v);
Value callMethod(Value o, Value name, std::initializer_list<Value> args);
Value call(Value callee, std::initializer_list<Value> args);
Value repr(Value v);
Value str(Value v);
bool hash(Value v, int64_t *out);
int equal(Value a, Value b);  // identity first, then ==: 1, 0, -1
Value compare(Value a, Value b, CompareOp op);
Value binary(Value a, Value b, BinaryOp op);
int64_t length(Value v);  // -1 on error

// ---- native functions and modules
Value makeNative(const MethodDef *def, Value module);
// A module written in C++, a row of stdlib/Modules.def; `init` fills the dict on first import.
struct NativeModuleDef {
  const char *name;
  int (*init)(jn_module *m);
  const MethodDef *functions;
};
int addToModule(jn_module *m, const char *name, Value owned);

// Parses keyword arguments of a native function: names of all parameters in order, how many are
// required; fills out[] (borrowed, JN_UNBOUND when absent). TypeError with Python's text; `fname`
// without parentheses.
bool parseArgs(const char *fname, std::initializer_list<const char *> names, int required,
               int positionalMax, const Value *args, size_t count, Value kwnames, Value *out);

}  // namespace janus
