// Values: their variables, who owns them, when they are dropped, and the cold paths of errors.

#include "Codegen/Cpp/FunctionEmitter.h"

#include <algorithm>

namespace janus::codegen {

using ir::OpId;
using ir::RegionId;
using ir::TypeKind;
using ir::ValueId;

FunctionEmitter::Rep FunctionEmitter::repOf(ValueId value) const {
  ir::TypeId type = function_.value(value).type;
  switch (type.valid() ? context_.module.types.get(type).kind : TypeKind::Dyn) {
  case TypeKind::Bool: return Rep::Truth;
  case TypeKind::Float: return Rep::Double;
  default: return Rep::Boxed;
  }
}

static llvm::StringRef cppType(bool truth, bool number) {
  return truth ? "int" : number ? "double" : "jn_value";
}

void FunctionEmitter::define(ValueId value) {
  ValueState &state = values_[value];
  state.rep = repOf(value);
  state.owned = state.rep == Rep::Boxed;
  state.counted = state.owned;
  state.inFrame = facts_.livesAcrossYield(value);
  state.text =
      variable(value, cppType(state.rep == Rep::Truth, state.rep == Rep::Double), state.inFrame);
}

void FunctionEmitter::defineAs(ValueId value, ValueId like) {
  values_[value] = values_[like];
}

void FunctionEmitter::alias(ValueId value, std::string text, Rep rep, bool counted) {
  ValueState &state = values_[value];
  state = ValueState();
  state.text = std::move(text);
  state.rep = rep;
  state.counted = counted;
}

void FunctionEmitter::setLive(ValueId value) {
  ValueState &state = values_[value];
  if (!state.owned)
    return;
  const ir::Value &v = function_.value(value);
  state.owner = v.definedBy.valid() ? op(v.definedBy).parent : v.argumentOf;
  live_.push_back(value);
}

void FunctionEmitter::forget(ValueId value) {
  auto found = std::find(live_.rbegin(), live_.rend(), value);
  if (found != live_.rend())
    live_.erase(std::next(found).base());
}

std::string FunctionEmitter::read(ValueId value) {
  const ValueState &state = values_[value];
  switch (state.rep) {
  case Rep::Truth: return "jn_bool(" + state.text + ")";
  case Rep::Double: return "jn_float(" + state.text + ")";
  case Rep::Boxed: return state.text;
  }
  __builtin_unreachable();
}

std::string FunctionEmitter::readTruth(ValueId value) {
  const ValueState &state = values_[value];
  return state.rep == Rep::Truth ? state.text : state.text + ".i";
}

std::string FunctionEmitter::readDouble(ValueId value) {
  const ValueState &state = values_[value];
  return state.rep == Rep::Double ? state.text : state.text + ".f";
}

std::string FunctionEmitter::readAs(ValueId value, Rep rep) {
  return rep == Rep::Truth    ? readTruth(value)
         : rep == Rep::Double ? readDouble(value)
                              : read(value);
}

std::string FunctionEmitter::arguments(OpId id, unsigned first) {
  std::string out;
  for (ValueId value : llvm::ArrayRef<ValueId>(op(id).operands).drop_front(first))
    out += (out.empty() ? "" : ", ") + read(value);
  return out;
}

bool FunctionEmitter::endsAt(OpId user, unsigned operand) const {
  llvm::ArrayRef<ValueId> operands = op(user).operands;
  ValueId value = operands[operand];
  const ValueState &state = values_[value];
  bool usedAgain = llvm::is_contained(operands.drop_front(operand + 1), value);
  for (RegionId region : op(user).regions)
    usedAgain |= facts_.lastUse(value, region) >= 0;
  return state.owned && !usedAgain && state.owner == op(user).parent &&
         facts_.lastUse(value, state.owner) == facts_.position(user);
}

std::string FunctionEmitter::take(OpId user, unsigned operand) {
  ValueId value = op(user).operands[operand];
  const ValueState &state = values_[value];
  if (!state.counted)
    return read(value);
  if (!endsAt(user, operand))
    return "jn_own(" + state.text + ")";
  forget(value);
  return state.inFrame ? "jn_take(&" + state.text + ")" : state.text;
}

std::string FunctionEmitter::takeAs(OpId user, unsigned operand, Rep rep) {
  return rep == Rep::Boxed ? take(user, operand) : readAs(op(user).operands[operand], rep);
}

std::string FunctionEmitter::drops(const ValueState &value) const {
  if (value.inFrame)
    return "jn_clear(&" + value.text + ");";
  const char *call = heat() == Heat::Loop       ? "jn_decref("
                     : heat() == Heat::Function ? "jn_release("
                                                : "jn_drop(";
  std::string text = call + value.text + ");";
  return value.receiver.empty() ? text : text + " " + call + value.receiver + ");";
}

void FunctionEmitter::drop(ValueId value) {
  forget(value);
  line(drops(values_[value]));
}

void FunctionEmitter::dropFrom(size_t base) {
  for (size_t i = live_.size(); i > base; --i)
    line(drops(values_[live_[i - 1]]));
}

void FunctionEmitter::dropFinished(RegionId region, int position) {
  size_t kept = 0;
  for (ValueId value : live_) {
    const ValueState &state = values_[value];
    if (state.owner == region && facts_.lastUse(value, region) <= position)
      line(drops(state));
    else
      live_[kept++] = value;
  }
  live_.resize(kept);
}

FunctionEmitter::ErrorTarget FunctionEmitter::errorTarget() {
  auto used = [&](const char *prefix, const Frame &frame) {
    std::string name = prefix + std::to_string(frame.number);
    useLabel(name);
    return ErrorTarget{name, frame.liveBase};
  };
  for (size_t i = frames_.size(); i-- > 0;) {
    const Frame &frame = frames_[i];
    if (frame.kind != Frame::Try)
      continue;
    if (frame.phase == Frame::Body && frame.hasHandler)
      return used("handler", frame);
    if (frame.phase == Frame::Handler)
      return used("handler_failed", frame);
    if (frame.phase == Frame::Finally)
      return used("finally_failed", frame);
    if (frame.hasFinally)
      return used("finally_raised", frame);
  }
  useLabel("fail");
  return {"fail", 0};
}

std::string FunctionEmitter::traceText(Span span) const {
  return "jn_trace_span(&" + context_.recordName(id_) + ", M, &" + context_.spanRecord(span) + ");";
}

std::string FunctionEmitter::failLabel(OpId id, llvm::StringRef first, bool trace) {
  return failLabel(op(id).span, first, trace);
}

std::string FunctionEmitter::coldLabel(llvm::StringRef prefix, const std::string &text) {
  auto [entry, inserted] = coldLabels_.try_emplace(text);
  if (inserted) {
    entry->second = prefix.str() + std::to_string(++coldCount_);
    addCold(entry->second, text);
  }
  return entry->second;
}

// The label that drops `count` of the live values, the last first, on the way to `target`. Paths
// share the drops at their end, so that all of them together grow no faster than the function.
std::string FunctionEmitter::unwindLabel(const ErrorTarget &target, size_t count) {
  std::string label = target.label;
  for (size_t i = target.liveBase; i < count; ++i) {
    const ValueState &state = values_[live_[i]];
    std::string receiver = state.receiver.empty() ? "" : " jn_drop(" + state.receiver + ");";
    label = coldLabel("u", std::string("    ") + (state.inFrame ? "jn_clear(&" : "jn_drop(") +
                               state.text + ");" + receiver + "\n    goto " + label + ";\n");
  }
  return label;
}

std::string FunctionEmitter::failLabel(Span span, llvm::StringRef first, bool trace) {
  std::string next = unwindLabel(errorTarget(), live_.size());
  if (first.empty() && !trace)
    return next;
  std::string text;
  if (!first.empty())
    text += "    " + first.str() + "\n";
  if (trace)
    text += "    " + traceText(span) + "\n";
  return coldLabel("e", text + "    goto " + next + ";\n");
}

std::string FunctionEmitter::tracedLabel(const std::string &trace) {
  std::string next = unwindLabel(errorTarget(), live_.size());
  return coldLabel("e", "    " + trace + "\n    goto " + next + ";\n");
}

void FunctionEmitter::addCold(llvm::StringRef name, const std::string &text) {
  cold_ += "  " + name.str() + ":\n" + text;
}

}  // namespace janus::codegen
