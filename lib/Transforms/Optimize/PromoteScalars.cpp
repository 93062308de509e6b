// promote-slots for locals that only ever hold numbers, texts, None: nobody can see when such an
// object is released. Asks the slots' types, so refine-sound runs first.
#include "Transforms/Optimize/SlotPromotion.h"
#include "Transforms/PassManager.h"

namespace janus::transforms {
namespace {

bool isScalar(ir::TypeKind kind) {
  switch (kind) {
  case ir::TypeKind::None:
  case ir::TypeKind::Bool:
  case ir::TypeKind::Int:
  case ir::TypeKind::Float:
  case ir::TypeKind::Complex:
  case ir::TypeKind::Str:
  case ir::TypeKind::Bytes: return true;
  default: return false;
  }
}

}  // namespace

void runPromoteScalars(ir::Module &module) {
  for (ir::FunctionId id : module.functions()) {
    const ir::Function &function = module.function(id);
    std::vector<ir::SlotId> scalars;
    for (ir::SlotId slot : function.slots.ids())
      if (ir::TypeId type = function.slots[slot].type;
          type && isScalar(module.types.get(type).kind))
        scalars.push_back(slot);
    promote(module, id, promotableSlots(function, scalars));
  }
}

}  // namespace janus::transforms
