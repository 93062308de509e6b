// Products of matrices in graphs, as the passes on them see them: which may be put together, their
// operands joined, parts of what comes out.
#pragma once

#include "IR/Builder.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>

namespace janus::transforms {

namespace product_rows {
#define JANUS_PRODUCT_ROW(Role, Row) constexpr TensorOp Role = TensorOp::Row;
#include "Transforms/Optimize/ProductRows.def"
}  // namespace product_rows

class ProductTerms {
public:
  ProductTerms(ir::Module &module, ir::FunctionId function);

  // A product whose result has a row for each row of its first operand, of numbers known here:
  // `linear`, `mm`, of float32 or float64, with a dense result.
  bool isProduct(ir::OpId id) const;
  // Python can reach the memory of the value after the graph, or its history.
  bool isReachable(ir::ValueId value) const { return reachable_.contains(value); }

  // How many rows a tensor has, if its last dimension makes the columns, and how many columns.
  // Nothing where a size is not a number.
  std::optional<int64_t> rowsOf(ir::ValueId value) const;
  int64_t columnsOf(ir::ValueId value) const;
  // Whether the tensor is a matrix, or can be viewed as one.
  bool isRows(ir::ValueId value) const;

  // What is made from now on stands at the end of the region, or before `op`.
  void insertAtEnd(ir::RegionId region, Span span);
  void insertBefore(ir::OpId op);
  // One matrix of the rows of all parts; no copies where they are the indices of a tensor in a row.
  ir::ValueId joinedRows(llvm::ArrayRef<ir::ValueId> parts);
  // One matrix of the columns of all parts, which are matrices.
  ir::ValueId joinedColumns(llvm::ArrayRef<ir::ValueId> parts);
  // The product with a result like `like`, but for its number of rows.
  ir::ValueId product(ir::Opcode opcode, llvm::ArrayRef<ir::ValueId> operands, ir::ValueId like,
                      int64_t rows);
  // Rows `first` to `end` of a matrix, as a tensor of type `type`.
  ir::ValueId rows(ir::ValueId matrix, int64_t first, int64_t end, ir::TypeId type);
  ir::ValueId transposed(ir::ValueId matrix);
  ir::ValueId sum(ir::ValueId a, ir::ValueId b, ir::TypeId type);

  // The constant that a value is, if it is an int.
  std::optional<int64_t> constantInt(ir::ValueId value) const;

private:
  struct Index {
    ir::ValueId of;
    int64_t at;
  };

  const ir::Op &op(ir::OpId id) const { return function_.op(id); }
  const ir::Type &typeOf(ir::ValueId value) const {
    return module_.types.get(function_.value(value).type);
  }
  bool isDense(ir::ValueId value) const;
  // An index of the first dimension of a dense tensor.
  std::optional<Index> indexOf(ir::ValueId value) const;
  std::optional<ir::ValueId> consecutive(llvm::ArrayRef<ir::ValueId> parts);
  ir::ValueId matrix(ir::ValueId rows);
  ir::ValueId joined(llvm::ArrayRef<ir::ValueId> parts, int dim);
  ir::ValueId make(TensorOp row, llvm::ArrayRef<ir::ValueId> operands, const ir::Type &type);
  ir::ValueId slice(ir::ValueId value, int64_t first, int64_t end);
  ir::ValueId view(ir::ValueId value, llvm::ArrayRef<int64_t> sizes);

  ir::Module &module_;
  ir::Function &function_;
  ir::Builder builder_;
  llvm::DenseSet<ir::ValueId> reachable_;
};

}  // namespace janus::transforms
