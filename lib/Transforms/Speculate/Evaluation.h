// The inputs, the graph and the abstract heap, which the parts of the evaluator share; where the
// evaluation is, and whether it has stopped.
#pragma once

#include "Transforms/Speculate/EvaluatorInputs.h"
#include "Transforms/Speculate/Frame.h"
#include "Transforms/Speculate/Graph/GraphWriter.h"
#include "Transforms/Speculate/Refusal.h"

#include <map>
#include <tuple>

namespace janus::speculate {

struct Evaluation {
  Evaluation(const EvaluatorInputs &inputs, ir::Module &graphModule, llvm::StringRef graphName);
  Evaluation(const Evaluation &) = delete;

  // A refusal, or a Python exception that nobody has handled, ends the evaluation: everything
  // returns at once.
  bool stopped() const { return refusal || raised.isBound() || heap.undecided(); }
  // Both answer an unbound value; the first refusal stands.
  AbstractValue refuse(RefusalKind kind, const llvm::Twine &detail);
  // Raises an exception of one of Python's own classes. `message` is for refusals: who catches the
  // exception and asks for its text is refused.
  AbstractValue raise(llvm::StringRef exceptionClass, const llvm::Twine &message = "");
  void setRaised(AbstractValue exception);  // the place of which is the one to show
  // Refuses because of an exception that nobody has caught.
  void refuseRaised();

  // A value in words, for refusals.
  std::string describe(AbstractValue value);
  std::string sourceOf(const Frame &frame, Span at) const;  // a condition's text
  ir::SourcePlace placeOf(const Frame &frame, Span at) const;
  // The line of the program that is being evaluated, and the calls that led there, for operations
  // of the graph. Code of torch's has the line of the call to it.
  ir::PlaceId programPlace() { return programPlace(frame, span); }
  // The place of what is being evaluated; `what` is the note that is shown there.
  ir::SourcePlace placeHere(const llvm::Twine &what) const;

  const EvaluatorInputs &in;
  GraphWriter graph;
  SizeSymbols sizes;
  AbstractHeap heap;
  std::optional<Refusal> refusal;
  AbstractValue raised;
  const Frame *frame = nullptr;  // that is running, and where in it
  Span span;
  llvm::StringMap<unsigned> called;   // functions whose code was run, "module:name": how often
  bool isBeforeBackward = false;      // a `backward()` follows on the root
  bool isOutdated = false;            // something was found out that the graph should be made with
  std::string recursion;              // whose loops are being evaluated, or were given up
  std::vector<Fork> forks, allForks;  // branches whose sides are being run; all, by their numbers

private:
  std::vector<Refusal::Place> placesHere() const;
  void blame();
  std::string lineText(const ir::Module &module, Span at) const;  // "train.py:29"
  ir::PlaceId programPlace(const Frame *running, Span at);

  // By module, position and place of the call.
  std::map<std::tuple<const ir::Module *, uint32_t, ir::PlaceId>, ir::PlaceId> programPlaces_;
  std::vector<Refusal::Place> raisedAt_;
};

// A part of the evaluator: it names what is shared as its own.
class EvaluatorPart {
protected:
  using Value = AbstractValue;
  using Values = std::vector<Value>;

  explicit EvaluatorPart(Evaluation &shared)
      : shared_(shared), in_(shared.in), graph_(shared.graph), sizes_(shared.sizes),
        heap_(shared.heap) {}
  EvaluatorPart(const EvaluatorPart &) = delete;

  bool stopped() const { return shared_.stopped(); }
  Value refuse(RefusalKind kind, const llvm::Twine &detail) { return shared_.refuse(kind, detail); }
  Value raise(llvm::StringRef exceptionClass, const llvm::Twine &message = "") {
    return shared_.raise(exceptionClass, message);
  }
  std::string describe(Value value) { return shared_.describe(value); }
  ir::TypeKind kindOf(Value value) const { return heap_.kindOf(value); }
  bool isTensor(Value value) const { return heap_.isTensor(value); }
  // A tensor made of others, as the prelude's Python has it.
  bool isSparse(Value value) const;

  Evaluation &shared_;
  const EvaluatorInputs &in_;
  GraphWriter &graph_;
  SizeSymbols &sizes_;
  AbstractHeap &heap_;
};

}  // namespace janus::speculate
