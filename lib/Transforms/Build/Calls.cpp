// Calls and displays, with and without stars.
#include "Transforms/Build/FunctionBuilder.h"

namespace janus::build {

static bool hasStars(const Ast &ast, llvm::ArrayRef<NodeId> args, llvm::ArrayRef<NodeId> keywords) {
  return llvm::any_of(args, [&](NodeId id) { return ast.isa<ast::Starred>(id); }) ||
         llvm::any_of(keywords, [&](NodeId id) { return !ast.get<ast::keyword>(id).arg; });
}

// Evaluating it cannot run user code, so that looking a method up after it makes no difference.
bool FunctionBuilder::isSimpleArgument(NodeId id) const {
  if (const auto *keyword = ast().dynGet<ast::keyword>(id))
    return isSimpleArgument(keyword->value);
  return ast().isa<ast::Constant, ast::Name>(id);
}

ValueId FunctionBuilder::call(NodeId id, const ast::Call &node) {
  if (const auto *name = ast().dynGet<ast::Name>(node.func);
      name && node.args.empty() && node.keywords.empty()) {
    if (asksForLocals(name->id))
      return ast().text(name->id) == "dir" ? sortedNames(localsDict()) : localsDict();
    refuseNamespaceCall(id, ast().text(name->id));
    if (ast().text(name->id) == "super")
      if (ValueId result = zeroArgumentSuper())
        return result;
  }
  if (ValueId result = functionalForm(node))
    return result;
  if (ValueId result = evaluationHere(node))
    return result;

  if (hasStars(ast(), node.args, node.keywords)) {
    ValueId callee = expression(node.func);
    return callWithStars(callee, node.args, node.keywords);
  }
  llvm::SmallVector<ValueId, 6> operands;
  const auto *attribute = ast().dynGet<ast::Attribute>(node.func);
  constexpr size_t kMostOfMethod = 30;  // beyond, CPython makes the bound method first
  size_t count = node.args.size() + node.keywords.size() + !node.keywords.empty();
  Span span = builder_.span();
  if (attribute && count < kMostOfMethod)
    span = attributeSpan(node.func, span);
  bool isMethodCall = attribute &&
                      llvm::all_of(node.args, [&](NodeId a) { return isSimpleArgument(a); }) &&
                      llvm::all_of(node.keywords, [&](NodeId k) { return isSimpleArgument(k); });
  operands.push_back(expression(isMethodCall ? attribute->value : node.func));
  for (NodeId arg : node.args)
    operands.push_back(expression(arg));
  std::vector<std::string> names;
  for (NodeId id : node.keywords) {
    const auto &keyword = ast().get<ast::keyword>(id);
    names.push_back(ast().text(keyword.arg).str());
    operands.push_back(expression(keyword.value));
  }
  Opcode opcode = isMethodCall ? Opcode::PyCallMethod : Opcode::PyCall;
  builder_.setSpan(span);
  ir::OpId op = builder_.create(opcode, operands);
  if (isMethodCall) {
    fn().setAttribute(op, "name", nameText(attribute->attr));
    Span lookup = ast().span(node.func);
    if (span.valid() && lookup.end >= span.begin)
      fn().setAttribute(op, "lookup", static_cast<int64_t>(lookup.end - span.begin));
  }
  if (!names.empty())
    fn().setAttribute(op, "kwnames", std::move(names));
  return builder_.result(op);
}

bool FunctionBuilder::asksForLocals(Symbol name) {
  llvm::StringRef text = ast().text(name);
  bool asks = text == "locals" || text == "vars" || text == "dir";
  return asks && scope().kind != ScopeKind::Module && inlined_.empty() &&
         resolve(name).kind != Place::Slot;
}

ValueId FunctionBuilder::sortedNames(ValueId dict) {
  ValueId names = emit(Opcode::PyList, {});
  emitEffect(Opcode::PyListExtend, {names, dict});
  ValueId sort = emit(Opcode::PyGetAttr, {names}, {{"name", std::string("sort")}});
  emit(Opcode::PyCall, {sort});
  return names;
}

// `locals()` in a function: a new dict of the variables that hold something now; in a class body
// the namespace itself.
ValueId FunctionBuilder::localsDict() {
  if (scope().kind == ScopeKind::Class)
    return fn().region(fn().body).arguments.front();
  ValueId dict = emit(Opcode::PyDict, {});
  auto add = [&](SlotId slot, llvm::StringRef name) {
    emitWhen(emit(Opcode::SlotIsBound, {}, {{"slot", slot}}), [&] {
      emitEffect(Opcode::PyDictSet, {dict, stringConstant(name), loadSlot(slot)});
    });
  };
  // Parameters come first, then the other variables, those of cells by name, then free ones by
  // name.
  auto rank = [](const ScopeSymbol &symbol) {
    return symbol.parameter                   ? 0
           : symbol.kind == SymbolKind::Local ? 1
           : symbol.kind == SymbolKind::Cell  ? 2
                                              : 3;
  };
  std::vector<ScopeSymbol> symbols;
  for (const ScopeSymbol &symbol : scope().symbols)
    if (slots_.count(symbol.name))
      symbols.push_back(symbol);
  llvm::stable_sort(symbols, [&](const ScopeSymbol &a, const ScopeSymbol &b) {
    if (rank(a) != rank(b))
      return rank(a) < rank(b);
    return rank(a) >= 2 && ast().text(a.name) < ast().text(b.name);
  });
  for (const ScopeSymbol &symbol : symbols)
    add(slots_.lookup(symbol.name), ast().text(symbol.name));
  return dict;
}

// `eval(text)` and `exec(text)` look at the function that they are called from:
// `eval(text, globals(), locals())`.
// Invalid for other calls.
ValueId FunctionBuilder::evaluationHere(const ast::Call &node) {
  const auto *name = ast().dynGet<ast::Name>(node.func);
  if (!name || (ast().text(name->id) != "eval" && ast().text(name->id) != "exec") ||
      node.args.size() != 1 || !node.keywords.empty() || !inlined_.empty() ||
      ast().isa<ast::Starred>(node.args[0]) || resolve(name->id).kind == Place::Slot)
    return {};
  const ScopeSymbol *global = context_.scopes.module().find(name->id);
  if (global && (global->assigned || global->imported))
    return {};  // the user's own function
  llvm::SmallVector<ValueId, 4> operands = {expression(node.func), expression(node.args[0])};
  ValueId asked = emit(Opcode::GlobalLoad, {}, {{"name", std::string("globals")}});
  operands.push_back(emit(Opcode::PyCall, {asked}));
  operands.push_back(scope().kind == ScopeKind::Module ? operands.back() : localsDict());
  return emit(Opcode::PyCall, operands);
}

// The names of a function's or class's variables are no dict at run time.
void FunctionBuilder::refuseNamespaceCall(NodeId id, llvm::StringRef name) {
  if (scope().kind == ScopeKind::Module || (name != "locals" && name != "vars" && name != "dir"))
    return;
  if (resolve(ast().names().intern(name)).kind == Place::Slot)
    return;  // the user's own function
  context_.diag
      .report(diag::UnsupportedConstruct, ast().span(id), (name + "()").str(),
              "the variables of a comprehension are not kept in a dict")
      .help("name the variables, as in `dict(x=x, y=y)`");
}

// `super()` in a method: the class cell and the first parameter. Invalid when this is an ordinary
// call.
ValueId FunctionBuilder::zeroArgumentSuper() {
  Symbol classCell = ast().names().intern("__class__");
  if (context_.rebindsSuper || scope().kind == ScopeKind::Class || fn().parameters.empty())
    return {};
  auto it = slots_.find(classCell);
  if (it == slots_.end() || fn().positional == 0)
    return {};
  ValueId cls = loadSlot(it->second);
  ValueId self = loadSlot(SlotId(0));  // the first parameter has the first slot
  return emit(Opcode::PySuper, {cls, self});
}

ValueId FunctionBuilder::callWithStars(ValueId callee, llvm::ArrayRef<NodeId> args,
                                       llvm::ArrayRef<NodeId> keywords) {
  // One star alone: the call itself makes a tuple of it, after all else.
  const auto *star = args.size() == 1 ? ast().dynGet<ast::Starred>(args[0]) : nullptr;
  ValueId positional = star ? expression(star->value) : tupleOf(args);
  ValueId named = keywordDict(keywords, callee);
  return emit(Opcode::PyCallEx, {callee, positional, named});
}

ValueId FunctionBuilder::keywordDict(llvm::ArrayRef<NodeId> keywords, ValueId callee) {
  if (keywords.empty())
    return none();
  ValueId dict = emit(Opcode::PyDict, {});
  for (NodeId id : keywords) {
    const auto &keyword = ast().get<ast::keyword>(id);
    if (keyword.arg) {
      ValueId key = stringConstant(ast().text(keyword.arg));
      ValueId value = expression(keyword.value);
      // A name given before through `**` is a duplicate.
      ValueId single = emit(Opcode::PyDict, {key, value});
      emitEffect(Opcode::PyDictMergeKwargs, {dict, single, callee});
    } else {
      ValueId mapping = expression(keyword.value);
      emitEffect(Opcode::PyDictMergeKwargs, {dict, mapping, callee});
    }
  }
  return dict;
}

// [a, *b, c]: the elements up to the first star at once, the others one by one.
ValueId FunctionBuilder::sequenceDisplay(llvm::ArrayRef<NodeId> elements, Opcode display,
                                         Opcode append, Opcode extend) {
  size_t plain = 0;
  while (plain < elements.size() && !ast().isa<ast::Starred>(elements[plain]))
    ++plain;
  ValueId result = emit(display, expressions(elements.take_front(plain)));
  for (NodeId id : elements.drop_front(plain)) {
    if (const auto *star = ast().dynGet<ast::Starred>(id)) {
      ValueId iterable = expression(star->value);
      emitEffect(extend, {result, iterable});
    } else {
      ValueId item = expression(id);
      emitEffect(append, {result, item});
    }
  }
  return result;
}

ValueId FunctionBuilder::tupleOf(llvm::ArrayRef<NodeId> elements) {
  if (!hasStars(ast(), elements, {})) {
    // A tuple of literals is a constant, one object for all evaluations, as in CPython.
    if (!elements.empty())
      if (std::optional<ConstId> made = constantItems(elements, ir::Constant::Kind::Tuple))
        return constant(context_.module.constant(*made));
    return emit(Opcode::PyTuple, expressions(elements));
  }
  ValueId list =
      sequenceDisplay(elements, Opcode::PyList, Opcode::PyListAppend, Opcode::PyListExtend);
  return emit(Opcode::PyListToTuple, {list});
}

ValueId FunctionBuilder::dictDisplay(const ast::Dict &node) {
  llvm::SmallVector<ValueId, 8> plain;
  size_t i = 0;
  for (; i < node.keys.size() && node.keys[i]; ++i) {
    plain.push_back(expression(node.keys[i]));
    plain.push_back(expression(node.values[i]));
  }
  ValueId dict = emit(Opcode::PyDict, plain);
  for (; i < node.keys.size(); ++i) {
    if (node.keys[i]) {
      ValueId key = expression(node.keys[i]);
      ValueId value = expression(node.values[i]);
      emitEffect(Opcode::PyDictSet, {dict, key, value});
    } else {
      ValueId mapping = expression(node.values[i]);
      emitEffect(Opcode::PyDictUpdate, {dict, mapping});
    }
  }
  return dict;
}

}  // namespace janus::build
