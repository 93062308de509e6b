// The source of a root that can run in Python (--fallback=python): its record, and how the function
// takes up the outcome.
//
//     int how1 = jn_region_enter(&R1, in1, out1);
//     if (how1 == JN_REGION_FAILED) {
//       const jn_value source1[] = {jn_obj(c_total), t4, v_x};
//       jn_value left1[2];
//       how1 = jn_region_interpret(M, &R1, source1, left1);
//       if (left1[0].tag != JN_ERROR) jn_assign(&v_loss, left1[0]);
//       if (how1 == JN_REGION_RAISED) goto e7;
//       if (how1 == JN_REGION_BREAKS) goto end3;
//       if (how1 == JN_REGION_RETURNED) {...}
//       if (how1) goto entered1;
//     } else if (how1) {...}

#include "Codegen/Cpp/EmitModule.h"
#include "Codegen/Cpp/FunctionEmitter.h"

#include "IR/Printer.h"
#include "IR/Walk.h"

#include "llvm/ADT/SetVector.h"

namespace janus::codegen {

using ir::Opcode;
using ir::OpId;
using ir::RegionId;
using ir::SlotId;
using ir::SlotKind;

// Only where a version's guard can fail. The one value that a region is given is the iterator or
// the item of its loop.
bool FunctionEmitter::hasSource(OpId id) const {
  return context_.rootsHaveSource && op(id).operands.size() <= 1 && op(id).results.empty() &&
         context_.mayHaveVersions(rootKeyOf(id));
}

// The variables of closures that the source names.
llvm::SmallVector<SlotId, 8> FunctionEmitter::cellsOf(OpId id) const {
  llvm::SmallSetVector<SlotId, 8> cells;
  auto add = [&](SlotId slot) {
    if (function_.slots[slot].kind != SlotKind::Local)
      cells.insert(slot);
  };
  ir::walk(function_, op(id).regions[0], [&](OpId inner) {
    if (ir::has(op(inner).opcode, ir::ReadsSlot | ir::WritesSlot))
      add(function_.slotAttribute(inner, "slot"));
    for (SlotId slot : function_.slotsAttribute(inner, "captures"))
      add(slot);
  });
  return {cells.begin(), cells.end()};
}

// The other ones that it may read; those that begin with a dot are the compiler's.
llvm::SmallVector<SlotId, 8> FunctionEmitter::localsOf(OpId id) const {
  llvm::SmallVector<SlotId, 8> locals;
  for (SlotId slot : function_.slotsAttribute(id, "slots_in"))
    if (function_.slots[slot].kind == SlotKind::Local &&
        !llvm::StringRef(function_.slots[slot].name).startswith("."))
      locals.push_back(slot);
  return locals;
}

// Those that it writes, whatever becomes of them: after an exit others are read than at the end.
// Behind the body of a function none is.
llvm::SmallVector<SlotId, 8> FunctionEmitter::writtenBy(OpId id) const {
  llvm::SmallSetVector<SlotId, 8> written;
  if (isBodyRoot(id))
    return {};
  ir::walk(function_, op(id).regions[0], [&](OpId inner) {
    if (!ir::has(op(inner).opcode, ir::WritesSlot))
      return;
    SlotId slot = function_.slotAttribute(inner, "slot");
    if (function_.slots[slot].kind == SlotKind::Local &&
        !llvm::StringRef(function_.slots[slot].name).startswith("."))
      written.insert(slot);
  });
  return {written.begin(), written.end()};
}

// Writes the record, and answers the field of the root's that names it.
std::string FunctionEmitter::sourceRecord(OpId id, const std::string &root) {
  auto array = [&](const char *suffix, llvm::ArrayRef<SlotId> slots) -> std::string {
    if (slots.empty())
      return "nullptr";
    records_ += "static const char *const " + root + suffix + "[] = {";
    for (SlotId slot : slots)
      records_ += stringLiteral(function_.slots[slot].name) + ", ";
    records_.replace(records_.size() - 2, 2, "};\n");
    return root + suffix;
  };
  llvm::SmallVector<SlotId, 8> cells = cellsOf(id), locals = localsOf(id), written = writtenBy(id);
  std::string cellNames = array("_cells", cells), localNames = array("_locals", locals),
              writtenNames = array("_written", written);
  OpId holder = function_.region(op(id).parent).parent;
  while (holder && op(holder).opcode == Opcode::Region)  // a root around this one
    holder = function_.region(op(holder).parent).parent;
  llvm::StringRef name = function_.stringAttribute(id, "name");
  bool isLoop = name.rsplit('.').second.startswith("loop") && !isBodyRoot(id);
  bool isModule = id_ == context_.module.body;
  auto place = [](uint64_t at) { return std::to_string(at); };
  std::string function = isModule ? "-1" : place(function_.span.begin);
  std::string owner = isLoop    ? place(op(id).span.begin)
                      : !holder ? function
                                : place(op(holder).span.begin);
  records_ += "static const jn_region_source " + root + "_source = {\n    .function = " + function +
              ", .owner = " + owner + ", .first = " + place(op(id).span.begin) +
              ", .last = " + place(op(id).span.end) +
              ",\n    .function_name = " + stringLiteral(function_.name) +
              ", .is_loop = " + (isLoop ? "1" : "0") + ",\n    .cells = " + cellNames +
              ", .locals = " + localNames + ", .written = " + writtenNames +
              ",\n    .cell_count = " + std::to_string(cells.size()) +
              ", .local_count = " + std::to_string(locals.size()) +
              ", .written_count = " + std::to_string(written.size()) + "};\n";
  return ",\n    .source = &" + root + "_source";
}

// Runs the source where a guard has failed. The traceback has the source's line already.
void FunctionEmitter::interpret(OpId id, const std::string &record) {
  std::string number = std::to_string(roots_), how = "how" + number, in = "nullptr", values;
  auto add = [&](const std::string &value) { values += (values.empty() ? "" : ", ") + value; };
  for (SlotId cell : cellsOf(id))
    add("jn_obj(" + slots_[cell].text + ")");
  for (ir::ValueId operand : op(id).operands)
    add(read(operand));
  for (SlotId local : localsOf(id))
    add(slots_[local].text);
  if (!values.empty()) {
    in = "source" + number;
    line("const jn_value " + in + "[] = {" + values + "};");
  }
  llvm::SmallVector<SlotId, 8> written = writtenBy(id);
  auto left = [&](size_t i) { return "left" + number + "[" + std::to_string(i) + "]"; };
  line("jn_value " + left(written.size() + 1) + ";");
  line(how + " = jn_region_interpret(M, &" + record + ", " + in + ", left" + number + ");");
  for (size_t i = 0; i < written.size(); ++i)
    line("if (" + left(i) + ".tag != JN_ERROR) jn_assign(&" + slots_[written[i]].text + ", " +
         left(i) + ");");
  line("if (" + how + " == JN_REGION_RAISED) goto " + failLabel(id, "", /*trace=*/false) + ";");
  auto leaves = [&](const char *outcome, ExitKind kind, size_t target) {
    open("if (" + how + " == JN_REGION_" + outcome + ")");
    if (kind == ExitKind::Return)
      line("r = " + left(written.size()) + ";");
    leave(kind, target);
    close();
  };
  if (size_t loop = innermostLoop(); loop != kFunctionEnd && !isBodyRoot(id)) {
    leaves("CONTINUES", ExitKind::Continue, loop);
    leaves("BREAKS", ExitKind::Break, loop);
  }
  if (id_ != context_.module.body)
    leaves("RETURNED", ExitKind::Return, kFunctionEnd);
  if (isBodyRoot(id))  // it returns, or runs here
    return;
  line("if (" + how + ") goto entered" + number + ";");
}

}  // namespace janus::codegen
