#include "Codegen/Cpp/LoopKernels.h"

#include "Codegen/Cpp/Names.h"
#include "IR/FusedOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Twine.h"

namespace janus::codegen {

using namespace ir;

namespace {

// What C++ calls an element.
llvm::StringRef elementOf(const Type &type) {
  return type.dtype == "bool" ? "bool" : type.dtype == "float64" ? "double" : "float";
}

// The body of one loop. Values get names by the order in which they appear, so that blocks that do
// the same have the same text.
class LoopWriter {
public:
  LoopWriter(const Module &module, const Function &function, const PlanBlock &block)
      : module_(module), function_(function), block_(block) {}

  std::string write() {
    bool rows = block_.outer.constant() != 1;
    std::string head, loads;
    for (size_t i = 0; i < block_.outputs.size(); ++i)
      head += "  " + pointer(block_.outputs[i], "o" + std::to_string(i), i, false);
    for (size_t i = 0; i < block_.numbers.size(); ++i)
      head += "  const double n" + std::to_string(i) + " = s[" + std::to_string(i) + "];\n";
    std::string perRow;
    for (size_t i = 0; i < block_.inputs.size(); ++i)
      input(i, rows, head, perRow, loads);
    std::string body;
    for (OpId op : block_.ops)
      body += operation(op);
    for (size_t i = 0; i < block_.outputs.size(); ++i)
      body +=
          indent() + "o" + std::to_string(i) + at(rows) + " = " + names_[block_.outputs[i]] + ";\n";
    std::string loop = std::string("#pragma GCC ivdep\n") +
                       (rows ? "    for (int64_t i = 0; i < inner; ++i) {\n"
                             : "  for (int64_t i = first; i < last; ++i) {\n") +
                       loads + body + (rows ? "    }\n" : "  }\n");
    if (rows)
      loop = "  for (int64_t o = first; o < last; ++o) {\n" + perRow + loop + "  }\n";
    return head + perRowOnce(rows, perRow) + loop;
  }

private:
  static std::string perRowOnce(bool rows, const std::string &perRow) { return rows ? "" : perRow; }
  std::string indent() const { return block_.outer.constant() != 1 ? "      " : "    "; }
  static std::string at(bool rows) { return rows ? "[o * inner + i]" : "[i]"; }

  const Type &typeOf(ValueId value) const { return module_.types.get(function_.value(value).type); }
  std::string element(ValueId value) const { return elementOf(typeOf(value)).str(); }

  std::string pointer(ValueId value, const std::string &name, size_t index, bool constant) const {
    std::string type = (constant ? "const " : "") + element(value) + " *";
    return type + name + " = (" + type + ")p[" + std::to_string(index) + "];\n";
  }

  void input(size_t i, bool rows, std::string &head, std::string &perRow, std::string &loads) {
    using Index = PlanBlock::Index;
    ValueId value = block_.inputs[i];
    std::string number = std::to_string(i), name = "x" + number, from = "a" + number;
    head += "  " + pointer(value, from, block_.outputs.size() + i, true);
    names_[value] = name;
    std::string type = "const " + element(value) + " " + name + " = " + from;
    switch (block_.indices[i]) {
    case Index::Each: loads += indent() + type + at(rows) + ";\n"; break;
    case Index::Row: loads += indent() + type + "[i];\n"; break;
    case Index::Column: perRow += "    " + type + (rows ? "[o];\n" : "[0];\n"); break;
    case Index::One: head += "  " + type + "[0];\n"; break;
    }
  }

  std::string operation(ir::OpId id) {
    const Op &op = function_.op(id);
    llvm::StringRef type = computedIn(op);
    std::string text = fill(fusedExpression(module_, function_, id), op, type);
    // The formulas of other types stand in their own names: `in<double>::one<...>`.
    if (type != "float" && text.find('<') != std::string::npos)
      text = (llvm::Twine("in<") + type + ">::" + text).str();
    std::string name = "v" + std::to_string(count_++);
    names_[op.results[0]] = name;
    return indent() + "const " + element(op.results[0]) + " " + name + " = " + text + ";\n";
  }

  // The type of the operands that are no masks; of an operation without any, that of the result.
  llvm::StringRef computedIn(const Op &op) const {
    for (ValueId operand : op.operands)
      if (typeOf(operand).kind == TypeKind::Tensor && elementOf(typeOf(operand)) != "bool")
        return elementOf(typeOf(operand));
    return elementOf(typeOf(op.results[0]));
  }

  std::string fill(llvm::StringRef expression, const Op &op, llvm::StringRef type) {
    std::string out;
    for (size_t i = 0; i < expression.size(); ++i) {
      if (expression[i] != '$' && expression[i] != '#') {
        out += expression[i];
        continue;
      }
      bool number = expression[i] == '#';
      ValueId operand = op.operands[expression[++i] - '0'];
      out += number ? numberText(operand) : elementText(operand, type);
    }
    return out;
  }

  std::string elementText(ValueId value, llvm::StringRef type) {
    auto known = names_.find(value);
    return known != names_.end() ? known->second
                                 : (llvm::Twine("(") + type + ")").str() + numberText(value);
  }

  std::string numberText(ValueId value) const {
    ir::OpId made = function_.value(value).definedBy;
    if (function_.op(made).opcode != Opcode::Const) {
      size_t index = llvm::find(block_.numbers, value) - block_.numbers.begin();
      return "n" + std::to_string(index);
    }
    const Constant &constant = module_.constant(function_.constAttribute(made, "value"));
    switch (constant.kind) {
    case Constant::Kind::Int: return "(" + intLiteral(constant.integer) + ")";
    case Constant::Kind::Float: return "(" + floatLiteral(constant.number) + ")";
    case Constant::Kind::True: return "1";
    default: return "0";
    }
  }

  const Module &module_;
  const Function &function_;
  const PlanBlock &block_;
  llvm::DenseMap<ValueId, std::string> names_;
  unsigned count_ = 0;
};

}  // namespace

std::string LoopKernels::elementSize(const Type &type) {
  return (llvm::Twine("sizeof(") + elementOf(type) + ")").str();
}

std::string LoopKernels::name(const Module &module, const Function &function,
                              const PlanBlock &block) {
  std::string body = LoopWriter(module, function, block).write();
  auto [entry, isNew] = index_.try_emplace(body, bodies_.size());
  if (isNew)
    bodies_.push_back(body);
  return space_ + "::k" + std::to_string(entry->second);
}

std::string LoopKernels::declarations() const {
  if (bodies_.empty())
    return "";
  std::string text = "\nnamespace " + space_ + " {\nextern const jn_loop ";
  for (size_t i = 0; i < bodies_.size(); ++i)
    text += (i ? ", k" : "k") + std::to_string(i) + "[3]";
  return text + ";\n}\n";
}

std::string LoopKernels::text() const {
  std::string text = "// Loops of specialised versions: p are the outputs, then the inputs; s "
                     "numbers.\n#include \"janus/kernel.h\"\n\nnamespace " +
                     space_ + " {\nusing namespace janus;\nusing namespace janus::fused;\n";
  for (size_t i = 0; i < bodies_.size(); ++i) {
    std::string name = "k" + std::to_string(i);
    text += "\nJN_LOOP(" + name + ") {\n" + bodies_[i] + "}\nextern const jn_loop " + name +
            "[3];\nJN_LEVELS(" + name + ")\n";
  }
  return text + "\n}  // namespace " + space_ + "\n";
}

}  // namespace janus::codegen
