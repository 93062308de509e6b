// Sizes of a version that follow from symbols: computed when the plan is laid out for other values
// of the symbols, and used where loops and kernels want numbers.
//
//   v.symbols[0] = jn_plan_size(in[2], 0);  // s0
//   ...
//   static bool sizes(const int64_t *symbols, int64_t *n) {
//     n[0] = jn_size_mul(&fits, 784, symbols[0]);  // 784*s0
#include "Codegen/Cpp/VersionBody.h"

#include "IR/TensorRows.h"

#include "llvm/ADT/StringExtras.h"

namespace janus::codegen {

using namespace ir;

void VersionBody::loadSymbols() {
  if (plan_.symbols.empty())
    return;
  members_.push_back("int64_t symbols[" + std::to_string(plan_.symbols.size()) + "]");
  for (auto each : llvm::enumerate(plan_.symbols)) {
    const Plan::Symbol &symbol = each.value();
    line("v.symbols[" + std::to_string(each.index()) + "] = " +
         (symbol.dim
              ? "jn_plan_size(" + boxed(symbol.input) + ", " + std::to_string(*symbol.dim) + ")"
              : variable(symbol.input)) +
         ";  // " + symbol.name);
  }
}

std::string VersionBody::sizeCode(const SizeExpression &size, llvm::StringRef symbols) const {
  return size.write(
      {[&](llvm::StringRef name) {
         auto at = llvm::find_if(plan_.symbols, [&](auto &each) { return each.name == name; });
         assert(at != plan_.symbols.end() && "an input has each symbol for a size");
         return symbols.str() + "[" + std::to_string(at - plan_.symbols.begin()) + "]";
       },
       [](int64_t number) { return std::to_string(number); },
       [](char what, const std::string &a, const std::string &b) {
         std::string name = what == '+' ? "add" : what == '*' ? "mul" : "div";
         return "jn_size_" + name + "(&fits, " + a + ", " + b + ")";
       }});
}

// The number of a size, or of the size that an expression over symbols is.
void VersionBody::size(OpId id) {
  std::string target = declare(op(id).results[0]) + " = ";
  if (op(id).opcode == Opcode::SizeOf)
    return line(target + "jn_plan_size(" + boxed(op(id).operands[0]) + ", " +
                std::to_string(function_.intAttribute(id, "dim")) + ");");
  SizeExpression size = *SizeExpression::parse(function_.stringAttribute(id, "size"));
  std::string code = sizeCode(size, "v.symbols") + ";  // " + size.text();
  if (size.asSymbol())
    return line(target + code);
  local("bool fits = true;");
  line(target + code);
  checkThat("fits");
}

unsigned VersionBody::sizeIndex(const SizeExpression &size) {
  auto [entry, isNew] = sizeIndex_.try_emplace(size.text(), sizes_.size());
  if (isNew)
    sizes_.push_back(size);
  return entry->second;
}

std::string VersionBody::sizeEntry(const SizeExpression &size) {
  if (std::optional<int64_t> number = size.constant())
    return std::to_string(*number);
  return "JN_PLAN_SIZE(" + std::to_string(sizeIndex(size)) + ")";
}

static SizeExpression dimSize(const Dim &size) {
  return size.symbol.empty() ? SizeExpression(size.number) : *SizeExpression::parse(size.symbol);
}

std::string VersionBody::sizeEntry(const Dim &size) {
  return sizeEntry(dimSize(size));
}

std::string VersionBody::sizeNumber(const SizeExpression &size) {
  if (std::optional<int64_t> number = size.constant())
    return std::to_string(*number);
  return "n[" + std::to_string(sizeIndex(size)) + " /*" + size.text() + "*/]";
}

// A list of sizes for a kernel; one with a number that the graph computes is made anew.
bool VersionBody::isSizeList(OpId id) const {
  auto makerIs = [&](ValueId value, Opcode opcode) {
    return op(function_.value(value).definedBy).opcode == opcode;
  };
  const auto &items = op(id).operands;
  return op(id).opcode == Opcode::Pack &&
         llvm::any_of(items, [&](ValueId item) { return makerIs(item, Opcode::Size); }) &&
         llvm::all_of(items, [&](ValueId item) {
           return makerIs(item, Opcode::Size) || makerIs(item, Opcode::Const);
         });
}

unsigned VersionBody::sizeList(OpId id) {
  std::vector<std::string> items;
  for (ValueId item : op(id).operands) {
    OpId made = function_.value(item).definedBy;
    if (op(made).opcode == Opcode::Size)
      items.push_back(sizeEntry(*SizeExpression::parse(function_.stringAttribute(made, "size"))));
    else
      items.push_back(native(item));
  }
  auto known = llvm::find(sizeLists_, items);
  size_t index = known - sizeLists_.begin();
  if (known == sizeLists_.end())
    sizeLists_.push_back(std::move(items));
  return index;
}

// Checks a slice whose ends are numbers of the graph: loops rely on how long its type says it is.
void VersionBody::checkSlice(OpId id) {
  if (janus::row(rowOf(op(id).opcode)).shape != ShapeRule::Slice)
    return;
  Schema schema = parseSchema(rowOf(op(id).opcode));
  auto operand = [&](const char *name) { return op(id).operands[schema.find(name)]; };
  auto isSettled = [&](const char *name) {
    Opcode made = op(function_.value(operand(name)).definedBy).opcode;
    return made == Opcode::Const || made == Opcode::Size;
  };
  const Type &type = module_.types.get(function_.value(op(id).results[0]).type);
  OpId dim = function_.value(operand("dim")).definedBy;
  if ((isSettled("start") && isSettled("end")) || !type.shape || op(dim).opcode != Opcode::Const)
    return;
  int64_t at = module_.constant(function_.constAttribute(dim, "value")).integer;
  at += at < 0 ? type.rank : 0;
  if (at >= 0 && at < type.rank && (*type.shape)[at].known() && !isCounted((*type.shape)[at]))
    checkThat("jn_plan_size(" + boxed(op(id).results[0]) + ", " + std::to_string(at) +
              ") == " + sizeNumber(dimSize((*type.shape)[at])));
}

}  // namespace janus::codegen
