// Makes operations on tensors in graphs, by what they are (GraphRows.def), with their types.
#pragma once

#include "IR/Builder.h"
#include "IR/TensorRows.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace janus::transforms {

namespace graph_rows {
#define JANUS_GRAPH_ROW(Role, Row) constexpr TensorOp Role = TensorOp::Row;
#include "Transforms/Optimize/GraphRows.def"
}  // namespace graph_rows

class RowBuilder {
public:
  RowBuilder(ir::Module &module, ir::FunctionId function);

  // The place of operations that are made from now on: the end of the region, before `op`, or
  // behind it.
  void insertAtEnd(ir::RegionId region, ir::OpId like);
  void insertBefore(ir::OpId op), insertAfter(ir::OpId op);

  ir::ValueId make(TensorOp row, llvm::ArrayRef<ir::ValueId> operands, const ir::Type &type);
  // An operation that is no row.
  ir::ValueId make(ir::Opcode opcode, llvm::ArrayRef<ir::ValueId> operands, const ir::Type &type,
                   llvm::ArrayRef<ir::NamedAttribute> attributes);
  void effect(ir::Opcode opcode, llvm::ArrayRef<ir::ValueId> operands,
              llvm::ArrayRef<ir::NamedAttribute> attributes);
  llvm::SmallVector<ir::ValueId, 2> makeMany(ir::Opcode row, llvm::ArrayRef<ir::ValueId> operands,
                                             llvm::ArrayRef<ir::Type> types);
  ir::ValueId integer(int64_t value) { return builder_.integer(value); }
  ir::ValueId boolean(bool value) { return builder_.boolean(value); }
  ir::ValueId text(llvm::StringRef value) { return builder_.str(value); }
  ir::ValueId integers(llvm::ArrayRef<int64_t> values);
  // Indices `first` to `end` of the first dimension.
  ir::ValueId slice(ir::ValueId value, int64_t first, int64_t end);
  ir::ValueId view(ir::ValueId value, llvm::ArrayRef<int64_t> sizes);
  // With a dimension of size 1 before dimension `dim`.
  ir::ValueId withDimension(ir::ValueId value, int64_t dim);
  ir::ValueId transposed(ir::ValueId matrix);
  // Tensors one after the other along a dimension, in which their sizes are numbers.
  ir::ValueId joined(llvm::ArrayRef<ir::ValueId> parts, int64_t dim);
  ir::ValueId sum(ir::ValueId a, ir::ValueId b, ir::TypeId type);
  // Zero with a minus becomes zero; everything else stays.
  ir::ValueId plusZero(ir::ValueId value);

  // The constant that a value is, if it is an int.
  std::optional<int64_t> constantInt(ir::ValueId value) const {
    return ir::constantInt(module_, function_, value);
  }
  const ir::Type &typeOf(ir::ValueId value) const {
    return module_.types.get(function_.value(value).type);
  }

private:
  ir::Module &module_;
  ir::Function &function_;
  ir::Builder builder_;
};

}  // namespace janus::transforms
