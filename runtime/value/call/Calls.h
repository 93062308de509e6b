// Calling: compiled functions, native functions and everything else.
#pragma once

#include "value/builtin/Builtins.h"

namespace janus {

// A native function: free, bound to a receiver or a class, or a descriptor in a type's dict.
struct NativeObject {
  jn_object head;
  const MethodDef *def;
  Value self;    // receiver, class or JN_UNBOUND
  Value module;  // name, or JN_UNBOUND
  Type *owner;   // of methods
};
extern Type jn_type_method_descriptor, jn_type_classmethod_descriptor;

struct MethodObject {  // a compiled function bound to its receiver
  jn_object head;
  Value function, self;
};
Value newMethod(Value function, Value self);

inline size_t keywordsIn(Value kwnames) {
  return kwnames.tag == JN_OBJECT ? static_cast<size_t>(as<jn_tuple>(kwnames)->size) : 0;
}

// `count` counts all values, keyword ones included. kwnames: a tuple of str or JN_UNBOUND.
// Of a class that may end meanwhile, or let go of the function: the caller need not hold it.
Value callFunction(jn_function *f, const Value *args, size_t count, Value kwnames);
Value callNative(NativeObject *f, const Value *args, size_t count, Value kwnames);
// args[0] is the receiver, whose type is checked.
Value callNativeDescriptor(NativeObject *f, const Value *args, size_t count, Value kwnames);
// The caller holds `callee`.
Value callAny(Value callee, const Value *args, size_t count, Value kwnames);
// callee(first, *args): with methods found in a type bound to `first`.
Value callWithFirst(Value attribute, Value first, const Value *args, size_t count, Value kwnames);
// callee(first, *args), nothing bound.
Value callPrepended(Value callee, Value first, const Value *args, size_t count, Value kwnames);

// Fills the parameters of f: positional-only, positional, keyword-only, *args, **kwargs. `bound`
// has room for all; what it holds is borrowed, but *args and **kwargs are owned and returned in
// owned[0..1].
bool bindArguments(jn_function *f, const Value *args, size_t count, Value kwnames, Value *bound,
                   Value *owned);
inline size_t parameterCount(const jn_function_def *d) {
  return size_t{d->positional} + d->keyword_only + !!(d->flags & JN_FN_VARARGS) +
         !!(d->flags & JN_FN_VARKW);
}
Value newGenerator(jn_function *f, const Value *bound, size_t parameters);

Value newCode(const jn_function_def *def);
Value functionName(jn_function *f);  // borrowed, made at first use
Value functionQualname(jn_function *f);

Value staticmethodFunction(Value staticmethod);  // borrowed
// The text before `()` in a TypeError: `f`, `C.f`, `list.append`.
std::string calleeName(Value callee);

Value newNative(Type *type, const MethodDef *def, Value self, Value module, Type *owner);

}  // namespace janus
