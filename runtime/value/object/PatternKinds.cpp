// Classes registered with collections.abc: whether their instances match sequence and mapping
// patterns.
#include "value/call/Modules.h"
#include "value/object/Types.h"

namespace janus {
namespace {

constexpr uint32_t kKinds = kTypeSequencePattern | kTypeMappingPattern;

void share(Type *type, uint32_t kind) {
  if (!(type->typeFlags & kTypeHeap) || (type->typeFlags & kKinds) == kind)
    return;
  type->typeFlags = (type->typeFlags & ~kKinds) | kind;
  Ref derived(subclassesOf(type));
  auto *list = derived.as<jn_list>();
  for (int64_t i = 0; i < list->size; ++i)
    share(as<Type>(list->items[i]), kind);
}

// share(cls, subclass): a subclass that was registered, and all that derive from it, are of the
// kind of `cls`.
Value shareFn(const Value *args, size_t, Value) {
  if (isType(args[0]) && isType(args[1]))
    if (uint32_t kind = as<Type>(args[0])->typeFlags & kKinds)
      share(as<Type>(args[1]), kind);
  return jn_none();
}
const MethodDef kFunctions[] = {{"share", shareFn, 2, 2}, {}};

}  // namespace

const NativeModuleDef patternKindsModule = {"_pattern_kinds", nullptr, kFunctions};

}  // namespace janus
