// How classes, functions and natives are called in profiles and in what versions assume.
#pragma once

#include "value/object/Object.h"

#include <string>

namespace janus::speculate {

// "module:qualname@line" of compiled code: several functions of a module may have one qualname.
std::string codeName(const jn_function *function);
// "module:qualname" of what a class statement made, "module.name" of a native type.
std::string className(const Type *type);
// "module.name" of a function, "list.append" of a method; of a slot "object.__init__".
// Empty when `o` is none of those.
std::string nativeName(Object *o);
// The name of an object that is known by it alone, such as torch.float32; empty for others.
std::string enumeratedName(Object *o);
// The name that a module has of itself.
std::string moduleName(const jn_module *m);

// The native type that decides what an instance of `type` holds.
const Type *nativeBase(const Type *type);

}  // namespace janus::speculate
