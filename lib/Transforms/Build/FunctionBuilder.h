// The state and the operations of turning one function body into IR. Internal to Build: each .cpp
// of this folder implements one family of constructs.
#pragma once

#include "IR/Builder.h"
#include "Transforms/Build/Build.h"
#include "Transforms/Build/ModuleContext.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <utility>

namespace janus::build {

using ir::Attribute;
using ir::ConstId;
using ir::FunctionId;
using ir::Opcode;
using ir::RegionId;
using ir::SlotId;
using ir::TypeKind;
using ir::ValueId;

Opcode binaryOpcode(ast::Operator op);
// The augmented form stands beside each binary operation (Ops/Python.def).
inline Opcode inplaceOpcode(Opcode binary) {
  return static_cast<Opcode>(static_cast<uint16_t>(binary) + 1);
}

using Attributes = llvm::ArrayRef<ir::NamedAttribute>;
using Operands = llvm::ArrayRef<ValueId>;

class FunctionBuilder {
public:
  FunctionBuilder(ModuleContext &context, FunctionId id, ScopeId scope);

  void buildModuleBody(const ast::Module &node);
  void declareNamespace(bool isAnnotated);
  void buildFunctionBody(const NodeList &body, NodeId arguments, bool isAsync);
  void buildLambdaBody(NodeId body, NodeId arguments);
  void buildInPython(NodeId arguments);
  void buildClassBody(const ast::ClassDef &node);
  void buildGeneratorExpression(NodeId id);

private:
  // ---- emission (FunctionBuilder.cpp)
  ir::Function &fn() { return builder_.function(); }
  ValueId emit(Opcode opcode, Operands operands, Attributes attributes = {}) {
    return builder_.value(opcode, operands, attributes);
  }
  // Nothing follows an exit: a second terminator would make the region ill-formed.
  void emitEffect(Opcode opcode, Operands operands, Attributes attributes = {}) {
    if (!terminated())
      builder_.create(opcode, operands, attributes);
  }
  // A loop whose body is given each item.
  ir::OpId emitFor(ValueId iterator, llvm::function_ref<void(ValueId)> body);
  ValueId iteratorOf(const ast::comprehension &part) {
    return part.is_async ? emit(Opcode::PyAsyncIter, {expression(part.iter)})
                         : iteratorOf(part.iter);
  }
  ValueId iteratorOf(NodeId iterable) {
    ValueId shown = unsharedDisplay(iterable);
    return emit(Opcode::PyIter, {shown});
  }
  // An `if`, `while`, `for` or `try` without results, its regions empty.
  ir::OpId emitControl(Opcode opcode, Operands operands) {
    return builder_.create(opcode, operands, {}, {});
  }
  ValueId constant(ir::Constant constant) { return builder_.constant(std::move(constant)); }
  ValueId none() { return builder_.none(); }
  ValueId stringConstant(llvm::StringRef text) { return builder_.str(text); }
  ValueId boolean(bool value) { return builder_.boolean(value); }
  ValueId integer(int64_t value) { return builder_.integer(value); }
  ValueId literal(const ConstantValue &value);
  ConstId literalId(const ConstantValue &value);
  bool terminated() const { return builder_.terminated(); }
  // Runs `body` with emission going to region `index` of `op`.
  template <class F>
  void inRegion(ir::OpId op, unsigned index, F &&body) {
    ir::Builder::RegionScope scope(builder_, op, index);
    body();
  }
  // Gives a branch the text that decides it, as profiles know it: shorter for what decides within a
  // condition than for the condition.
  void setText(ir::OpId branch, Span text);
  ValueId decidedBy(Span text, ValueId chosen);  // the same of the branch that chose it
  // `if condition: then() else: otherwise()` with one result each.
  template <class Then, class Else>
  ValueId emitIf(ValueId condition, Then &&then, Else &&otherwise, TypeKind type = TypeKind::Dyn) {
    ir::OpId op = builder_.create(Opcode::If, {condition}, {}, {context_.module.types.of(type)});
    inRegion(op, 0, [&] {
      ValueId v = then();
      emitEffect(Opcode::YieldValues, {v});
    });
    inRegion(op, 1, [&] {
      ValueId v = otherwise();
      emitEffect(Opcode::YieldValues, {v});
    });
    return builder_.result(op);
  }
  // A value and its truth, which was asked for once.
  struct Tested {
    ValueId value, truth;
  };
  template <class Then, class Else>
  Tested emitTestedIf(ValueId condition, Then &&then, Else &&otherwise) {
    ir::OpId op = builder_.create(
        Opcode::If, {condition}, {},
        {context_.module.types.of(TypeKind::Dyn), context_.module.types.of(TypeKind::Bool)});
    inRegion(op, 0, [&] {
      Tested v = then();
      emitEffect(Opcode::YieldValues, {v.value, v.truth});
    });
    inRegion(op, 1, [&] {
      Tested v = otherwise();
      emitEffect(Opcode::YieldValues, {v.value, v.truth});
    });
    return {builder_.result(op, 0), builder_.result(op, 1)};
  }
  template <class Then>
  void emitWhen(ValueId condition, Then &&then) {
    inRegion(emitControl(Opcode::If, {condition}), 0, std::forward<Then>(then));
  }
  ValueId truth(ValueId value);
  ValueId negate(ValueId condition);
  class At;  // sets the span for what is emitted while it lives
  Span attributeSpan(NodeId attribute, Span whole) const;

  // ---- names (Names.cpp)
  struct Place {  // what a name means here
    enum Kind { Slot, Global, ClassName } kind;
    SlotId slot;  // Slot; ClassName: of the enclosing function's variable, or invalid
  };
  Place resolve(Symbol name);
  Symbol mangled(Symbol name);
  std::string nameText(Symbol name) { return context_.ast.text(mangled(name)).str(); }
  void declareSlots();
  SlotId addSlot(llvm::StringRef name, ir::SlotKind kind);
  SlotId temporarySlot(const char *name);
  bool needsCell(ScopeId scope, Symbol name) const;
  ValueId loadName(Symbol name);
  void storeName(Symbol name, ValueId value);
  void deleteName(Symbol name);
  ValueId loadSlot(SlotId slot);
  void storeSlot(SlotId slot, ValueId value);
  std::vector<SlotId> captures(const ir::Function &inner);

  // ---- statements
  void statements(llvm::ArrayRef<NodeId> list);
  void statement(NodeId id);
  void ifStatement(const ast::If &node);
  void whileStatement(const ast::While &node);
  void forStatement(const ast::For &node);
  using Handlers = void (FunctionBuilder::*)(llvm::ArrayRef<NodeId>, ValueId exception);
  template <class Node>
  void tryStatement(const Node &node, Handlers handlers);
  void starHandlers(llvm::ArrayRef<NodeId> handlers, ValueId exception);  // StarHandlers.cpp
  void handlerChain(llvm::ArrayRef<NodeId> handlers, ValueId exception);
  void handlerBody(const ast::ExceptHandler &handler, ValueId exception);
  void withStatement(llvm::ArrayRef<NodeId> items, const NodeList &body, bool isAsync);
  void importStatement(const ast::Import &node);
  void importStar(ValueId module);
  void importFromStatement(const ast::ImportFrom &node);
  void raiseStatement(const ast::Raise &node);
  void assertStatement(const ast::Assert &node);
  void matchStatement(const ast::Match &node);
  void matchCases(llvm::ArrayRef<NodeId> cases, SlotId subject);

  // ---- coroutines (Coroutines.cpp)
  enum class AwaitableOf : uint8_t { Program, Next, Enter, Exit };  // as `of` of py.await
  ValueId await(ValueId, AwaitableOf of = AwaitableOf::Program);
  void asyncForStatement(const ast::AsyncFor &node);
  ir::OpId emitAsyncFor(ValueId iterator, llvm::function_ref<void(ValueId)> body);
  void markCoroutine(bool yields);

  // ---- targets (Assign.cpp)
  void assignTo(NodeId target, ValueId value);
  // `count` items of a sequence; item `star` (count: none) is the list of what is left.
  llvm::SmallVector<ValueId, 4> unpack(ValueId value, size_t count, size_t star);
  void unpackTo(llvm::ArrayRef<NodeId> targets, ValueId value);
  void augmentedAssign(const ast::AugAssign &node);
  void annotatedAssign(const ast::AnnAssign &node);
  void deleteTarget(NodeId target);
  ValueId annotationValue(NodeId annotation);

  // ---- definitions (Definitions.cpp)
  template <class Node>
  void functionDef(NodeId id, const Node &node);
  bool isLeftToPython(NodeId function) const;
  bool needsPython(NodeId id, ScopeId function) const;
  void classDef(NodeId id, const ast::ClassDef &node);
  ValueId lambda(NodeId id, const ast::Lambda &node);
  ValueId makeFunction(NodeId owner, std::string name, NodeId arguments, NodeId returns,
                       llvm::function_ref<void(FunctionBuilder &)> buildBody);
  ValueId definition(Opcode opcode, Operands operands, FunctionId inner);
  ValueId decorate(llvm::ArrayRef<NodeId> nodes, llvm::ArrayRef<ValueId> decorators, ValueId value);
  FunctionId startFunction(NodeId owner, std::string name, Span span);
  std::string qualifiedName(llvm::StringRef name, bool isGlobal);
  void declareParameters(NodeId arguments);
  void storeDocstring(const NodeList &body);

  // ---- expressions
  ValueId expression(NodeId id);
  ValueId expressionOrNone(NodeId id) { return id ? expression(id) : none(); }
  llvm::SmallVector<ValueId, 4> expressions(llvm::ArrayRef<NodeId> list);
  ValueId boolOp(const ast::BoolOp &node, size_t first);
  Tested tested(NodeId id);
  Tested testedBoolOp(const ast::BoolOp &node, size_t first);
  ValueId unaryOp(const ast::UnaryOp &node);
  ValueId compare(const ast::Compare &node);
  enum class Wanted { Value, Truth };
  ValueId compareChain(const ast::Compare &node, size_t first, ValueId left, Wanted wanted);
  ValueId compareOne(ast::CmpOperator op, ValueId left, ValueId right);
  ValueId condition(NodeId id);  // the truth of an expression, a bool
  ValueId call(NodeId id, const ast::Call &node);
  ValueId callWithStars(ValueId callee, llvm::ArrayRef<NodeId> args,
                        llvm::ArrayRef<NodeId> keywords);
  // ---- functional forms (FunctionalForms.cpp); null for other calls
  ValueId functionalForm(const ast::Call &node);
  ValueId functionalLoop(const ast::Call &node, bool isFor);
  ValueId callOf(ValueId function, Operands arguments);
  bool asksForLocals(Symbol name);
  ValueId evaluationHere(const ast::Call &node);
  ValueId localsDict();
  ValueId sortedNames(ValueId dict);
  void refuseNamespaceCall(NodeId id, llvm::StringRef name);
  ValueId zeroArgumentSuper();
  bool isSimpleArgument(NodeId id) const;
  ValueId sequenceDisplay(llvm::ArrayRef<NodeId> elements, Opcode display, Opcode append,
                          Opcode extend);
  ValueId tupleOf(llvm::ArrayRef<NodeId> elements);
  ValueId setDisplay(llvm::ArrayRef<NodeId> elements);
  ValueId dictDisplay(const ast::Dict &node);
  // Arguments of a class statement or of a call with `**`: a dict, or None when there are none.
  ValueId keywordDict(llvm::ArrayRef<NodeId> keywords, ValueId callee);
  // Constants.cpp: nothing when it is none.
  std::optional<ConstId> constantExpression(NodeId id);
  std::optional<ConstId> constantItems(llvm::ArrayRef<NodeId> elements, ir::Constant::Kind kind);
  // An expression whose value is only iterated or searched.
  ValueId unsharedDisplay(NodeId id);
  ValueId joinedStr(const ast::JoinedStr &node);
  ValueId formattedValue(const ast::FormattedValue &node);
  ValueId sliceOrIndex(NodeId id);
  ValueId comprehensionValue(NodeId id);
  ValueId inlinedComprehension(NodeId id, ScopeId scope);
  ValueId calledComprehension(NodeId id, ScopeId scope);
  void comprehensionLoops(llvm::ArrayRef<NodeId> generators, size_t index, ValueId firstIterator,
                          llvm::function_ref<void()> element);
  void comprehensionElement(NodeId id, ValueId container);
  bool canInline(ScopeId scope) const;

  // ---- patterns (Match.cpp): whether the subject matches, a bool; captures go to temporary slots
  // first
  struct Capture {
    Symbol name;
    SlotId slot;
  };
  using Captures = llvm::SmallVectorImpl<Capture>;
  ValueId pattern(NodeId id, SlotId subject, Captures &captures);
  ValueId sequencePattern(llvm::ArrayRef<NodeId> patterns, SlotId subject, Captures &captures);
  ValueId mappingPattern(const ast::MatchMapping &node, SlotId subject, Captures &captures);
  ValueId classPattern(const ast::MatchClass &node, SlotId subject, Captures &captures);
  ValueId allOf(size_t count, size_t first, llvm::function_ref<ValueId(size_t)> part);
  SlotId capture(Symbol name, Captures &captures);

  struct InlineScope {
    ScopeId scope;
    llvm::DenseMap<Symbol, SlotId> slots;
  };

  ModuleContext &context_;
  ir::Builder builder_;
  ScopeId scope_;
  llvm::DenseMap<Symbol, SlotId> slots_;
  llvm::SmallVector<InlineScope, 2>
      inlined_;  // comprehensions being built in place, outermost first
  unsigned temporaries_ = 0;

  const Ast &ast() const { return context_.ast; }
  const Scope &scope() const { return context_.scopes[scope_]; }
};

class FunctionBuilder::At {
public:
  At(FunctionBuilder &builder, NodeId node) : builder_(builder.builder_), saved_(builder_.span()) {
    if (node)
      builder_.setSpan(builder.ast().span(node));
  }
  ~At() { builder_.setSpan(saved_); }
  At(const At &) = delete;
  At &operator=(const At &) = delete;

private:
  ir::Builder &builder_;
  Span saved_;
};

}  // namespace janus::build
