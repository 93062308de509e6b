// The match statement: each pattern becomes a bool; names are bound once the whole pattern has
// matched.
#include "Transforms/Build/FunctionBuilder.h"

namespace janus::build {

void FunctionBuilder::matchStatement(const ast::Match &node) {
  SlotId subject = temporarySlot("subject");
  storeSlot(subject, expression(node.subject));
  matchCases(node.cases, subject);
}

// if pattern matches and the guard holds: body  else: the other cases. A guard that fails comes
// after the binding of the names, so that the choice is kept in a slot.
void FunctionBuilder::matchCases(llvm::ArrayRef<NodeId> cases, SlotId subject) {
  if (cases.empty())
    return emitEffect(Opcode::SlotClear, {}, {{"slot", subject}});
  const auto &node = ast().get<ast::match_case>(cases.front());
  At at(*this, node.pattern);
  llvm::SmallVector<Capture, 4> captures;
  ValueId matches = pattern(node.pattern, subject, captures);
  auto bind = [&] {
    for (const Capture &c : captures) {
      storeName(c.name, loadSlot(c.slot));
      emitEffect(Opcode::SlotClear, {}, {{"slot", c.slot}});
    }
  };
  if (node.guard)
    matches = emitIf(
        matches,
        [&] {
          bind();
          return condition(node.guard);
        },
        [&] { return boolean(false); }, TypeKind::Bool);
  ir::OpId op = emitControl(Opcode::If, {matches});
  inRegion(op, 0, [&] {
    if (!node.guard)
      bind();
    emitEffect(Opcode::SlotClear, {}, {{"slot", subject}});
    statements(node.body);
  });
  inRegion(op, 1, [&] { matchCases(cases.drop_front(), subject); });
}

SlotId FunctionBuilder::capture(Symbol name, Captures &captures) {
  for (const Capture &c : captures)
    if (c.name == name)
      return c.slot;  // the alternatives of an or-pattern bind the same names
  SlotId slot = temporarySlot("capture");
  captures.push_back({name, slot});
  return slot;
}

// part(first) and part(first + 1) and ...
ValueId FunctionBuilder::allOf(size_t count, size_t first,
                               llvm::function_ref<ValueId(size_t)> part) {
  if (first == count)
    return boolean(true);
  ValueId test = part(first);
  if (first + 1 == count)
    return test;
  return emitIf(
      test, [&] { return allOf(count, first + 1, part); }, [&] { return boolean(false); },
      TypeKind::Bool);
}

ValueId FunctionBuilder::pattern(NodeId id, SlotId subject, Captures &captures) {
  At at(*this, id);
  switch (ast().kind(id)) {
  case NodeKind::MatchValue: {
    ValueId value = expression(ast().get<ast::MatchValue>(id).value);
    return truth(emit(Opcode::PyEq, {loadSlot(subject), value}));
  }
  case NodeKind::MatchSingleton:
    return emit(Opcode::PyIs,
                {loadSlot(subject), literal(ast().get<ast::MatchSingleton>(id).value)});
  case NodeKind::MatchSequence:
    return sequencePattern(ast().get<ast::MatchSequence>(id).patterns, subject, captures);
  case NodeKind::MatchMapping:
    return mappingPattern(ast().get<ast::MatchMapping>(id), subject, captures);
  case NodeKind::MatchClass: return classPattern(ast().get<ast::MatchClass>(id), subject, captures);
  case NodeKind::MatchAs: {
    const auto &node = ast().get<ast::MatchAs>(id);
    ValueId matches = node.pattern ? pattern(node.pattern, subject, captures) : boolean(true);
    if (!node.name)
      return matches;
    SlotId slot = capture(node.name, captures);
    emitWhen(matches, [&] { storeSlot(slot, loadSlot(subject)); });
    return matches;
  }
  case NodeKind::MatchOr: {
    const auto &alternatives = ast().get<ast::MatchOr>(id).patterns;
    ValueId matches = pattern(alternatives[0], subject, captures);
    for (size_t i = 1; i < alternatives.size(); ++i)
      matches = emitIf(
          matches, [&] { return boolean(true); },
          [&] { return pattern(alternatives[i], subject, captures); }, TypeKind::Bool);
    return matches;
  }
  default: llvm_unreachable("MatchStar stands only in sequences");
  }
}

// Length first, then the items one by one; `*rest` becomes a list.
ValueId FunctionBuilder::sequencePattern(llvm::ArrayRef<NodeId> patterns, SlotId subject,
                                         Captures &captures) {
  size_t star = patterns.size();
  for (size_t i = 0; i < patterns.size(); ++i)
    if (ast().isa<ast::MatchStar>(patterns[i]))
      star = i;
  bool hasStar = star < patterns.size();
  int64_t fixed = static_cast<int64_t>(patterns.size()) - (hasStar ? 1 : 0);
  ValueId isSequence = emit(Opcode::PyMatchSequence, {loadSlot(subject)});
  auto rightLength = [&] {
    ValueId length = emit(Opcode::PyLength, {loadSlot(subject)});
    return truth(emit(hasStar ? Opcode::PyGe : Opcode::PyEq, {length, integer(fixed)}));
  };
  // Of `[*rest]` the length is not asked.
  ValueId fits = hasStar && fixed == 0
                     ? isSequence
                     : emitIf(
                           isSequence, rightLength, [&] { return boolean(false); }, TypeKind::Bool);
  auto item = [&](size_t i) {
    if (i == star) {
      const auto &node = ast().get<ast::MatchStar>(patterns[i]);
      if (!node.name)
        return boolean(true);
      storeSlot(capture(node.name, captures),
                unpack(loadSlot(subject), patterns.size(), star)[star]);
      return boolean(true);
    }
    // A wildcard does not look at its item.
    if (const auto *as = ast().dynGet<ast::MatchAs>(patterns[i]); as && !as->pattern && !as->name)
      return boolean(true);
    SlotId slot = temporarySlot("item");
    // Behind a star the place counts from the length: sequences of users need not know negative
    // indices.
    ValueId index = integer(static_cast<int64_t>(i));
    if (i > star)
      index = emit(Opcode::PySub, {emit(Opcode::PyLength, {loadSlot(subject)}),
                                   integer(static_cast<int64_t>(patterns.size() - i))});
    storeSlot(slot, emit(Opcode::PyGetItem, {loadSlot(subject), index}));
    return pattern(patterns[i], slot, captures);
  };
  return emitIf(
      fits, [&] { return allOf(patterns.size(), 0, item); }, [&] { return boolean(false); },
      TypeKind::Bool);
}

ValueId FunctionBuilder::mappingPattern(const ast::MatchMapping &node, SlotId subject,
                                        Captures &captures) {
  SlotId values = temporarySlot("values"), keys = temporarySlot("keys");
  ValueId isMapping = emit(Opcode::PyMatchMapping, {loadSlot(subject)});
  auto hasKeys = [&] {
    ValueId wanted = emit(Opcode::PyTuple, expressions(node.keys));
    storeSlot(keys, wanted);
    ValueId found = emit(Opcode::PyMatchKeys, {loadSlot(subject), wanted});
    storeSlot(values, found);
    return negate(emit(Opcode::PyIs, {found, none()}));
  };
  ValueId fits = emitIf(
      isMapping, hasKeys, [&] { return boolean(false); }, TypeKind::Bool);
  auto item = [&](size_t i) {
    SlotId slot = temporarySlot("item");
    storeSlot(slot, emit(Opcode::PyGetItem, {loadSlot(values), integer(static_cast<int64_t>(i))}));
    return pattern(node.patterns[i], slot, captures);
  };
  auto rest = [&] {
    ValueId matches = allOf(node.patterns.size(), 0, item);
    if (!node.rest)
      return matches;
    SlotId slot = capture(node.rest, captures);
    emitWhen(matches, [&] {  // a new dict without the matched keys
      ValueId copy = emit(Opcode::PyDict, {});
      emitEffect(Opcode::PyDictUpdate, {copy, loadSlot(subject)});
      for (size_t i = 0; i < node.keys.size(); ++i) {
        ValueId key = emit(Opcode::PyGetItem, {loadSlot(keys), integer(static_cast<int64_t>(i))});
        emitEffect(Opcode::PyDelItem, {copy, key});
      }
      storeSlot(slot, copy);
    });
    return matches;
  };
  return emitIf(
      fits, rest, [&] { return boolean(false); }, TypeKind::Bool);
}

ValueId FunctionBuilder::classPattern(const ast::MatchClass &node, SlotId subject,
                                      Captures &captures) {
  std::vector<std::string> names;
  for (Symbol name : node.kwd_attrs)
    names.push_back(ast().text(name).str());
  ValueId cls = expression(node.cls);
  ValueId found =
      emit(Opcode::PyMatchClass, {loadSlot(subject), cls},
           {{"positional", static_cast<int64_t>(node.patterns.size())}, {"names", names}});
  SlotId attributes = temporarySlot("attributes");
  storeSlot(attributes, found);
  ValueId fits = negate(emit(Opcode::PyIs, {found, none()}));
  size_t positional = node.patterns.size();
  auto item = [&](size_t i) {
    SlotId slot = temporarySlot("item");
    storeSlot(slot,
              emit(Opcode::PyGetItem, {loadSlot(attributes), integer(static_cast<int64_t>(i))}));
    return pattern(i < positional ? node.patterns[i] : node.kwd_patterns[i - positional], slot,
                   captures);
  };
  return emitIf(
      fits, [&] { return allOf(positional + names.size(), 0, item); },
      [&] { return boolean(false); }, TypeKind::Bool);
}

}  // namespace janus::build
