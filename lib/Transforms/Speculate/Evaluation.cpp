#include "Transforms/Speculate/Evaluation.h"

#include "IR/Printer.h"
#include "Transforms/Speculate/Modules/PreludeSource.h"
#include "Transforms/Speculate/Modules/StaticModules.h"

#include "llvm/Support/raw_ostream.h"

namespace janus::speculate {

using namespace ir;

Evaluation::Evaluation(const EvaluatorInputs &inputs, Module &graphModule,
                       llvm::StringRef graphName)
    : in(inputs), graph(graphModule, graphName),
      sizes(inputs.varying, inputs.choices, graph, CountGuards::Written,
            [this](const std::string &size) { refuse(RefusalKind::NotConstant, size); }),
      heap(inputs.profile, inputs.modules, graph, sizes, inputs.oneObject) {
  graph.setPlaces([this] { return programPlace(); });
}

AbstractValue Evaluation::refuse(RefusalKind kind, const llvm::Twine &detail) {
  if (!refusal && !raised.isBound()) {
    refusal = Refusal{kind, detail.str(),
                      kind == RefusalKind::Raises ? std::move(raisedAt_) : placesHere()};
    blame();
  }
  return {};
}

bool EvaluatorPart::isSparse(Value value) const {
  if (!value.isObject())
    return false;
  const Object &object = heap_.at(value);
  return object.kind == ObjectKind::Instance && object.type &&
         heap_.at(object.type).name == toString(PreludeName::SparseClass);
}

std::vector<Refusal::Place> Evaluation::placesHere() const {
  std::vector<Refusal::Place> places;
  Span at = span;
  for (const Frame *each = frame; each; at = each->callSite, each = each->caller)
    places.push_back({each->module->name + ":" + each->function->qualname, at});
  return places;
}

void Evaluation::setRaised(AbstractValue exception) {
  raised = exception;
  raisedAt_ = placesHere();
}

// The branch that may be to blame: the one whose sides are different, the one that has run last
// here, the one that is being run.
void Evaluation::blame() {
  if (allForks.empty())
    return;
  const Fork *fork = forks.empty() ? nullptr : &forks.back();
  bool mayBeMerged =
      refusal->kind == RefusalKind::CannotMerge || refusal->kind == RefusalKind::NotConstant;
  refusal->isInSide = fork && (!mayBeMerged || fork->number + 1 == allForks.size());
  if (heap.undecided()) {
    refusal->isInSide = false;
    refusal->kind = RefusalKind::CannotMerge;
    fork = &allForks[*heap.undecided()];
  } else if (!refusal->isInSide) {
    fork = &allForks.back();
  }
  refusal->fork = fork->place;
  refusal->side = fork->side;
  refusal->prefers = fork->prefers;
}

void Evaluation::refuseRaised() {
  if (refusal || !raised.isBound())
    return;
  std::string what = describe(raised);
  raised = {};
  refuse(RefusalKind::Raises, what);
}

AbstractValue Evaluation::raise(llvm::StringRef exceptionClass, const llvm::Twine &message) {
  if (stopped())
    return {};
  ObjectId exception = heap.make(ObjectKind::Instance);
  heap.at(exception).type = heap.classNamed(("builtins." + exceptionClass).str());
  std::string text = message.str();
  heap.at(exception).name = (exceptionClass + (text.empty() ? "" : ": ") + text).str();
  heap.setAttribute(exception, "args", AbstractValue::object(heap.make(ObjectKind::Opaque)));
  setRaised(AbstractValue::object(exception));
  return {};
}

std::string Evaluation::describe(AbstractValue value) {
  switch (value.kind()) {
  case AbstractValue::Kind::Unbound: return "nothing";
  case AbstractValue::Kind::Constant: {
    std::string text;
    llvm::raw_string_ostream out(text);
    printConstant(out, graph.module(), value.constantId());
    return text;
  }
  case AbstractValue::Kind::Scalar: return toString(heap.scalar(value).kind).str();
  case AbstractValue::Kind::Deferred: return "an object that was not read";
  case AbstractValue::Kind::Choice: return "what differs between the sides of a branch";
  case AbstractValue::Kind::Object: break;
  }
  const Object &object = heap.at(value);
  if (!object.name.empty())
    return "`" + object.name + "`";
  if (object.type && heap.at(object.type).name == toString(PreludeName::ForeignClass))
    return "an object of Python";
  if (object.type) {
    std::string text = "an instance of `" + heap.at(object.type).name + "`";
    for (const auto &[name, args] : object.attributes)  // what an exception says
      if (name == "args" && args.isObject() && heap.at(args).items.size() == 1)
        if (AbstractValue said = heap.at(args).items[0];
            said.isConstant() && heap.kindOf(said) == TypeKind::Str)
          text += ": " + graph.constant(said.constantId()).text;
    return text;
  }
  static const char *const kKinds[] = {
      "an instance", "a class",    "a function",      "a native function",
      "a method",    "a property", "a static method", "a class method",
      "a member",    "a module",   "a list",          "a tuple",
      "a dict",      "a set",      "a cell",          "a tensor",
      "a slice",     "a range",    "an iterator",     "a generator",
      "super()",     "a text",     "a list",          "an object",
      "an object",
  };
  return kKinds[static_cast<size_t>(object.kind)];
}

std::string Evaluation::sourceOf(const Frame &frame, Span span) const {
  llvm::StringRef text = frame.module->source;
  if (!span.valid() || span.end > text.size())
    return "";
  text = text.slice(span.begin, span.end).split('\n').first;
  // The condition of a statement.
  if (text.consume_front("if ") || text.consume_front("elif ") || text.consume_front("while "))
    text.consume_back(":");
  return text.str();
}

std::string Evaluation::lineText(const Module &module, Span at) const {
  return module.file + ":" + std::to_string(in.modules.lineOf(module, at.begin));
}

PlaceId Evaluation::programPlace(const Frame *running, Span at) {
  if (!running)
    return {};
  const Module &module = *running->module;
  PlaceId caller = programPlace(running->caller, running->callSite);
  auto [known, isNew] = programPlaces_.try_emplace({&module, at.begin, caller}, caller);
  if (isNew && !in.modules.isOfLibrary(module))
    known->second = graph.module().addPlace(lineText(module, at), caller);
  return known->second;
}

ir::SourcePlace Evaluation::placeOf(const Frame &frame, Span span) const {
  ir::SourcePlace place{sourceOf(frame, span), lineText(*frame.module, span), {}};
  Span at = frame.callSite;
  for (const Frame *outer = frame.caller; outer; outer = outer->caller) {
    place.calls.push_back(lineText(*outer->module, at));
    at = outer->callSite;
  }
  return place;
}

ir::SourcePlace Evaluation::placeHere(const llvm::Twine &what) const {
  ir::SourcePlace place = placeOf(*frame, span);
  place.what = (what + " " + place.what).str();
  return place;
}

}  // namespace janus::speculate
