// Locals become values; a branch that assigns one gives it as a result, a loop carries it.
//
//   slot.store $x %a                      %1 = if %c : dyn then {
//   if %c then {                            yield_values %b
//     slot.store $x %b          =>        } else {
//   }                                       yield_values %a
//   %1 = slot.load $x : dyn               }
//
// A slot stays when a load may find it unbound (the error must be raised), when it is a cell or
// free, when it is assigned inside a `try` and seen outside that part of it, and in generators.
// Values die at their last use, slots at the end of the function: where that can be seen (a file
// that closes, `__del__`), use promote-scalars.
#include "Transforms/Optimize/SlotPromotion.h"
#include "Transforms/PassManager.h"

namespace janus::transforms {

void runPromoteSlots(ir::Module &module) {
  for (ir::FunctionId id : module.functions()) {
    std::vector<ir::SlotId> all;
    for (ir::SlotId slot : module.function(id).slots.ids())
      all.push_back(slot);
    promote(module, id, promotableSlots(module.function(id), all));
  }
}

}  // namespace janus::transforms
