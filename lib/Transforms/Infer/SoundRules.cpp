#include "Transforms/Infer/SoundRules.h"

#include <array>
#include <map>

namespace janus::transforms {

using namespace ir;

const SoundRule *unaryRule(Opcode shim, TypeKind operand) {
  struct Row {
    Opcode shim;
    TypeKind operand;
    SoundRule rule;
  };
  static const Row kRows[] = {
#define JANUS_UNARY(shim, operand, result, direct)                                                 \
  {Opcode::shim, TypeKind::operand, {TypeKind::result, Opcode::direct}},
#include "Transforms/Infer/SoundRules.def"
  };
  for (const Row &row : kRows)
    if (row.shim == shim && row.operand == operand)
      return &row.rule;
  return nullptr;
}

const SoundRule *binaryRule(Opcode shim, TypeKind left, TypeKind right) {
  constexpr size_t kKinds = static_cast<size_t>(TypeKind::Foreign) + 1;
  using Table = std::array<std::array<SoundRule, kKinds>, kKinds>;
  static const std::map<Opcode, Table> kTables = [] {
    std::map<Opcode, Table> tables;
#define JANUS_BINARY(shim, left, right, result, direct)                                            \
  tables[Opcode::shim][size_t(TypeKind::left)][size_t(TypeKind::right)] = {TypeKind::result,       \
                                                                           Opcode::direct};
#include "Transforms/Infer/SoundRules.def"
    return tables;
  }();
  auto table = kTables.find(shim);
  if (table == kTables.end())
    return nullptr;
  const SoundRule &rule = table->second[size_t(left)][size_t(right)];
  return rule.result == TypeKind::Dyn ? nullptr : &rule;
}

}  // namespace janus::transforms
