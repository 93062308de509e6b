#include "IR/OpTable.h"

#include "janus/contract/OpTable.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

#include <string>
#include <vector>

namespace janus::ir {
namespace {

const OpInfo kRows[] = {
#define JANUS_IR_OP(Enum, text, operands, results, regions, attributes, traits)                    \
  {text, operands, results, regions, attributes, traits},
#include "IR/Ops/Core.def"
#include "IR/Ops/Python.def"
#include "IR/Ops/Typed.def"
#undef JANUS_IR_OP
};

AttributeSpec::Kind kindOf(llvm::StringRef word) {
  using Kind = AttributeSpec::Kind;
  static const std::pair<llvm::StringRef, Kind> kKinds[] = {
      {"int", Kind::Int},   {"float", Kind::Float}, {"bool", Kind::Bool},   {"str", Kind::Str},
      {"strs", Kind::Strs}, {"ints", Kind::Ints},   {"const", Kind::Const}, {"func", Kind::Func},
      {"slot", Kind::Slot}, {"slots", Kind::Slots}, {"type", Kind::Type},   {"place", Kind::Place},
  };
  for (const auto &[name, kind] : kKinds)
    if (name == word)
      return kind;
  llvm::report_fatal_error("an op's row declares an attribute of unknown kind");
}

std::vector<AttributeSpec> specsOf(llvm::StringRef column) {
  std::vector<AttributeSpec> specs;
  llvm::SmallVector<llvm::StringRef, 4> entries;
  column.split(entries, ' ', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef entry : entries) {
    bool optional = entry.consume_back("?");
    auto [name, kind] = entry.split(':');
    specs.push_back({name, kindOf(kind), optional});
  }
  return specs;
}

// `Conv2d` becomes `t.conv2d`, `AddTensor` `t.add_tensor`, `XLogY` `t.x_log_y`.
std::string tensorOpName(std::string_view id) {
  auto isCapital = [&](size_t i) { return id[i] >= 'A' && id[i] <= 'Z'; };
  auto isSmall = [&](size_t i) { return id[i] >= 'a' && id[i] <= 'z'; };
  std::string name = "t.";
  for (size_t i = 0; i < id.size(); ++i) {
    bool afterSmall = i > 0 && !isCapital(i - 1) && id[i - 1] != '_';
    bool beforeSmall = i > 0 && i + 1 < id.size() && isSmall(i + 1);
    if (isCapital(i) && (afterSmall || beforeSmall))
      name += '_';
    name += llvm::toLower(id[i]);
  }
  return name;
}

// How many parameters or results a schema's parenthesised list has.
int countItems(llvm::StringRef list) {
  if (list.empty())
    return 0;
  int count = 1, depth = 0;
  for (char c : list) {
    depth += (c == '[' || c == '(') - (c == ']' || c == ')');
    count += c == ',' && depth == 0;
  }
  return count;
}

// An operand for each parameter of the schema, in its order, the keyword-only ones too.
OpInfo tensorRow(const janus::OpRow &row, llvm::StringRef name) {
  llvm::StringRef signature(row.signature.data(), row.signature.size());
  auto [call, result] = signature.split(" -> ");
  llvm::StringRef parameters = call.split('(').second.drop_back();
  int operands = countItems(parameters);
  if (parameters.startswith("*,") || parameters.contains(" *,"))
    --operands;
  int results = result.consume_front("(") ? countItems(result.rtrim(')')) : 1;

  using janus::Trait;
  // In a graph an update has, behind the schema's results, one for each tensor that it writes: the
  // tensor's new contents, in the order of the schema, of lists in theirs, without the Nones.
  if (janus::has(row.traits, Trait::Mutates))
    results = -1;
  uint32_t traits = Raises | Allocates | ReadsHeap;
  if (janus::has(row.traits, Trait::InPlace | Trait::Mutates))
    traits |= WritesHeap;
  if (janus::has(row.traits, Trait::Random))
    traits |= Draws;
  return {name, operands, results, 0, "", traits};
}

// Everything that is derived from the rows, made once.
struct Table {
  std::vector<OpInfo> rows;
  std::vector<std::vector<AttributeSpec>> specs;
  std::vector<TypeKind> results;
  std::vector<std::vector<llvm::StringRef>> labels;
  std::vector<std::string> tensorNames;
  llvm::StringMap<Opcode> byName;

  Table() : rows(std::begin(kRows), std::end(kRows)) {
    tensorNames.reserve(janus::kOpCount);
    for (const janus::OpRow &row : janus::kOps) {
      tensorNames.push_back(tensorOpName(row.id));
      rows.push_back(tensorRow(row, tensorNames.back()));
    }
    results.resize(rows.size(), TypeKind::Dyn);
    labels.resize(rows.size());
#define JANUS_IR_RESULT(Enum, Kind) results[size_t(Opcode::Enum)] = TypeKind::Kind;
#include "IR/Ops/ResultKinds.def"
#undef JANUS_IR_RESULT
#define JANUS_IR_REGIONS(Enum, ...) labels[size_t(Opcode::Enum)] = {__VA_ARGS__};
#include "IR/Ops/RegionLabels.def"
#undef JANUS_IR_REGIONS
    for (size_t i = 0; i < rows.size(); ++i) {
      specs.push_back(specsOf(rows[i].attributes));
      byName[rows[i].name] = static_cast<Opcode>(i);
    }
  }
};

const Table &table() {
  static const Table table;
  return table;
}

}  // namespace

const OpInfo &info(Opcode opcode) {
  return table().rows[size_t(opcode)];
}

bool lookup(llvm::StringRef name, Opcode *out) {
  auto entry = table().byName.find(name);
  *out = entry == table().byName.end() ? Opcode::FirstTensorOp : entry->getValue();
  return entry != table().byName.end();
}

llvm::ArrayRef<AttributeSpec> attributeSpecs(Opcode opcode) {
  return table().specs[size_t(opcode)];
}

unsigned opcodeCount() {
  return table().rows.size();
}

TypeKind resultKind(Opcode opcode) {
  return table().results[size_t(opcode)];
}

llvm::ArrayRef<llvm::StringRef> regionLabels(Opcode opcode) {
  return table().labels[size_t(opcode)];
}

}  // namespace janus::ir
