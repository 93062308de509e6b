// The `run` of one version, and the tables that its code refers to.
#pragma once

#include "Codegen/Cpp/ConstantPool.h"
#include "Codegen/Cpp/LoopKernels.h"
#include "IR/Loops.h"
#include "IR/Plan.h"

#include "janus/contract/Schema.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace janus::codegen {

using ir::Dim;
using ir::SizeExpression;

class VersionBody {
public:
  // `prefix`: of the names of versions. `marksLines`: `#line` of the program, for debuggers.
  VersionBody(const ir::Module &module, const ir::Plan &plan, LoopKernels &loops,
              llvm::StringRef prefix, bool marksLines);

  std::string emit();

  // ---- filled by emit()
  // The version's numbers: struct members, as C++ declares them.
  llvm::ArrayRef<std::string> numbers() const { return members_; }
  const ConstantPool &constants() const { return constants_; }
  llvm::ArrayRef<std::string> kernels() const { return kernels_; }  // ids of rows
  // "dtype", "float32"
  llvm::ArrayRef<std::pair<std::string, std::string>> names() const { return names_; }
  // Of lists the length and the first operand; of calls what jn_plan_call has.
  llvm::ArrayRef<std::pair<size_t, size_t>> lists() const { return lists_; }
  llvm::ArrayRef<std::string> calls() const { return calls_; }
  llvm::ArrayRef<std::string> operands() const { return operands_; }
  llvm::ArrayRef<const ir::PlanPlace *> arena() const { return arena_; }
  llvm::ArrayRef<const ir::PlanPlace *> exposed() const { return exposed_; }
  // Sizes that follow from symbols, by their numbers; lists of such and of numbers.
  llvm::ArrayRef<SizeExpression> sizes() const { return sizes_; }
  llvm::ArrayRef<std::vector<std::string>> sizeLists() const { return sizeLists_; }
  // The size as tables have it: a number, or JN_PLAN_SIZE(k).
  std::string sizeEntry(const SizeExpression &size);
  std::string sizeEntry(const Dim &size);
  // In terms of `symbols`[i]; `fits` says whether 64 bits hold it.
  std::string sizeCode(const SizeExpression &size, llvm::StringRef symbols) const;
  // The records of histories that live on, for the tape: C++ definitions.
  const std::string &tapes() const { return tapes_; }

private:
  // The array and number of a value that is not computed in place: `t[3 /*loss*/]`, `in[0]`,
  // `K[1]`.
  struct Slot {
    enum class In : uint8_t { Temporary, Input, Constant, Place, Name, Sizes };
    In in = In::Temporary;
    unsigned number = 0;
    std::string name = {};
    std::string text() const;
  };

  // ---- lines
  void line(const std::string &text);
  void markPlace(const ir::PlanStep &step);
  void comment(ir::OpId op);
  std::string nameOf(ir::OpId op) const;  // "%loss.5 = t.mean"
  // A line in a block that ends with the step: what only the step uses.
  void local(const std::string &text);
  void closeBlock();
  void check(const std::string &value);  // a jn_value: no JN_ERROR
  void checkThat(const std::string &condition);

  // ---- parts of a long version
  using StepWriter = void (VersionBody::*)(const ir::PlanStep &);
  void sequence(llvm::ArrayRef<ir::PlanStep> steps, StepWriter each);
  std::string cutPart();
  std::string planMembers() const;

  // ---- values
  std::string label(ir::ValueId value) const;     // "%5", "%loss.5"
  std::string variable(ir::ValueId value) const;  // v.i5, v.f5, v.b5, v.count_5
  std::string declare(ir::ValueId number);        // its variable, from here on
  std::string fieldOf(ir::ValueId number) const;  // of a jn_value: ".i", ".f", ".i != 0"
  // The C++ number, or a borrowed jn_value.
  std::string native(ir::ValueId value);
  std::string boxed(ir::ValueId value);
  const Slot *slotOf(ir::ValueId value) const;  // null: it has none
  Slot newTemporary(llvm::StringRef variable = "");
  std::string temporaryFor(ir::ValueId value);
  void unbox(ir::ValueId number);
  std::string arrayOf(llvm::ArrayRef<ir::ValueId> values);

  // ---- steps
  void loadInputs();
  void step(const ir::PlanStep &step);
  void compute(const ir::PlanStep &step);
  void branch(const ir::PlanStep &step, StepWriter each);
  void yield(ir::OpId op);
  void give(llvm::ArrayRef<ir::ValueId> results, llvm::ArrayRef<ir::ValueId> values);
  // Loops of the program (VersionTurns.cpp).
  void turns(const ir::PlanStep &step);
  void carry(const ir::TurnView &turn), carryOn(const ir::TurnView &turn), giveLast(ir::OpId loop);
  bool isOverwritten(const ir::TurnView &turn, size_t i, ir::ValueId stored) const;
  void save(ir::OpId op), product(ir::OpId id), productSum(ir::OpId id), restore(ir::OpId op),
      rows(ir::OpId op);
  void nativeCall(ir::OpId id);
  void scalar(ir::OpId op);
  void guard(ir::OpId op);
  void textFormat(ir::OpId op);
  std::string textAttribute(ir::OpId op, const char *name) const;
  void textCall(ir::OpId op);
  void make(ir::OpId op);
  bool isSaidToBeDense(ir::OpId id, ir::ValueId result) const;
  std::string exposure(ir::OpId tensor), instance(ir::OpId made);
  void tape(ir::OpId op);

  // ---- calls of kernels, which are data (VersionCalls.cpp)
  bool read(ir::OpId op);
  void kernelCall(ir::OpId op);
  void copiedUpdate(ir::OpId op), update(ir::OpId op);
  void call(janus::TensorOp row, std::vector<std::string> arguments,
            const std::vector<std::string> &targets, unsigned result, const std::string &comment);
  void flushCalls();
  unsigned kernel(janus::TensorOp row);
  std::vector<std::string> kernelArguments(ir::OpId op);
  std::string target(ir::OpId op, ir::ValueId result);
  void keepRandom(ir::OpId id);
  static std::string operandText(const Slot &slot);
  std::string operand(ir::ValueId value);
  std::string argument(ir::ValueId value, janus::ArgKind kind);
  unsigned named(llvm::StringRef kind, llvm::StringRef text);
  std::string name(llvm::StringRef kind, llvm::StringRef text);

  // ---- fused loops (VersionLoops.cpp)
  void block(const ir::PlanBlock &block);
  void blocks(llvm::ArrayRef<const ir::PlanBlock *> blocks);
  llvm::ArrayRef<ir::PlanStep> commitLoops();
  void describe(const ir::PlanBlock &block);
  std::vector<std::string> partialFolds(const ir::PlanBlock &block);
  std::string pointers(const ir::PlanBlock &block);
  std::string outputPointer(const ir::PlanBlock &block, size_t index);
  std::string scalars(const ir::PlanBlock &block);

  // ---- sizes (VersionSizes.cpp)
  void loadSymbols();
  void size(ir::OpId op);
  unsigned sizeIndex(const SizeExpression &size);
  std::string sizeNumber(const SizeExpression &size);
  bool isSizeList(ir::OpId op) const;
  unsigned sizeList(ir::OpId op);  // its number
  void checkSlice(ir::OpId op);

  // ---- writes
  void commit(const ir::PlanStep &step);
  std::string viewOf(const Slot &whole, const ir::PlanPart &part);
  Slot copyOf(ir::ValueId value);
  void copyReads();
  void copyReads(ir::OpId op);
  void write(const ir::PlanStep &step);
  void writeStep(const ir::PlanStep &step);
  void result();

  const ir::Op &op(ir::OpId id) const { return function_.op(id); }
  ir::TypeKind kindOf(ir::ValueId value) const;
  Slot input(llvm::StringRef path) const;

  const ir::Module &module_;
  const ir::Function &function_;
  const ir::Plan &plan_;
  LoopKernels &loops_;
  const bool marksLines_;
  ir::PlaceId marked_;
  ConstantPool constants_;
  std::string prefix_, tapes_, body_, indent_ = "  ";
  std::vector<std::string> members_;
  std::string parts_;  // functions that the body was cut into
  unsigned partCount_ = 0, lines_ = 0;
  bool isLong_ = false, inBlock_ = false;
  bool draws_ = false;    // random numbers, whichever way it was reached
  bool entered_ = false;  // the plan is there, and there are temporaries
  bool commits_ = false;  // nothing fails any more
  unsigned temporaries_ = 0;
  llvm::DenseMap<ir::ValueId, Slot> slots_;        // of inputs and objects
  llvm::DenseMap<ir::ValueId, Slot> numberSlots_;  // of numbers that are inputs
  llvm::DenseMap<ir::ValueId, Slot> copies_;       // that an update writes or reads instead
  llvm::DenseMap<ir::OpId, std::vector<std::string>> views_;  // of `Plan::parts`
  // Copies for the operands in `Plan::copied`.
  llvm::DenseMap<ir::OpId, std::vector<std::pair<ir::ValueId, Slot>>> readCopies_;
  // Calls and their operands as C++ writes them; those from `pendingCall_` on are not in the body.
  std::vector<std::string> calls_, operands_;
  size_t pendingCall_ = 0;
  std::vector<std::string> kernels_;
  llvm::StringMap<unsigned> kernelIndex_;
  std::vector<std::pair<std::string, std::string>> names_;
  llvm::StringMap<unsigned> nameIndex_;
  std::vector<std::pair<size_t, size_t>> lists_;
  std::vector<const ir::PlanPlace *> arena_, exposed_;
  llvm::DenseMap<const ir::PlanPlace *, unsigned> placeIndex_;
  std::vector<SizeExpression> sizes_;
  llvm::StringMap<unsigned> sizeIndex_;
  std::vector<std::vector<std::string>> sizeLists_;
};

}  // namespace janus::codegen
