#include "Frontend/Sema/LegalityChecker.h"

#include "llvm/ADT/StringSet.h"

namespace janus::legality {

using namespace ast;

void LegalityChecker::visitMatch(NodeId, const Match &node) {
  visit(node.subject);
  for (NodeId each : node.cases) {
    const auto &block = ast().get<match_case>(each);
    // A last case that matches everything is not compiled as a pattern.
    const auto *capture = ast().dynGet<MatchAs>(block.pattern);
    bool isLast = each == node.cases.back();
    bool isDefault = isLast && node.cases.size() > 1 && capture && !capture->name;
    if (!isDefault) {
      PatternState state;
      state.allowIrrefutable = block.guard.valid() || isLast;
      pattern(block.pattern, state);
    }
    if (block.guard)
      visit(block.guard);
    visitAll(block.body);
  }
}

void LegalityChecker::pattern(NodeId id, PatternState &state) {
  lastPattern_ = id;
  switch (ast().kind(id)) {
  case NodeKind::MatchValue: {
    NodeId value = ast().get<MatchValue>(id).value;
    if (ast().isa<JoinedStr>(value))
      refuse(id, "patterns may only match literals and attribute lookups");
    return visit(value);
  }
  case NodeKind::MatchSingleton: return;
  case NodeKind::MatchSequence: return sequencePattern(id, ast().get<MatchSequence>(id), state);
  case NodeKind::MatchMapping: return mappingPattern(id, ast().get<MatchMapping>(id), state);
  case NodeKind::MatchClass: return classPattern(id, ast().get<MatchClass>(id), state);
  case NodeKind::MatchStar: return store(id, ast().get<MatchStar>(id).name, state);
  case NodeKind::MatchAs: return asPattern(id, ast().get<MatchAs>(id), state);
  case NodeKind::MatchOr: return alternatives(id, ast().get<MatchOr>(id), state);
  default: llvm_unreachable("not a pattern");
  }
}

// A pattern inside another one may match everything.
void LegalityChecker::subpattern(NodeId id, PatternState &state) {
  bool saved = state.allowIrrefutable;
  state.allowIrrefutable = true;
  pattern(id, state);
  state.allowIrrefutable = saved;
}

void LegalityChecker::store(NodeId place, Symbol name, PatternState &state) {
  if (!name)
    return;
  refuseDebug(place, name);
  if (!state.names.insert(name).second)
    refuse(place, "multiple assignments to name '" + text(name) + "' in pattern");
}

void LegalityChecker::sequencePattern(NodeId id, const MatchSequence &node, PatternState &state) {
  auto isStar = [&](NodeId part) { return ast().isa<MatchStar>(part); };
  if (llvm::count_if(node.patterns, isStar) > 1)
    return refuse(id, "multiple starred names in sequence pattern");
  for (NodeId part : node.patterns)
    subpattern(part, state);
}

void LegalityChecker::mappingPattern(NodeId id, const MatchMapping &node, PatternState &state) {
  llvm::StringSet<> seen;
  for (NodeId key : node.keys) {
    std::string canonical = literalKey(key, true);
    if (!canonical.empty() && !seen.insert(canonical).second)
      refuse(id, "mapping pattern checks duplicate key (" + literalKey(key, false) + ")");
    if (canonical.empty() && !ast().isa<Attribute>(key))
      refuse(id, "mapping pattern keys may only match literals and attribute lookups");
    visit(key);
  }
  store(id, node.rest, state);
  for (NodeId part : node.patterns)
    subpattern(part, state);
}

void LegalityChecker::classPattern(NodeId, const MatchClass &node, PatternState &state) {
  for (size_t i = 0; i < node.kwd_attrs.size(); ++i) {
    refuseDebug(node.kwd_patterns[i], node.kwd_attrs[i]);
    for (size_t k = i + 1; k < node.kwd_attrs.size(); ++k)
      if (node.kwd_attrs[i] == node.kwd_attrs[k])
        refuse(node.kwd_patterns[k],
               "attribute name repeated in class pattern: " + text(node.kwd_attrs[i]));
  }
  visit(node.cls);
  for (NodeId part : node.patterns)
    subpattern(part, state);
  for (NodeId part : node.kwd_patterns)
    subpattern(part, state);
}

void LegalityChecker::asPattern(NodeId id, const MatchAs &node, PatternState &state) {
  if (!node.pattern && !state.allowIrrefutable) {
    if (node.name)
      return refuse(id,
                    "name capture '" + text(node.name) + "' makes remaining patterns unreachable");
    return refuse(id, "wildcard makes remaining patterns unreachable");
  }
  store(id, node.name, state);
  if (node.pattern)
    pattern(node.pattern, state);
}

void LegalityChecker::alternatives(NodeId, const MatchOr &node, PatternState &state) {
  PatternState first;
  for (NodeId part : node.patterns) {
    PatternState own;
    own.allowIrrefutable = part == node.patterns.back() && state.allowIrrefutable;
    pattern(part, own);
    if (part == node.patterns.front()) {
      first = std::move(own);
      continue;
    }
    bool same = own.names.size() == first.names.size() &&
                llvm::all_of(own.names, [&](Symbol name) { return first.names.count(name); });
    if (!same)
      return refuse(lastPattern_, "alternative patterns bind different names");
  }
  llvm::SmallVector<Symbol, 8> names(first.names.begin(), first.names.end());
  llvm::sort(names);
  for (Symbol name : names)
    store(lastPattern_, name, state);
}

// The text of a literal key, empty for other expressions. Canonical: equal for equal keys (1,
// True, 1.0).
std::string LegalityChecker::literalKey(NodeId key, bool canonical) const {
  if (const auto *sign = ast().dynGet<UnaryOp>(key)) {
    std::string digits = literalKey(sign->operand, canonical);
    return canonical && digits == "0" ? digits : "-" + digits;
  }
  if (const auto *complex = ast().dynGet<BinOp>(key))
    return "(" + literalKey(complex->left, canonical) + (complex->op == Operator::Add ? "+" : "-") +
           literalKey(complex->right, canonical) + ")";
  const auto *constant = ast().dynGet<Constant>(key);
  if (!constant)
    return "";
  const ConstantValue &value = constant->value;
  std::string repr = value.repr();
  if (!canonical)
    return repr;
  if (value.isBool())
    return value.isTrue() ? "1" : "0";
  if (value.isFloat() && llvm::StringRef(repr).endswith(".0"))
    return repr.substr(0, repr.size() - 2);
  return repr;
}

}  // namespace janus::legality
