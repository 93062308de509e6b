// Products of matrices in graphs, as the passes on them see them: which may be put together, their
// operands joined, parts of what comes out.
#pragma once

#include "Transforms/Optimize/RowBuilder.h"

#include "llvm/ADT/DenseSet.h"

namespace janus::transforms {

// The values whose memory, or whose history, Python can reach after the graph.
llvm::DenseSet<ir::ValueId> reachableValues(const ir::Function &function);

class ProductTerms {
public:
  ProductTerms(ir::Module &module, ir::FunctionId function);

  // A product whose result has a row for each row of its first operand, of numbers known here:
  // of float32 or float64, with a dense result.
  bool isProduct(ir::OpId id) const;
  bool isReachable(ir::ValueId value) const { return reachable_.contains(value); }

  // How many rows a tensor has, if its last dimension makes the columns, and how many columns.
  // Nothing where a size is not a number.
  std::optional<int64_t> rowsOf(ir::ValueId value) const;
  int64_t columnsOf(ir::ValueId value) const;

  RowBuilder &builder() { return builder_; }
  const RowBuilder &builder() const { return builder_; }
  // One matrix of the rows of all parts; no copies where they are the indices of a tensor in a row.
  ir::ValueId joinedRows(llvm::ArrayRef<ir::ValueId> parts);
  // The product with a result like `like`, but for its number of rows.
  ir::ValueId product(ir::Opcode opcode, llvm::ArrayRef<ir::ValueId> operands, ir::ValueId like,
                      int64_t rows);
  // Rows `first` to `end` of a matrix, as a tensor of type `type`.
  ir::ValueId rows(ir::ValueId matrix, int64_t first, int64_t end, ir::TypeId type);

private:
  struct Index {
    ir::ValueId of;
    int64_t at;
  };

  const ir::Op &op(ir::OpId id) const { return function_.op(id); }
  const ir::Type &typeOf(ir::ValueId value) const { return builder_.typeOf(value); }
  bool isDense(ir::ValueId value) const;
  // Whether the tensor is a matrix, or can be viewed as one.
  bool isRows(ir::ValueId value) const;
  ir::ValueId matrix(ir::ValueId rows);
  // An index of the first dimension of a dense tensor.
  std::optional<Index> indexOf(ir::ValueId value) const;
  std::optional<ir::ValueId> consecutive(llvm::ArrayRef<ir::ValueId> parts);

  ir::Module &module_;
  ir::Function &function_;
  RowBuilder builder_;
  llvm::DenseSet<ir::ValueId> reachable_;
};

}  // namespace janus::transforms
