#include "IR/Rewriter.h"

#include "IR/Walk.h"

#include <algorithm>

namespace janus::ir {

ValueId Rewriter::current(ValueId value) const {
  for (auto found = replacements_.find(value); found != replacements_.end();
       found = replacements_.find(value))
    value = found->second;
  return value;
}

void Rewriter::apply() {
  for (auto [old, with] : replacements_)
    function_.setName(current(with), function_.nameOf(old));
  if (changed())
    applyTo(function_.body);
  replacements_.clear();
  erased_.clear();
}

void Rewriter::applyTo(RegionId region) {
  std::vector<OpId> &ops = function_.region(region).ops;
  llvm::erase_if(ops, [&](OpId op) { return isErased(op); });
  for (OpId op : ops) {
    for (ValueId &operand : function_.op(op).operands)
      operand = current(operand);
    for (RegionId inner : function_.op(op).regions)
      applyTo(inner);
  }
}

void spliceBody(Function &function, RegionId from, RegionId into, size_t index) {
  std::vector<OpId> &source = function.region(from).ops;
  size_t count = source.size() - (terminatorOf(function, from) ? 1 : 0);
  for (size_t i = 0; i < count; ++i)
    function.op(source[i]).parent = into;
  std::vector<OpId> &target = function.region(into).ops;
  target.insert(target.begin() + index, source.begin(), source.begin() + count);
  source.erase(source.begin(), source.begin() + count);
}

size_t positionOf(const Function &function, OpId op) {
  const std::vector<OpId> &ops = function.region(function.op(op).parent).ops;
  return std::find(ops.begin(), ops.end(), op) - ops.begin();
}

}  // namespace janus::ir
