#include "IR/OpTable.h"

#include "llvm/ADT/SmallVector.h"
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
      {"slot", Kind::Slot}, {"slots", Kind::Slots}, {"type", Kind::Type},
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

// Everything that is derived from the rows, made once.
struct Table {
  std::vector<OpInfo> rows;
  std::vector<std::vector<AttributeSpec>> specs;
  std::vector<TypeKind> results;
  std::vector<std::vector<llvm::StringRef>> labels;
  llvm::StringMap<Opcode> byName;

  Table() : rows(std::begin(kRows), std::end(kRows)) {
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
