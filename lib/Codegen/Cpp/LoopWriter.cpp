#include "Codegen/Cpp/LoopWriter.h"

#include "Codegen/Cpp/Names.h"
#include "IR/FusedOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <map>
#include <optional>

namespace janus::codegen {

using namespace ir;

namespace {

using Index = PlanBlock::Index;
using Member = PlanBlock::Member;
using Per = PlanBlock::Per;
using Read = PlanBlock::Read;
using Subscript = PlanBlock::Subscript;

// A flat loop goes over its elements, one with reductions block by block. One over rows does the
// stages of each row in turn:
//
//   what is per row of operands known before       const float v2 = ...;
//   the elements, with their part of reductions    for (...) { ... }
//   what reductions have made of the row           const float v5 = ...;
//
// Formulas that stand apart (FormulaFacts.def) have loops of their own, over blocks, so that those
// before and behind them are computed in vectors. Values that go from one part to the next are
// kept:
//
//   for (...) k0[i - b] = ...;   for (...) k1[i - b] = atan(k0[i - b]);   for (...) o[i] = ...;
class LoopWriter {
public:
  LoopWriter(const Module &module, const Function &function, const PlanBlock &block)
      : module_(module), function_(function), block_(block), rows_(block.isRows()),
        indent_(rows_ ? "    " : "  ") {}

  std::string write() {
    std::string head = pointers();
    for (size_t i = 0; i < block_.inputs.size(); ++i)
      if (block_.subscripts[i].index == Index::One)
        head += "  " + load(i, "[0]");
    if (!rows_) {
      stage(0);
      return head + zero() + body_;
    }
    columns();
    for (unsigned at = 0; at <= lastStage(); ++at)
      stage(at);
    return head + zero() + "  for (int64_t o = first; o < last; ++o) {\n" + body_ + "  }\n";
  }

private:
  // Names of values that have been loaded or computed, by how they are read.
  using Names = std::map<std::pair<ValueId, Subscript>, std::string>;

  std::optional<size_t> inputOf(const Read &read) const {
    for (size_t i = 0; i < block_.inputs.size(); ++i)
      if (block_.inputs[i] == read.source && block_.subscripts[i] == read.subscript)
        return i;
    return std::nullopt;
  }
  std::string zero() const { return isRounded_ ? "  const uint64_t zero = unknownZero();\n" : ""; }
  const Type &typeOf(ValueId value) const { return module_.types.get(function_.value(value).type); }
  std::string element(ValueId value) const { return elementType(typeOf(value)).str(); }
  // Masks lie in memory as bytes: loops that read a `bool` do not become vector instructions.
  std::string stored(ValueId value) const {
    return element(value) == "bool" ? "uint8_t" : element(value);
  }
  // The declaration of `name`, an element of `value` that stands at `place`.
  std::string declared(ValueId value, const std::string &name, const std::string &place) const {
    return "const " + element(value) + " " + name + " = " + place +
           (element(value) == "bool" ? " != 0;" : ";");
  }
  ValueId resultOf(const Member &member) const { return function_.op(member.op).results[0]; }
  void line(const std::string &text) { body_ += indent_ + text + "\n"; }

  unsigned lastStage() const {
    unsigned last = 0;
    for (const Member &each : block_.members)
      last = std::max(last, each.availableAt());
    return last;
  }

  // ---------------------------------------------------------------- what is read and written

  std::string pointers() {
    std::string head;
    size_t next = 0;
    auto add = [&](const std::string &type, const std::string &name) {
      head += "  " + type + name + " = (" + type + ")p[" + std::to_string(next++) + "];\n";
    };
    for (size_t i = 0; i < block_.outputs.size(); ++i) {
      ValueId output = block_.outputs[i];
      const Member &made = *block_.find(function_.value(output).definedBy);
      outputs_[output] = "o" + std::to_string(i);
      // A reduction of all: the parts' totals.
      add(made.per == Per::Loop ? "double *" : stored(output) + " *", outputs_[output]);
    }
    for (size_t i = 0; i < block_.inputs.size(); ++i)
      add("const " + stored(block_.inputs[i]) + " *", "a" + std::to_string(i));
    size_t number = 0;
    for (; number < block_.numbers.size(); ++number)
      head +=
          "  const double n" + std::to_string(number) + " = s[" + std::to_string(number) + "];\n";
    for (size_t i = 0; i < block_.counts.size(); ++i)
      if (!block_.counts[i].second.constant())
        head +=
            "  const double c" + std::to_string(i) + " = s[" + std::to_string(number++) + "];\n";
    return head;
  }

  // Gives an input its name.
  std::string load(size_t input, const std::string &at) {
    ValueId value = block_.inputs[input];
    std::string number = std::to_string(input);
    names_[{value, block_.subscripts[input]}] = "x" + number;
    return declared(value, "x" + number, "a" + number + at) + "\n";
  }

  std::string at() const { return rows_ ? "[o * inner + i]" : "[i]"; }
  std::string at(const Subscript &subscript) const {
    if (subscript.index == Index::Row)
      return "[i]";
    if (subscript.index != Index::Part)
      return at();
    std::string row = toString(subscript.rows) +
                      (subscript.stride ? " * " + std::to_string(subscript.stride) : " * inner");
    // The pointer says where the part begins, so that loops over other parts are this one.
    return rows_ ? "[" + row + " + i]" : "[i]";
  }

  // The code that a row needs before its elements: inputs, and where reductions of columns are
  // collected.
  void columns() {
    for (size_t i = 0; i < block_.inputs.size(); ++i)
      if (block_.subscripts[i].index == Index::Column)
        body_ += indent_ + load(i, "[" + toString(block_.subscripts[i].rows) + "]");
    for (const Member &each : block_.members) {
      if (each.per != Per::Column)
        continue;
      const std::string &output = outputs_[resultOf(each)];
      std::string type = element(resultOf(each)), name = "r" + output;
      line(type + " *" + name + " = " + output + " + o / kFoldRows * inner;");
      line("if (o % kFoldRows == 0)");
      line("  startFold<" + toString(*each.fold).str() + ">(" + name + ", inner);");
    }
  }

  // ---------------------------------------------------------------- stages

  void stage(unsigned stage) {
    for (const Member &each : block_.members)
      if (each.isPerRow() && each.stage == stage) {
        line(operation(each, hasDomain(each) ? kAnywhere : ""));
        storeRow(each);
      }
    std::vector<const Member *> totals;  // reductions of the row, or of what is gone through
    bool isAny = false;
    for (const Member &each : block_.members) {
      if (each.stage != stage || each.isPerRow())
        continue;
      isAny = true;
      if (each.isRowFold() || each.per == Per::Loop)
        totals.push_back(&each);
    }
    if (!isAny)
      return;
    totals.empty() ? plainLoop(stage) : foldLoop(stage, totals);
  }

  void storeRow(const Member &member) {
    auto output = outputs_.find(resultOf(member));
    if (output != outputs_.end())
      line(output->second + "[o] = " + nameOf(member) + ";");
  }

  void plainLoop(unsigned stage) {
    auto range = llvm::StringRef(rows_ ? "0 inner" : "first last").split(' ');
    std::string begin = range.first.str(), end = range.second.str();
    findParts(stage, {});
    if (partsOf(stage).size() == 1 && !hasDomains(stage))
      return elementLoop(stage, begin, end, Operands::InDomain);
    line("for (int64_t b = " + begin + "; b < " + end + "; b += kBlock) {");
    nest([&] {
      line("const int64_t end = " + end + " - b < kBlock ? " + end + " : b + kBlock;");
      declareKept(stage, "kBlock");
      for (unsigned part : partsOf(stage))
        blockLoop(stage, part);
    });
    line("}");
  }

  // How formulas that have a domain are computed: for operands within it, for any; or not at all,
  // `inside` being whether their operands are within it.
  enum class Operands : uint8_t { InDomain, Any, Checked };

  void elementLoop(unsigned stage, const std::string &begin, const std::string &end,
                   Operands operands) {
    body_ += "#pragma GCC ivdep\n";
    line("for (int64_t i = " + begin + "; i < " + end + "; ++i) {");
    elements(stage, {}, operands);
    line("}");
  }

  // One part of a stage, without reductions to totals, from `b` to `end`.
  void blockLoop(unsigned stage, unsigned part) {
    part_ = part;
    if (!hasDomains(stage))
      return elementLoop(stage, "b", "end", Operands::InDomain);
    checkDomains(stage, [&](Operands operands) { elementLoop(stage, "b", "end", operands); });
  }

  std::string insideName() const { return "inside" + (part_ ? std::to_string(part_) : ""); }

  // Calls `write` for operands within the domain, and for any.
  template <class F>
  void checkDomains(unsigned stage, F &&write) {
    line("uint32_t " + insideName() + " = 1;");
    elementLoop(stage, "b", "end", Operands::Checked);
    line("if (" + insideName() + ") {");
    nest([&] { write(Operands::InDomain); });
    line("} else {");
    nest([&] { write(Operands::Any); });
    line("}");
  }

  // ---------------------------------------------------------------- parts of stages

  bool standsApart(const Member &member) const {
    return ir::standsApart(fusedForm(module_, function_, member.op)->expression);
  }
  const Member *makerOf(const Read &read) const {
    return block_.find(function_.value(read.source).definedBy);
  }
  bool isElementOf(const Member &member, unsigned stage) const {
    return member.stage == stage && !member.isPerRow();
  }

  // Formulas that stand apart are the odd parts. Reductions to totals come at the end.
  void findParts(unsigned stage, llvm::ArrayRef<const Member *> totals) {
    unsigned last = 0;
    for (const Member &each : block_.members) {
      if (!isElementOf(each, stage))
        continue;
      unsigned part = 0;
      for (const Read &read : each.reads)
        if (const Member *made = makerOf(read); made && isElementOf(*made, stage))
          part = std::max(part, parts_.lookup(made));
      part += part % 2 == !standsApart(each);
      parts_[&each] = part;
      last = std::max(last, part);
    }
    for (const Member *each : totals)
      parts_[each] = last + last % 2;
    part_ = lastPart_ = partsOf(stage).back();
    kept_.clear();
    for (const Member &each : block_.members)
      if (isElementOf(each, stage) && isKept(each, stage))
        kept_[resultOf(each)] = "k" + std::to_string(keptCount_++);
  }

  std::vector<unsigned> partsOf(unsigned stage) const {
    std::vector<unsigned> parts;
    for (const Member &each : block_.members)
      if (isElementOf(each, stage))
        parts.push_back(parts_.lookup(&each));
    llvm::sort(parts);
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    return parts;
  }

  // True when a later part reads it. The last part writes all that the loop makes: an output may
  // lie where an input does, of which every part reads the old contents.
  bool isKept(const Member &member, unsigned stage) const {
    unsigned part = parts_.lookup(&member);
    if (member.fold)
      return false;
    if (part != lastPart_ && outputs_.count(resultOf(member)))
      return true;
    return llvm::any_of(block_.members, [&](const Member &each) {
      return isElementOf(each, stage) && parts_.lookup(&each) > part &&
             llvm::any_of(each.reads,
                          [&](const Read &read) { return read.source == resultOf(member); });
    });
  }

  void declareKept(unsigned stage, const std::string &length) {
    for (const Member &each : block_.members)
      if (isElementOf(each, stage) && kept_.count(resultOf(each)))
        line(stored(resultOf(each)) + " " + kept_[resultOf(each)] + "[" + length + "];");
  }

  // A value that an earlier part has made.
  void loadKept(ValueId value) {
    Subscript each = Index::Each;
    std::string &name = names_[{value, each}];
    if (!name.empty())
      return;
    name = "y" + kept_[value];
    line(declared(value, name, kept_[value] + "[i - b]"));
  }

  static constexpr const char *kAnywhere = "anywhere<float>::";

  bool hasDomain(const Member &member) const {
    return computedIn(function_.op(member.op)) == "float" &&
           ir::hasDomain(fusedForm(module_, function_, member.op)->expression);
  }
  bool hasDomains(unsigned stage) const {
    return llvm::any_of(block_.members, [&](const Member &each) {
      return isElementOf(each, stage) && parts_.lookup(&each) == part_ && hasDomain(each);
    });
  }

  // In lanes, over blocks whose totals are added up: as the eager kernels do it.
  void foldLoop(unsigned stage, llvm::ArrayRef<const Member *> totals) {
    llvm::StringRef lanes = "64";
    for (const Member *each : totals)
      if (element(resultOf(*each)) == "double")
        lanes = "32";
    std::string parameters, parts, rests, begins, ends;
    std::vector<std::string> declarations;
    for (size_t i = 0; i < totals.size(); ++i) {
      std::string number = std::to_string(i), name = totalName(*totals[i]);
      std::string type = element(resultOf(*totals[i]));
      declarations.push_back((llvm::Twine("Total<") + toString(*totals[i]->fold) + ", " + type +
                              ", " + lanes + "> " + name + ";")
                                 .str());
      parameters += ", " + type + " &l" + number;
      parts += ", " + name + ".lane[k]";
      rests += ", " + name + ".rest";
      begins += (i ? " " : "") + name + ".begin();";
      ends += (i ? " " : "") + name + ".end();";
    }
    auto declare = [&] {
      for (const std::string &each : declarations)
        line(each);
    };
    findParts(stage, totals);
    if (rows_)
      declare();
    line(rows_ ? "for (int64_t b = 0; b < inner; b += kFoldBlock) {"
               : "for (int64_t b = first; b < last; b += kFoldBlock) {");
    nest([&] {
      if (!rows_)
        declare();
      line(rows_ ? "const int64_t end = inner - b < kFoldBlock ? inner : b + kFoldBlock;"
                 : "const int64_t end = last - b < kFoldBlock ? last : b + kFoldBlock;");
      declareKept(stage, "kFoldBlock");
      const std::vector<unsigned> order = partsOf(stage);
      for (unsigned part : llvm::ArrayRef<unsigned>(order).drop_back())
        blockLoop(stage, part);
      part_ = order.back();
      if (isShort(lanes))
        return shortFold(stage, totals, lanes);
      line(begins);
      auto lanesOf = [&](Operands operands) {
        line("const auto element = [&](int64_t i" + parameters +
             ") __attribute__((always_inline)) {");
        elements(stage, totals, operands);
        line("};");
        line("int64_t i = b;");
        line((llvm::Twine("for (; i + ") + lanes + " <= end; i += " + lanes + ") {").str());
        body_ += "#pragma GCC ivdep\n";
        line((llvm::Twine("  for (int64_t k = 0; k < ") + lanes + "; ++k)").str());
        line("    element(i + k" + parts + ");");
        line("}");
        line("for (; i < end; ++i)");
        line("  element(i" + rests + ");");
      };
      if (hasDomains(stage))
        checkDomains(stage, lanesOf);
      else
        lanesOf(Operands::InDomain);
      line(ends);
      if (!rows_)
        for (const Member *each : totals)
          line(outputs_[resultOf(*each)] + "[b / kFoldBlock] = " + totalName(*each) + ".total;");
    });
    line("}");
    if (rows_)
      for (const Member *each : totals)
        rowTotal(*each);
  }

  // True when no row fills the lanes, so that its elements are added up one after the other.
  bool isShort(llvm::StringRef lanes) const {
    std::optional<int64_t> length = block_.inner.constant();
    return rows_ && length && *length < std::stoll(lanes.str());
  }

  // The elements of a short row are computed as vectors, and then added up. Rows of other lengths,
  // that fill no lanes either, have the same code.
  void shortFold(unsigned stage, llvm::ArrayRef<const Member *> totals, llvm::StringRef lanes) {
    for (const Member *each : totals) {
      collected_[each] = "e" + totalName(*each);
      line((llvm::Twine(element(resultOf(*each))) + " " + collected_[each] + "[" + lanes + "];")
               .str());
    }
    auto loop = [&](Operands operands) { elementLoop(stage, "b", "end", operands); };
    if (hasDomains(stage))
      checkDomains(stage, loop);
    else
      loop(Operands::InDomain);
    for (const Member *each : totals) {
      line(totalName(*each) + ".addInOrder(" + collected_[each] + ", inner);");
      collected_.erase(each);
    }
  }

  std::string totalName(const Member &member) const {
    return "f" + std::to_string(&member - block_.members.data());
  }

  void rowTotal(const Member &member) {
    std::string total = totalName(member) + ".total";
    if (member.per == Per::Loop)
      return line(outputs_[resultOf(member)] + "[o] = " + total + ";");
    std::string name = newName(member), type = element(resultOf(member));
    line("const " + type + " " + name + " = (" + type + ")(" + total +
         (member.fold == Fold::Mean ? " / (double)inner" : "") + ");");
    storeRow(member);
  }

  // The statements for one element. Those of `totals` add to l0, l1, ...
  void elements(unsigned stage, llvm::ArrayRef<const Member *> totals, Operands operands) {
    // The values that they read stay known under other names to other stages.
    Names around = names_;
    nest([&] {
      loads(stage);
      for (const Member &each : block_.members) {
        if (!isElementOf(each, stage) || parts_.lookup(&each) != part_)
          continue;
        if (operands == Operands::Checked) {
          if (hasDomain(each))
            line(insideName() + " &= " + formula(each, "within::") + ";");
          if (!each.fold)
            line(operation(each));
          continue;
        }
        llvm::StringRef where = operands == Operands::Any && hasDomain(each) ? kAnywhere : "";
        if (!each.fold) {
          line(operation(each, where));
          auto output = outputs_.find(resultOf(each));
          if (kept_.count(resultOf(each)))
            line(kept_[resultOf(each)] + "[i - b] = " + nameOf(each) + ";");
          else if (output != outputs_.end())
            line(output->second + at() + " = " + nameOf(each) + ";");
          continue;
        }
        if (auto found = collected_.find(&each); found != collected_.end()) {
          line(found->second + "[i] = " + formula(each, where) + ";");
          continue;
        }
        auto total = llvm::find(totals, &each);
        std::string to = total == totals.end() ? "r" + outputs_[resultOf(each)] + "[i]"
                                               : "l" + std::to_string(total - totals.begin());
        line(to + " = " + toString(*each.fold).str() + "::apply(" + to + ", " +
             formula(each, where) + ");");
      }
      if (part_ == lastPart_ && operands != Operands::Checked)
        for (const Member &each : block_.members)
          if (isElementOf(each, stage) && kept_.count(resultOf(each)) &&
              outputs_.count(resultOf(each))) {
            loadKept(resultOf(each));
            line(outputs_[resultOf(each)] + at() + " = " + nameOf(each) + ";");
          }
    });
    names_ = std::move(around);
  }

  // Inputs, and what earlier stages and parts have made of the elements.
  void loads(unsigned stage) {
    for (const Member &each : block_.members) {
      if (!isElementOf(each, stage) || parts_.lookup(&each) != part_)
        continue;
      for (const Read &read : each.reads) {
        if (names_.count({read.source, read.subscript}))
          continue;
        if (std::optional<size_t> input = inputOf(read)) {
          body_ += indent_ + load(*input, at(read.subscript));
        } else if (const Member *made = makerOf(read);
                   made && isElementOf(*made, stage) && parts_.lookup(made) < part_) {
          loadKept(read.source);
        } else if (made && made->stage < stage) {
          const std::string &output = outputs_[read.source];
          names_[{read.source, read.subscript}] = "y" + output;
          line(declared(read.source, "y" + output, output + at()));
        }
      }
    }
  }

  template <class F>
  void nest(F &&lines) {
    indent_ += "  ";
    lines();
    indent_.resize(indent_.size() - 2);
  }

  // ---------------------------------------------------------------- formulas

  // How the loop reads what the member makes.
  static Subscript subscriptOf(const Member &member) {
    return member.per == Per::Row ? Index::Column : Index::Each;
  }
  std::string &nameOf(const Member &member) {
    return names_[{resultOf(member), subscriptOf(member)}];
  }
  std::string newName(const Member &member) {
    return nameOf(member) = "v" + std::to_string(count_++);
  }

  std::string operation(const Member &member, llvm::StringRef where = "") {
    std::string text = formula(member, where);
    bool isRead = llvm::any_of(block_.members, [&](const Member &each) {
      return llvm::any_of(each.reads,
                          [&](const Read &read) { return read.source == resultOf(member); });
    });
    std::string type = element(resultOf(member));
    if (isRead && mayEndInProduct(fusedForm(module_, function_, member.op)->expression))
      text = rounded(text, type);
    return "const " + type + " " + newName(member) + " = " + text + ";";
  }

  // No other formula contracts it with its own.
  std::string rounded(const std::string &text, llvm::StringRef type) {
    if (type == "bool")
      return text;
    isRounded_ = true;
    return "rounded(" + text + ", zero)";
  }

  // `where` the formula stands: "in<double>::", or nothing for those in float.
  std::string formula(const Member &member, llvm::StringRef where = "") {
    const Op &op = function_.op(member.op);
    llvm::StringRef type = computedIn(op);
    std::string text = fill(fusedForm(module_, function_, member.op)->expression, member, type);
    // The formulas of other types stand in their own names: `in<double>::one<...>`.
    if (!where.empty())
      return (where + text).str();
    if (type != "float" && text.find('<') != std::string::npos)
      text = (llvm::Twine("in<") + type + ">::" + text).str();
    return text;
  }

  // The type of the operands that are no masks; of an operation without any, that of the result.
  llvm::StringRef computedIn(const Op &op) const {
    for (ValueId operand : op.operands)
      if (typeOf(operand).kind == TypeKind::Tensor && elementType(typeOf(operand)) != "bool")
        return elementType(typeOf(operand));
    return elementType(typeOf(op.results[0]));
  }

  std::string fill(llvm::StringRef expression, const Member &member, llvm::StringRef type) {
    const Op &op = function_.op(member.op);
    std::string out;
    for (size_t i = 0; i < expression.size(); ++i) {
      char kind = expression[i];
      if (kind != '$' && kind != '#' && kind != '%') {
        out += kind;
        continue;
      }
      ValueId operand = op.operands[expression[++i] - '0'];
      out += kind == '#'   ? numberText(operand)
             : kind == '%' ? countText(operand)
                           : elementText(member, operand, type);
    }
    return out;
  }

  std::string elementText(const Member &member, ValueId value, llvm::StringRef type) {
    if (const Read *read = member.readOf(value))
      return names_[{read->source, read->subscript}];
    return (llvm::Twine("(") + type + ")").str() + numberText(value);
  }

  std::string countText(ValueId tensor) const {
    auto found = llvm::find_if(block_.counts, [&](auto &each) { return each.first == tensor; });
    if (std::optional<int64_t> number = found->second.constant())
      return std::to_string(*number);
    return "c" + std::to_string(found - block_.counts.begin());
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
    case Constant::Kind::None: return "kNone";
    default: return "0";
    }
  }

  const Module &module_;
  const Function &function_;
  const PlanBlock &block_;
  const bool rows_;
  std::string indent_, body_;
  Names names_;
  llvm::DenseMap<ValueId, std::string> outputs_;
  // State of the stage that is being written.
  llvm::DenseMap<const Member *, unsigned> parts_;
  llvm::DenseMap<ValueId, std::string> kept_;
  llvm::DenseMap<const Member *, std::string> collected_;  // the elements that a reduction adds up
  unsigned part_ = 0, lastPart_ = 0;  // the one that is being written, and the last one
  unsigned count_ = 0, keptCount_ = 0;
  bool isRounded_ = false;
};

}  // namespace

llvm::StringRef elementType(const Type &type) {
  return type.dtype == "bool" ? "bool" : type.dtype == "float64" ? "double" : "float";
}

std::string writeLoop(const Module &module, const Function &function, const PlanBlock &block) {
  return LoopWriter(module, function, block).write();
}

}  // namespace janus::codegen
