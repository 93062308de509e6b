#include "Transforms/Plan/InputStorages.h"

#include "IR/Loops.h"
#include "IR/TensorRows.h"
#include "IR/Walk.h"

namespace janus::plan {

using namespace ir;

InputStorages::InputStorages(const Function &function) : function_(function) {
  walk(function, function.body, [&](OpId id) {
    if (function.op(id).opcode == Opcode::Assume &&
        function.stringAttribute(id, "kind") == "shares")
      others_[function.stringAttribute(id, "path")] = function.stringAttribute(id, "value").str();
  });
}

llvm::StringRef InputStorages::storageOf(llvm::StringRef path) const {
  auto other = others_.find(path);
  return other == others_.end() ? path : llvm::StringRef(other->getValue());
}

llvm::StringSet<> InputStorages::shownBy(ValueId value) const {
  llvm::StringSet<> storages;
  llvm::SmallVector<ValueId, 8> open = {value};
  llvm::DenseSet<ValueId> seen;
  while (!open.empty())
    for (ValueId memory : memoriesOf(function_, open.pop_back_val())) {
      if (!seen.insert(memory).second)
        continue;
      OpId id = function_.value(memory).definedBy;
      const Op &made = function_.op(id);
      if (made.opcode == Opcode::HeapInput) {
        storages.insert(storageOf(function_.stringAttribute(id, "path")));
      } else if (made.opcode == Opcode::Pack) {
        llvm::append_range(open, made.operands);
      } else if (made.opcode == Opcode::LoopCarried) {
        TurnView turns(function_, function_.region(made.parent).parent);
        open.push_back(made.operands[0]);
        open.push_back(turns.next()[llvm::find(turns.carried(), memory) - turns.carried().begin()]);
      }
    }
  return storages;
}

bool InputStorages::showsAny(ValueId value, const llvm::StringSet<> &storages) const {
  return haveCommon(shownBy(value), storages);
}

}  // namespace janus::plan
