// Roots of tier 2, and what a module built with probes counts.
//
//     {  // root main.loop.body
//       if (!R1_state.closed) {
//         const jn_value in1[] = {t4, v_model, v_x};
//         jn_value out1[2];
//         if (jn_region_enter(&R1, in1, out1)) {
//           if (out1[0].tag != JN_ERROR) jn_assign(&v_loss, out1[0]);
//           goto entered1;
//         }
//       }
//       ...                    the generic body
//     }
//    entered1:;

#include "Codegen/Cpp/EmitModule.h"
#include "Codegen/Cpp/FunctionEmitter.h"

#include "IR/Printer.h"

namespace janus::codegen {

using ir::OpId;
using ir::RegionId;
using ir::SlotId;
using ir::SlotKind;
using ir::ValueId;

// The whole of a function: what leaves it is what the function returns.
bool FunctionEmitter::isBodyRoot(OpId id) const {
  return op(id).parent == function_.body && !(function_.flags & ir::kFnModuleBody) &&
         function_.stringAttribute(id, "name") == function_.qualname;
}

std::string FunctionEmitter::rootKeyOf(OpId id) const {
  return rootKey(context_.symbols[id_], function_.stringAttribute(id, "name"));
}

// Writes the root's record and answers its name.
std::string FunctionEmitter::rootRecord(OpId id) {
  std::string name = context_.addRoot();
  IdVector<SlotId, std::string> symbols = slotSymbols(function_);
  auto array = [&](const char *suffix, llvm::ArrayRef<SlotId> slots) -> std::string {
    if (slots.empty())
      return "nullptr";
    records_ += "static const char *const " + name + suffix + "[] = {";
    for (SlotId slot : slots)
      records_ += stringLiteral(symbols[slot]) + ", ";
    records_.replace(records_.size() - 2, 2, "};\n");
    return name + suffix;
  };
  llvm::ArrayRef<SlotId> in = function_.slotsAttribute(id, "slots_in");
  llvm::ArrayRef<SlotId> out = function_.slotsAttribute(id, "slots_out");
  std::string slotsIn = array("_in", in), slotsOut = array("_out", out);
  std::string versions = "nullptr";
  llvm::ArrayRef<std::string> records = context_.versionsOf(rootKeyOf(id));
  if (!records.empty()) {
    versions = name + "_versions";
    records_ += "static const jn_version_def *const " + versions + "[] = {";
    for (size_t i = 0; i < records.size(); ++i)
      records_ += (i ? ", &::" : "&::") + records[i];
    records_ += "};\n";
  }
  bool returns = isBodyRoot(id);
  std::string source = hasSource(id) ? sourceRecord(id, name) : "";
  records_ += "static jn_region_state " + name + "_state;\nconst jn_region_def " + name +
              " = {\n    .name = " + stringLiteral(function_.stringAttribute(id, "name")) +
              ",\n    .module = " + stringLiteral(context_.module.name) +
              ", .function = " + stringLiteral(context_.symbols[id_]) +
              ", .line = " + std::to_string(context_.line(op(id).span)) +
              ",\n    .slots_in = " + slotsIn + ", .slots_out = " + slotsOut +
              ",\n    .operand_count = " + std::to_string(op(id).operands.size()) +
              ", .slot_in_count = " + std::to_string(in.size()) +
              ", .result_count = " + std::to_string(returns ? 1 : op(id).results.size()) +
              ", .slot_out_count = " + std::to_string(out.size()) +
              ",\n    .versions = " + versions +
              ", .version_count = " + std::to_string(records.size()) + ", .state = &" + name +
              "_state, .flags = " + (returns ? "JN_REGION_RETURNS" : "0") + source + "};\n";
  return name;
}

// Moves the results that a version has left in `out` to where the generic body would have put them.
void FunctionEmitter::leaveVersion(OpId id, const std::string &out) {
  unsigned index = 0;
  auto next = [&] { return out + "[" + std::to_string(index++) + "]"; };
  if (isBodyRoot(id)) {
    line("r = " + next() + ";");
  } else {
    for (ValueId result : op(id).results) {
      const ValueState &state = values_[result];
      line(state.text + " = " + next() +
           (state.rep == Rep::Truth    ? ".i != 0;"
            : state.rep == Rep::Double ? ".f;"
                                       : ";"));
    }
  }
  for (SlotId slot : function_.slotsAttribute(id, "slots_out")) {
    std::string value = next();
    bool isCell = function_.slots[slot].kind != SlotKind::Local;
    line("if (" + value + ".tag != JN_ERROR) " + (isCell ? "jn_cell_store(" : "jn_assign(&") +
         slots_[slot].text + ", " + value + ");");
  }
}

void FunctionEmitter::enterVersion(OpId id, const std::string &record) {
  std::string number = std::to_string(roots_), in = "nullptr", values;
  for (ValueId operand : op(id).operands)
    values += (values.empty() ? "" : ", ") + read(operand);
  for (SlotId slot : function_.slotsAttribute(id, "slots_in")) {
    bool isCell = function_.slots[slot].kind != SlotKind::Local;
    values += (values.empty() ? "" : ", ") + slots_[slot].text + (isCell ? "->value" : "");
  }
  bool returns = isBodyRoot(id);
  size_t outCount =
      (returns ? 1 : op(id).results.size()) + function_.slotsAttribute(id, "slots_out").size();
  open("if (!" + record + "_state.closed)");
  for (ValueId operand : op(id).operands) {
    if (auto place = places_.find(operand); place != places_.end())
      line("jn_make_iterator(&" + read(operand) + ", &" + place->second + ");");
    if (auto pair = pairs_.find(operand); pair != pairs_.end())
      line("jn_make_item(&" + read(operand) + ", " + pair->second + ");");
  }
  if (!values.empty()) {
    in = "in" + number;
    line("const jn_value " + in + "[] = {" + values + "};");
  }
  if (outCount != 0)
    line("jn_value out" + number + "[" + std::to_string(outCount) + "];");
  std::string out = outCount != 0 ? "out" + number : "nullptr";
  std::string enter = "jn_region_enter(&" + record + ", " + in + ", " + out + ")";
  if (hasSource(id)) {
    line("int how" + number + " = " + enter + ";");
    open("if (how" + number + " == JN_REGION_FAILED)");
    interpret(id, record);
    close("} else if (how" + number + ") {");
    ++indent_;
  } else {
    open("if (" + enter + ")");
  }
  leaveVersion(id, "out" + number);
  if (returns) {
    leave(ExitKind::Return, kFunctionEnd);
  } else {
    line("goto entered" + number + ";");
  }
  close();
  close();
}

bool FunctionEmitter::emitRoot(OpId id) {
  const ir::Op &region = op(id);
  RegionId body = region.regions[0];
  ++roots_;
  std::string number = std::to_string(roots_);
  std::string record = rootRecord(id);
  for (ValueId result : region.results)
    define(result);
  openBlock(("root " + function_.stringAttribute(id, "name")).str());
  enterVersion(id, record);
  llvm::ArrayRef<ValueId> arguments = function_.region(body).arguments;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const ValueState &operand = values_[region.operands[i]];
    alias(arguments[i], operand.text, operand.rep, operand.counted);
    for (auto *known : {&places_, &pairs_})
      if (auto of = known->find(region.operands[i]); of != known->end())
        (*known)[arguments[i]] = std::string(of->second);
  }
  std::vector<ValueId> liveBefore = live_;
  llvm::BitVector boundBefore = bound_;
  bool reached = emitRegion(body);
  if (!reached) {
    live_ = std::move(liveBefore);
    bound_ = withoutUnbound(boundBefore, body);
  }
  close();
  if (isBodyRoot(id))
    return reached;
  label("entered" + number);
  // A version may leave slots unbound that the generic body binds.
  if (context_.mayHaveVersions(rootKeyOf(id)))
    for (SlotId slot : function_.slotsAttribute(id, "slots_out"))
      bound_.reset(slot.index);
  for (ValueId result : region.results)
    setLive(result);
  return true;
}

// The condition, counted.
std::string FunctionEmitter::countBranch(Span span, const std::string &condition) {
  if (!context_.hasProbes() || condition == "true" || condition == "false")
    return condition;
  std::string name = context_.addProbe();
  records_ += "JN_BRANCH_PROBE(" + name + ", " +
              stringLiteral(context_.module.name + ":" + function_.qualname) + ", " +
              std::to_string(span.begin) + ", " + std::to_string(span.end) + ");\n";
  return "jn_probe_branch(&" + name + ", " + condition + ")";
}

// The start of the probes, first in the module's body; empty without probes.
std::string FunctionEmitter::probeStart(llvm::StringRef module) const {
  if (!context_.hasProbes() || id_ != context_.module.body)
    return "";
  std::string tierUp = "nullptr", records;
  if (const TierUpCommand *command = context_.tierUp) {
    records = "static const char *const words[] = {";
    for (const std::string &word : command->words)
      records += stringLiteral(word) + ", ";
    records += "nullptr}; static const jn_tier_up_def tier_up = {" +
               stringLiteral(command->program) + ", " + stringLiteral(command->folder) +
               ", words}; ";
    tierUp = "&tier_up";
  }
  std::string file = context_.profileFile;
  return records + "jn_probe_start(" + module.str() + ", " +
         (file.empty() ? "nullptr" : stringLiteral(file)) + ", " +
         (context_.joinsProfile    ? "JN_PROBE_JOINS"
          : context_.profileIsKept ? "JN_PROBE_KEPT"
                                   : "0") +
         ", " + tierUp + ", __start_janus_probes, __stop_janus_probes);";
}

}  // namespace janus::codegen
