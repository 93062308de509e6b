// Nodes of operations that are several ones of PyTorch: called as generic code calls them.
#include "Transforms/Speculate/Tensors/TensorDomain.h"

#include "janus/contract/NodeNames.h"

namespace janus::speculate {

// Sizes and numbers that a name hangs on are guarded: the version has the name in it.
struct TensorDomain::NamingArguments {
  TensorDomain &domain;
  const Values &args;

  std::vector<SymbolicSize> shape(size_t i) const { return domain.shapeOf(args[i].objectId()); }
  size_t rank(size_t i) const { return shape(i).size(); }
  bool isTensor(size_t i) const { return domain.isTensor(args[i]); }
  bool isContiguous(size_t i) const {
    return domain.isContiguous(args[i].objectId()).value_or(true);
  }
  bool isEmpty(size_t i) const {
    return llvm::any_of(shape(i), [](const SymbolicSize &size) { return size.number == 0; });
  }
  bool hasMoreRows(size_t i, int64_t rows) const {
    return domain.sizes_.less(SymbolicSize(rows), *std::prev(shape(i).end(), 2));
  }
  double number(size_t i) const {
    std::optional<ir::ConstId> fixed = domain.scalars_.fixed(args[i], "an argument");
    return fixed ? numberOf(domain.graph_.constant(*fixed)).value_or(0) : 0;
  }
  std::string text(size_t i) const {
    return domain.scalars_.fixedText(args[i], "an argument").value_or("");
  }
};

std::string TensorDomain::nameOfNode(const TapeEntry &entry) {
  if (!entry.node.empty() || !isNamedByArguments(entry.op))
    return entry.node;
  return nodeByArguments(entry.op, NamingArguments{*this, entry.args});
}

}  // namespace janus::speculate
