// Unpacking what was just packed: `a, b = b, a` needs no tuple.
//
//   %2 = py.tuple %0, %1 : dyn
//   %3, %4 = py.unpack 2 %2 {...} : dyn, dyn        =>   slot.store $a %0
//   slot.store $a %3                                     slot.store $b %1
//   slot.store $b %4
//
// A tuple of constants may be a constant already. The tuple itself goes as dead code when nothing
// else uses it. Unpacking with a star, or into another number of targets, stays.
#include "IR/Builder.h"
#include "IR/Rewriter.h"
#include "IR/Walk.h"
#include "Transforms/PassManager.h"

namespace janus::transforms {
namespace {

using namespace ir;

class Forwarding {
public:
  Forwarding(Module &module, FunctionId id)
      : module_(module), builder_(module, id), function_(module.function(id)),
        rewriter_(function_) {}

  void run() {
    std::vector<OpId> unpacks;
    walk(function_, function_.body, [&](OpId id) {
      if (function_.op(id).opcode == Opcode::PyUnpack)
        unpacks.push_back(id);
    });
    for (OpId id : unpacks)
      forward(id);
    rewriter_.apply();
  }

private:
  void forward(OpId id) {
    OpId source = function_.value(rewriter_.current(function_.op(id).operands[0])).definedBy;
    if (!source.valid() || function_.boolAttribute(id, "star"))
      return;
    std::vector<ValueId> items;
    if (function_.op(source).opcode == Opcode::PyTuple)
      items.assign(function_.op(source).operands.begin(), function_.op(source).operands.end());
    else if (function_.op(source).opcode == Opcode::Const)
      items = constantItems(id, source);
    size_t count = function_.op(id).results.size();
    if (items.empty() || items.size() != count)
      return;
    for (size_t i = 0; i < count; ++i)
      rewriter_.replace(function_.op(id).results[i], items[i]);
    rewriter_.erase(id);
  }

  // Constants of their own, before the unpacking.
  std::vector<ValueId> constantItems(OpId unpack, OpId source) {
    Constant tuple = module_.constant(function_.constAttribute(source, "value"));
    std::vector<ValueId> items;
    if (tuple.kind != Constant::Kind::Tuple ||
        tuple.items.size() != function_.op(unpack).results.size())
      return items;
    builder_.setSource(function_.op(unpack));
    builder_.setInsertionPoint(function_.op(unpack).parent, positionOf(function_, unpack));
    for (ConstId item : tuple.items)
      items.push_back(builder_.constant(module_.constant(item)));
    return items;
  }

  Module &module_;
  Builder builder_;
  Function &function_;
  Rewriter rewriter_;
};

}  // namespace

void runForwardTuples(Module &module) {
  for (FunctionId id : module.functions())
    Forwarding(module, id).run();
}

}  // namespace janus::transforms
