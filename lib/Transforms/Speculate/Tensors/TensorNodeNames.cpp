// Nodes of operations that are several ones of PyTorch: called as generic code calls them.
#include "Transforms/Speculate/Tensors/TensorDomain.h"

#include "janus/contract/NodeNames.h"

namespace janus::speculate {

// Sizes and numbers that a name hangs on are guarded: the version has the name in it.
struct TensorDomain::NamingArguments {
  TensorDomain &domain;
  const Values &args;
  bool isKnown = true;

  std::vector<SymbolicSize> shape(size_t i) const { return domain.shapeOf(args[i].objectId()); }
  size_t rank(size_t i) const { return shape(i).size(); }
  bool isTensor(size_t i) const { return domain.isTensor(args[i]); }
  bool isContiguous(size_t i) {
    std::optional<bool> is = domain.isContiguous(args[i].objectId());
    isKnown &= is.has_value();
    return is.value_or(true);
  }
  bool isExpandedBias(size_t inputRank, size_t i) const {
    std::vector<int64_t> sizes;  // of others than 1 it does not matter which
    for (const SymbolicSize &size : shape(i))
      sizes.push_back(size.isNumber() ? size.number : 2);
    return isBiasExpanded(inputRank, sizes);
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

TensorDomain::NodeName TensorDomain::nameOfNode(const TapeEntry &entry) {
  if (!entry.node.empty() || !isNamedByArguments(entry.op))
    return {entry.node};
  NamingArguments args = {*this, entry.args};
  std::string name = nodeByArguments(entry.op, args);
  return {std::move(name), args.isKnown};
}

std::optional<TensorDomain::ResultName> TensorDomain::nameOfResult(ObjectId tensor,
                                                                   const TapeEntry &entry) {
  const TensorState &state = heap_.at(tensor).tensor;
  bool isPiece = state.made == ir::ViewMade::OneOfMany && !madeTogether(tape_, state.tape);
  if (entry.fork() || entry.function || isPiece || state.isRenamed ||
      heap_.at(heap_.rootOf(tensor)).tensor.isRenamed)
    return std::nullopt;
  NodeName node = nameOfNode(entry);
  return node.isKnown
             ? std::optional(ResultName{std::string(janus::row(entry.op).id), std::move(node.text)})
             : std::nullopt;
}

}  // namespace janus::speculate
