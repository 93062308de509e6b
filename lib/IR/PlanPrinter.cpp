#include "IR/Plan.h"

#include "IR/Loops.h"
#include "IR/Printer.h"
#include "IR/SourcePlace.h"

#include "llvm/Support/raw_ostream.h"

namespace janus::ir {
namespace {

class PlanWriter {
public:
  PlanWriter(llvm::raw_ostream &out, const Module &module, const Plan &plan)
      : out_(out), function_(module.function(plan.function)), plan_(plan) {}

  void write() {
    out_ << "plan @" << function_.qualname;
    if (plan_.symbols.empty())
      out_ << " arena " << plan_.arenaBytes << " {\n";
    else
      out_ << " arena as large as sizes need {\n";
    for (const Plan::Symbol &each : plan_.symbols)
      out_ << "  symbol " << each.name << " is "
           << (each.dim ? "size " + std::to_string(*each.dim) + " of " : "") << "v"
           << each.input.index << "\n";
    for (size_t i = 0; i < plan_.inputs.size(); ++i)
      out_ << "  input " << i << " " << plan_.inputs[i].path << " : " << plan_.inputs[i].type
           << "\n";
    phase("entry", plan_.entry);
    phase("compute", plan_.compute);
    phase("objects", plan_.objects);
    phase("commit", plan_.commits);
    out_ << "}\n";
  }

private:
  static const char *name(PlanStep::Kind kind) {
    switch (kind) {
    case PlanStep::Kind::Scalar: return "";
    case PlanStep::Kind::General: return "kernel ";
    case PlanStep::Kind::Update: return "update ";
    case PlanStep::Kind::Block:
    case PlanStep::Kind::If:
    case PlanStep::Kind::Turns: return "";
    }
    return "";
  }

  void phase(llvm::StringRef title, llvm::ArrayRef<PlanStep> steps) {
    out_ << title << ":\n";
    list(steps);
  }

  void list(llvm::ArrayRef<PlanStep> steps) {
    for (const PlanStep &step : steps) {
      if (step.kind == PlanStep::Kind::Block) {
        block(plan_.blocks[step.block]);
        continue;
      }
      line(step.op, name(step.kind));
      for (size_t i = 0; i < step.sides.size(); ++i) {
        bool isBranch = step.kind == PlanStep::Kind::If;
        out_ << indent_ << (i ? "  else\n" : isBranch ? "  then\n" : "  do\n");
        indent_ += "  ";
        list(step.sides[i]);
        indent_.resize(indent_.size() - 2);
      }
    }
  }

  static std::string text(const PlanBlock::Subscript &subscript) {
    static const char *const kIndices[] = {"o, i", "i", "o", "0"};
    std::string row = toString(subscript.rows), offset = std::to_string(subscript.offset);
    if (subscript.index == PlanBlock::Index::Column)
      return row;
    if (subscript.index != PlanBlock::Index::Part)
      return kIndices[static_cast<size_t>(subscript.index)];
    return subscript.stride
               ? std::to_string(subscript.stride) + " * " + row + " + " + offset + " + i"
               : row + ", i + " + offset;
  }

  void block(const PlanBlock &block) {
    out_ << indent_ << "  loop " << block.outer.text() << " x " << block.inner.text();
    for (size_t i = 0; i < block.inputs.size(); ++i)
      out_ << (i ? ", v" : " over v") << block.inputs[i].index << "[" << text(block.subscripts[i])
           << "]";
    out_ << "\n";
    static const char *const kPer[] = {"  ", "  per row ", "  per column ", "  all "};
    for (const PlanBlock::Member &each : block.members)
      line(each.op, kPer[static_cast<size_t>(each.per)]);
    for (size_t i = 0; i < block.targets.size(); ++i)
      out_ << indent_ << "    v" << block.outputs[i].index << " in place " << block.targets[i]
           << "\n";
  }

  void line(OpId id, llvm::StringRef kind) {
    const Op &op = function_.op(id);
    out_ << indent_ << "  " << kind;
    for (size_t i = 0; i < op.results.size(); ++i) {
      out_ << (i ? ", " : "") << "v" << op.results[i].index;
      if (const PlanPlace *place = plan_.place(op.results[i])) {
        if (place->kind == PlanPlace::Kind::Exposed)
          out_ << " exposed";
        else if (!plan_.symbols.empty())
          out_ << " placed";
        else
          out_ << " at " << place->offset << "+" << place->bytes;
      }
    }
    out_ << (op.results.empty() ? "" : " = ") << info(op.opcode).name;
    if (op.opcode == Opcode::Guard) {
      out_ << " \"" << placeOfGuard(function_, id).text() << "\"";
    } else {
      for (llvm::StringRef text : {"name", "path", "size"})
        if (function_.attribute(id, text))
          out_ << " \"" << function_.stringAttribute(id, text) << "\"";
    }
    llvm::SmallVector<ValueId, 1> copied = plan_.copied.lookup(id);
    for (size_t i = 0; i < op.operands.size(); ++i)
      out_ << (i ? ", " : " ") << source(op.operands[i], copied);
    out_ << "\n";
    parts(plan_.parts.lookup(id), copied, "");
    if (op.opcode != Opcode::LoopAgain)
      return;
    const TurnView turn(function_, function_.region(op.parent).parent);
    for (ValueId carried : turn.carried())
      parts(plan_.carriedParts.lookup(carried), {}, "of v" + std::to_string(carried.index) + " ");
  }

  static std::string source(ValueId value, llvm::ArrayRef<ValueId> copied) {
    return (llvm::is_contained(copied, value) ? "copy of v" : "v") + std::to_string(value.index);
  }

  void parts(llvm::ArrayRef<PlanPart> parts, llvm::ArrayRef<ValueId> copied,
             llvm::StringRef whole) {
    for (const PlanPart &part : parts) {
      const Op &op = function_.op(part.replaces);
      out_ << indent_ << "    part " << whole << "is " << source(part.source, copied) << ", as "
           << info(op.opcode).name;
      for (ValueId position : llvm::makeArrayRef(op.operands).drop_front(2))
        out_ << " v" << position.index;
      out_ << "\n";
    }
  }

  llvm::raw_ostream &out_;
  const Function &function_;
  const Plan &plan_;
  std::string indent_;
};

}  // namespace

std::string toString(const PlanBlock::Repeats &rows) {
  std::string row = "o";
  if (rows.repeats > 1)
    row += " / " + std::to_string(rows.repeats);
  if (rows.count)
    row += " % " + std::to_string(rows.count);
  if (rows.period)
    row = "o / " + std::to_string(rows.period) + " * " + std::to_string(rows.count) + " + " + row;
  return row == "o" ? row : "(" + row + ")";
}

void print(llvm::raw_ostream &out, const Module &module, const Plan &plan) {
  PlanWriter(out, module, plan).write();
}

}  // namespace janus::ir
