// The loops of a version: where they run over, and which run together.
#include "Codegen/Cpp/VersionBody.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

namespace janus::codegen {

using namespace ir;

// The address that a loop writes to.
std::string VersionBody::outputPointer(const PlanBlock &block, size_t index) {
  ValueId output = block.outputs[index];
  std::string size = loops_.elementSize(module_.types.get(function_.value(output).type));
  if (!block.targets.empty())
    return "jn_plan_data(" + input(block.targets[index]).text() + ", " + size + ")";
  const PlanPlace *place = plan_.place(output);
  if (place->kind == PlanPlace::Kind::Arena) {
    slots_[output] = {Slot::In::Place, placeIndex_[place]};
    if (!plan_.symbols.empty())
      return "jn_plan_data(" + boxed(output) + ", " + size + ")";
    return "plan->arena + " + std::to_string(place->offset);
  }
  std::string target = temporaryFor(output);
  line(target + " = jn_plan_fresh(plan, " + std::to_string(placeIndex_[place]) + ");");
  check(target);
  return "jn_plan_data(" + target + ", " + size + ")";
}

// The operations that it computes.
void VersionBody::describe(const PlanBlock &block) {
  std::string text = "//";
  for (const PlanBlock::Member &each : block.members)
    text += " %" + std::to_string(op(each.op).results[0].index) + " " +
            info(op(each.op).opcode).name.drop_front(2).str();
  line(text);
}

// Pointers of a loop: its outputs, then its inputs.
std::string VersionBody::pointers(const PlanBlock &block) {
  std::vector<std::string> list;
  for (size_t i = 0; i < block.outputs.size(); ++i) {
    PlanBlock::Per per = block.find(function_.value(block.outputs[i]).definedBy)->per;
    bool isWhole = per == PlanBlock::Per::Element || per == PlanBlock::Per::Row;
    list.push_back(isWhole ? outputPointer(block, i) : "nullptr");
  }
  for (auto [input, subscript] : llvm::zip(block.inputs, block.subscripts)) {
    std::string size = loops_.elementSize(module_.types.get(function_.value(input).type));
    std::string data = "jn_plan_data(" + boxed(input) + ", " + size + ")";
    if (subscript.offset)
      data += " + " + std::to_string(subscript.offset) + " * " + size;
    list.push_back(std::move(data));
  }
  return llvm::join(list, ", ");
}

std::string VersionBody::scalars(const PlanBlock &block) {
  std::vector<std::string> list;
  for (ValueId number : block.numbers)
    list.push_back("(double)" + native(number));
  for (auto &[tensor, count] : block.counts)
    if (!count.constant())
      list.push_back("(double)" + sizeNumber(count));
  return llvm::join(list, ", ");
}

void VersionBody::block(const PlanBlock &block) {
  describe(block);
  std::vector<std::string> folds = partialFolds(block);
  local("void *" + std::string(folds.empty() ? "const " : "") + "p[] = {" + pointers(block) + "};");
  std::string given = scalars(block);
  if (!given.empty())
    local("const double s[] = {" + given + "};");
  if (!folds.empty())
    local("const jn_plan_fold folds[] = {" + llvm::join(folds, ", ") + "};");
  std::string count = sizeNumber(block.isRows() ? block.outer : block.inner);
  std::string inner = block.isRows() ? sizeNumber(block.inner) : folds.empty() ? "1" : "0";
  line(std::string(folds.empty() ? "jn_plan_loop" : "jn_plan_fold_loop") + "(plan, " +
       loops_.name(module_, function_, block) + ", " + count + ", " + inner + ", p, " +
       (given.empty() ? "nullptr" : "s") +
       (folds.empty() ? "" : ", folds, " + std::to_string(folds.size())) + ");");
}

// Reductions over columns or all: the loop makes parts, which the run time puts together.
std::vector<std::string> VersionBody::partialFolds(const PlanBlock &block) {
  std::vector<std::string> list;
  for (size_t i = 0; i < block.outputs.size(); ++i) {
    ValueId output = block.outputs[i];
    const PlanBlock::Member &made = *block.find(function_.value(output).definedBy);
    if (made.per != PlanBlock::Per::Column && made.per != PlanBlock::Per::Loop)
      continue;
    bool wide = module_.types.get(function_.value(output).type).dtype == "float64";
    bool columns = made.per == PlanBlock::Per::Column;
    list.push_back("{" + outputPointer(block, i) + ", " + std::to_string(i) + ", JN_FOLD_" +
                   toString(*made.fold).upper() + ", " + (columns ? "true" : "false") + ", " +
                   (wide ? "true" : "false") + "}");
  }
  return list;
}

// Flat loops of one function that do not depend on each other, as one call.
void VersionBody::blocks(llvm::ArrayRef<const PlanBlock *> blocks) {
  const PlanBlock &first = *blocks[0];
  std::string lengths, places, given;
  bool isConstant = true;
  for (const PlanBlock *each : blocks) {
    describe(*each);
    lengths += (lengths.empty() ? "" : ", ") + sizeNumber(each->inner);
    isConstant &= each->inner.constant().has_value();
    places += (places.empty() ? "" : ",") + ("\n    " + indent_) + pointers(*each);
    if (!each->numbers.empty())
      given += (given.empty() ? "" : ", ") + scalars(*each);
  }
  local((isConstant ? "static const" : "const") + std::string(" int64_t lengths[] = {") + lengths +
        "};");
  local("void *const p[] = {" + places + "};");
  if (!given.empty())
    local("const double s[] = {" + given + "};");
  line("jn_plan_loops(plan, " + loops_.name(module_, function_, first) + ", " +
       std::to_string(blocks.size()) + ", lengths, p, " +
       std::to_string(first.outputs.size() + first.inputs.size()) + ", " +
       (given.empty() ? "nullptr" : "s") + ", " + std::to_string(first.numbers.size()) + ");");
}

// The commit phase begins with the loops that write storages in place. None reads or writes what
// another one writes (FormBlocks.cpp), so that equal ones, as an optimizer's are for all its
// parameters, run as one. Answers the steps behind them.
llvm::ArrayRef<PlanStep> VersionBody::commitLoops() {
  llvm::ArrayRef<PlanStep> rest = plan_.commits;
  llvm::MapVector<std::string, llvm::SmallVector<const PlanBlock *, 8>,
                  std::map<std::string, unsigned>>
      alike;
  for (; !rest.empty() && rest[0].kind == PlanStep::Kind::Block; rest = rest.drop_front()) {
    const PlanBlock &each = plan_.blocks[rest[0].block];
    alike[loops_.name(module_, function_, each)].push_back(&each);
  }
  for (auto &[name, group] : alike) {
    bool flat = llvm::all_of(group, [](const PlanBlock *each) { return !each->isRows(); });
    if (flat && group.size() > 1)
      blocks(group);
    else
      for (const PlanBlock *each : group) {
        block(*each);
        closeBlock();
      }
    closeBlock();
  }
  return rest;
}

}  // namespace janus::codegen
