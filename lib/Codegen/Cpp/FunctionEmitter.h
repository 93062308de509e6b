// One IR function as one C++ function.
//
// Every IR value becomes a local variable (or, when it need not be owned, another expression); the
// emitter drops a value right after its last use. A failed operation jumps to a cold path at the
// end of the function that drops what is live there, adds the traceback line and goes on to the
// innermost handler:
//
//     t3 = jn_mul(v_a, v_b);
//     JN_CHECK(t3, e1);
//     ...
//   u1:
//     jn_drop(t2);
//     goto fail;
//   e2:
//     jn_trace_span(&d_f, M, &S[7]);
//     goto u1;
#pragma once

#include "Codegen/Cpp/FunctionFacts.h"
#include "Codegen/Cpp/ModuleContext.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

#include <string>
#include <vector>

namespace janus::codegen {

class FunctionEmitter {
public:
  FunctionEmitter(ModuleContext &context, ir::FunctionId id);

  // The definition, and the places in the heap frame it needs (generators).
  std::string emit();
  unsigned frameSlots() const { return frameSlots_; }

private:
  enum class Rep : uint8_t { Boxed, Truth, Double };  // jn_value, int (0 or 1), double
  struct ValueState {
    std::string text;  // the expression that reads it
    Rep rep = Rep::Boxed;
    bool owned = false;    // we must drop it
    bool counted = true;   // may hold a counted object
    bool inFrame = false;  // generators: in the heap frame
    std::string
        receiver;        // of a method: a variable, dropped with it, for its call's first argument
    ir::RegionId owner;  // the region that drops it
  };
  struct SlotState {
    std::string text;       // a jn_value variable, or a jn_cell * for cells
    bool borrowed = false;  // a parameter that is never written
    bool inFrame = false;
  };
  enum class ExitKind : uint8_t { Return, Break, Continue };
  struct PendingExit {
    ExitKind kind;
    size_t target;  // index of the loop's frame
  };
  // A loop or a `try` around the current place.
  struct Frame {
    enum Kind : uint8_t { Loop, Try } kind;
    enum Phase : uint8_t { Body, Handler, Else, Finally } phase = Body;
    unsigned number = 0;  // in labels
    size_t liveBase = 0;  // size of live_ outside
    bool hasHandler = false, hasFinally = false, inFrame = false;
    std::string exception, saved;              // of the handler
    std::string kind_, pending, pendingSaved;  // of `finally`
    std::vector<PendingExit> exits;
    std::vector<ir::ValueId> results;  // of a loop
    std::vector<std::string> next;     // of a loop: what `continue` passes on
  };
  struct ErrorTarget {
    std::string label;
    size_t liveBase;
  };

  // FunctionEmitter.cpp: the frame of the function. A part of a module's body, the operations
  // [first, last) of its region, is a function of its own that answers 0, or -1 on an exception.
  std::string emitPart(llvm::StringRef name, int first, int last);
  std::string emitParts(llvm::ArrayRef<int> ends);
  void prepareSlots();
  void prepareSlot(ir::SlotId id);
  void prepareArguments();
  std::string declareSlots();
  std::string prologue();
  std::string epilogue();
  std::string finish(const std::string &signature);

  // Regions and operations. False: control does not reach the end.
  bool emitRegion(ir::RegionId region);
  bool emitOps(ir::RegionId region, int first, int last);
  bool emitOp(ir::OpId id);
  // EmitOps.cpp: what is one call. `call` is the whole C++ expression.
  void emitValue(ir::OpId id, const llvm::Twine &call);
  void emitValueUnchecked(ir::OpId id, const llvm::Twine &call);
  void finishValue(ir::ValueId result, const std::string &target, const std::string &check);
  void emitStatus(ir::OpId id, const llvm::Twine &call);
  void emitTruth(ir::OpId id, const llvm::Twine &call);
  void emitDouble(ir::OpId id, const llvm::Twine &expression);
  bool emitShim(ir::OpId id);
  std::string shimName(ir::OpId id, llvm::StringRef function) const;
  void emitTruthOf(ir::OpId id);
  ir::OpId onlyUserBehind(ir::OpId id) const;
  const ir::Constant *constantOf(ir::ValueId value) const;
  bool isFusedCompare(ir::OpId id) const;
  bool isFusedSlice(ir::OpId id) const;
  bool emitSlicedItem(ir::OpId id);
  bool addsToSlot(ir::OpId id) const;
  bool addsToGlobal(ir::OpId id) const;
  bool emitTakingAdd(ir::OpId id);
  // EmitCalls.cpp, EmitObjects.cpp, EmitTyped.cpp, EmitStorage.cpp. False: not an operation of
  // theirs.
  bool emitCall(ir::OpId id);
  void emitCallWith(ir::OpId id, llvm::StringRef form, unsigned first = 0,
                    const std::string &trace = "", const std::string &receiver = "");
  void emitMethodCall(ir::OpId id, const std::string &keywords);
  bool asksForCaller(ir::OpId id) const;
  llvm::StringRef callForm(ir::OpId id) const;
  void noteCaller(llvm::StringRef callee);
  void emitAttribute(ir::OpId id);
  bool isCalledLater(ir::OpId id) const;
  bool emitObject(ir::OpId id);
  void emitUnpack(ir::OpId id);
  bool emitDefinition(ir::OpId id);
  std::string captures(ir::OpId id);
  bool emitTyped(ir::OpId id);
  bool emitStorage(ir::OpId id);
  bool emitSlotOp(ir::OpId id);
  void emitConstant(ir::OpId id);
  bool mayBorrow(ir::OpId load, ir::SlotId slot) const;
  std::string fallbackCell(ir::OpId id) const;
  std::string raiseUnbound(ir::OpId load, const ir::Slot &slot);
  void emitSlotLoad(ir::OpId id);
  void emitSlotStore(ir::OpId id);
  void emitSlotDelete(ir::OpId id);
  std::string frameDeclaration(llvm::StringRef module) const;
  void emitYield(ir::OpId id);  // EmitGenerator.cpp
  void emitDelegate(ir::OpId id, const std::string &iterator);

  // EmitControl.cpp
  bool emitIf(ir::OpId id);
  bool emitWhile(ir::OpId id);
  bool emitFor(ir::OpId id);
  bool isOnlyLoopedOver(ir::OpId id) const;
  bool emitLoopStart(ir::OpId id);
  std::string nextOf(ir::OpId loop, const std::string &pair);
  bool isTakenApartFirst(ir::RegionId body, ir::ValueId item) const;
  bool emitBranch(ir::RegionId region, llvm::ArrayRef<ir::ValueId> handed);
  void startCarried(ir::OpId id, unsigned firstOperand, llvm::ArrayRef<ir::ValueId> arguments);
  void enterLoop(ir::OpId id, llvm::ArrayRef<ir::ValueId> arguments);
  void backEdge(ir::OpId id, llvm::ArrayRef<ir::ValueId> arguments, bool reached);
  bool finishLoop(ir::OpId id, llvm::ArrayRef<ir::ValueId> arguments);
  void assignAll(llvm::ArrayRef<ir::ValueId> targets, ir::OpId source, unsigned firstOperand);
  bool hasExitWithValues(ir::RegionId region, ir::Opcode exit) const;

  // EmitRoot.cpp
  bool emitRoot(ir::OpId id);
  std::string rootKeyOf(ir::OpId id) const;
  bool isBodyRoot(ir::OpId id) const;
  std::string rootRecord(ir::OpId id);
  void enterVersion(ir::OpId id, const std::string &record);
  void leaveVersion(ir::OpId id, const std::string &out);
  // EmitSource.cpp
  bool hasSource(ir::OpId id) const;
  llvm::SmallVector<ir::SlotId, 8> cellsOf(ir::OpId id) const;
  llvm::SmallVector<ir::SlotId, 8> localsOf(ir::OpId id) const;
  llvm::SmallVector<ir::SlotId, 8> writtenBy(ir::OpId id) const;
  std::string sourceRecord(ir::OpId id, const std::string &root);
  void interpret(ir::OpId id, const std::string &record);
  std::string countBranch(Span span, const std::string &condition);
  std::string probeStart(llvm::StringRef module) const;

  // EmitExits.cpp
  bool emitTerminator(ir::OpId id);
  void emitReturn(ir::OpId id);
  void emitLoopExit(ir::OpId id, ExitKind kind);
  void emitRaise(ir::OpId id);
  static constexpr size_t kFunctionEnd = ~size_t(0);  // target of `return`
  void leave(ExitKind kind, size_t target);
  void emitYieldValues(ir::OpId id);
  void emitCondition(ir::OpId id);
  ir::RegionId loopBody(ir::OpId inner) const;
  size_t innermostLoop() const;

  // EmitTry.cpp
  bool emitTry(ir::OpId id);
  static std::string takeFrom(const Frame &frame, const std::string &variable);
  void endHandler(const Frame &frame);
  void discardPending(const Frame &frame);
  bool emitFinally(ir::OpId id, bool normally, llvm::BitVector boundNormally);
  void dispatchFinally(const Frame &frame, bool raised);
  llvm::BitVector withoutUnbound(llvm::BitVector bound, ir::RegionId region) const;

  // Ownership.cpp: values, drops and cold paths.
  Rep repOf(ir::ValueId value) const;
  void define(ir::ValueId value);  // a fresh variable, not yet live
  void defineAs(ir::ValueId value, ir::ValueId like);
  void alias(ir::ValueId value, std::string text, Rep rep = Rep::Boxed, bool counted = true);
  void setLive(ir::ValueId value);
  void forget(ir::ValueId value);       // no longer live
  std::string read(ir::ValueId value);  // as a jn_value, borrowed
  std::string readTruth(ir::ValueId value);
  std::string readDouble(ir::ValueId value);
  std::string readAs(ir::ValueId value, Rep rep);
  std::string arguments(ir::OpId id, unsigned first = 0);
  // An owned value; moves when this is the last use.
  bool endsAt(ir::OpId user, unsigned operand) const;  // ours, and used here for the last time
  std::string take(ir::OpId user, unsigned operand);
  std::string takeAs(ir::OpId user, unsigned operand, Rep rep);
  void drop(ir::ValueId value);
  void dropFrom(size_t base);  // text only: live_ stays
  void dropFinished(ir::RegionId region, int position);
  ErrorTarget errorTarget();
  std::string failLabel(ir::OpId op, llvm::StringRef first = "", bool trace = true);
  std::string failLabel(Span span, llvm::StringRef first, bool trace);
  std::string tracedLabel(const std::string &trace);
  std::string unwindLabel(const ErrorTarget &target, size_t count);
  std::string coldLabel(llvm::StringRef prefix, const std::string &text);
  void addCold(llvm::StringRef label, const std::string &text);
  std::string traceText(Span span) const;

  // Text.
  void line(const llvm::Twine &text);
  void label(const llvm::Twine &name);
  void open(const llvm::Twine &text) { line(text + " {"), ++indent_; }
  void openBlock(llvm::StringRef what) { line("{  // " + what), ++indent_; }
  void close(llvm::StringRef text = "}") { --indent_, line(text); }
  void place(Span span);
  std::string declare(llvm::StringRef type, llvm::StringRef name, bool inFrame);
  std::string variable(llvm::StringRef type, llvm::StringRef prefix, bool inFrame);
  std::string variable(ir::ValueId value, llvm::StringRef type, bool inFrame);
  std::string drops(const ValueState &value) const;
  bool useLabel(llvm::StringRef name) { return usedLabels_.insert(name).second; }
  bool isUsed(llvm::StringRef name) const { return usedLabels_.count(name) != 0; }
  std::string file() const;
  // How often the current place runs decides between inline fast paths and smaller code.
  enum class Heat : uint8_t { Once, Function, Loop };
  Heat heat() const {
    return loopDepth_ != 0 || generator_ ? Heat::Loop : straightLine_ ? Heat::Once : Heat::Function;
  }
  const ir::Op &op(ir::OpId id) const { return function_.op(id); }
  bool checked(ir::OpId id) const { return ir::has(op(id).opcode, ir::Raises | ir::CallsUser); }

  ModuleContext &context_;
  const ir::FunctionId id_;
  const ir::Function &function_;
  const FunctionFacts facts_;
  const bool generator_;
  const bool straightLine_;  // module and class bodies: run once, so smaller code is better

  IdVector<ir::ValueId, ValueState> values_;
  IdVector<ir::SlotId, SlotState> slots_;
  std::vector<ir::ValueId> live_;
  llvm::SmallVector<Frame, 4> frames_;
  llvm::BitVector bound_;  // slots that surely hold a value here
  UniqueNames names_;
  llvm::StringSet<> usedLabels_;
  llvm::StringMap<std::string> coldLabels_;  // by text
  std::vector<std::string> declarations_, setup_;
  std::string records_;  // of roots and probes, in front of the function
  std::vector<std::pair<std::string, std::string>> slotLocals_;  // name, initial value
  // Of what a loop goes through: the variable with its place in a list. Of its item, which is taken
  // apart into two: the array that the loop fills.
  llvm::DenseMap<ir::ValueId, std::string> places_, pairs_;
  std::string body_, cold_;
  unsigned indent_ = 1, loopDepth_ = 0;
  unsigned roots_ = 0, temporaries_ = 0, coldCount_ = 0, blocks_ = 0, resumePoints_ = 0,
           frameSlots_ = 0;
  uint32_t line_ = 0;
  bool isPart_ = false, dead_ = false;
};

}  // namespace janus::codegen
