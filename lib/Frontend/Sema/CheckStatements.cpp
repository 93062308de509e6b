#include "Frontend/Sema/LegalityChecker.h"

#include "llvm/ADT/StringExtras.h"

namespace janus::legality {

using namespace ast;

namespace {

constexpr llvm::StringLiteral kFeatures[] = {
    "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
    "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};

constexpr const char *kLateFuture =
    "from __future__ imports must occur at the beginning of the file";

bool isFuture(const Ast &ast, const ImportFrom &node) {
  return node.module && ast.text(node.module) == "__future__";
}

}  // namespace

void LegalityChecker::refuse(NodeId place, const llvm::Twine &message) {
  ok_ = false;
  diag_.report(diag::SyntaxError, ast().span(place), message.str());
}

void LegalityChecker::refuseDebug(NodeId place, Symbol name) {
  if (name && text(name) == "__debug__")
    refuse(place, "cannot assign to __debug__");
}

// The imports from __future__ that may begin a module come first.
void LegalityChecker::checkModule(NodeId root) {
  root_ = root;
  const auto *module = ast().dynGet<ast::Module>(root);
  if (!module)
    return visit(root);
  const SourceManager &sources = diag_.sources();
  auto isDocstring = [&](NodeId id) {
    const auto *statement = ast().dynGet<Expr>(id);
    const auto *text = statement ? ast().dynGet<Constant>(statement->value) : nullptr;
    return text && text->value.isStr();
  };
  llvm::ArrayRef<NodeId> body = module->body;
  if (!body.empty() && isDocstring(body.front()))
    body = body.drop_front();
  bool done = false;  // with what may stand before such an import; its line still counts
  uint32_t previousLine = 0;
  for (NodeId id : body) {
    uint32_t line = ast().span(id).valid() ? sources.line(ast().span(id)) : 0;
    if (done && line > previousLine)
      break;
    previousLine = line;
    const auto *import = ast().dynGet<ImportFrom>(id);
    if (!import || !isFuture(ast(), *import)) {
      done = true;
      continue;
    }
    if (done)
      refuse(id, kLateFuture);
    futureFeatures(id, *import);
    lastFutureLine_ = line;
  }
  visitAll(module->body);
}

void LegalityChecker::futureFeatures(NodeId id, const ImportFrom &node) {
  for (NodeId item : node.names) {
    llvm::StringRef name = text(ast().get<alias>(item).name);
    if (name == "braces")
      refuse(id, "not a chance");
    else if (!llvm::is_contained(kFeatures, name))
      refuse(id, "future feature " + name + " is not defined");
    futureAnnotations_ |= name == "annotations";
  }
}

void LegalityChecker::visitImport(NodeId id, const Import &node) {
  for (NodeId item : node.names) {
    const auto &name = ast().get<alias>(item);
    if (name.asname)
      refuseDebug(id, name.asname);
    else if (!text(name.name).contains('.'))
      refuseDebug(id, name.name);
  }
}

void LegalityChecker::visitImportFrom(NodeId id, const ImportFrom &node) {
  Span span = ast().span(id);
  bool late = !span.valid() || diag_.sources().line(span) > lastFutureLine_;
  if (isFuture(ast(), node) && late)
    refuse(id, kLateFuture);
  for (NodeId item : node.names) {
    const auto &name = ast().get<alias>(item);
    refuseDebug(id, name.asname ? name.asname : name.name);
  }
}

// Definitions

template <class Node>
void LegalityChecker::function(NodeId id, const Node &node, bool isAsync) {
  const auto &args = ast().template get<arguments>(node.args);
  debugParameters(id, args);
  visitAll(node.decorator_list);
  defaults(args);
  if (!futureAnnotations_) {
    annotations(args);
    if (node.returns)
      visit(node.returns);
  }
  inUnit(isAsync ? Unit::AsyncFunction : Unit::Function, [&] {
    asyncGenerator_ = isAsync && scopes()[scopes().scopeOf(id)].isGenerator;
    visitAll(node.body);
  });
  refuseDebug(id, node.name);
}

void LegalityChecker::visitClassDef(NodeId id, const ClassDef &node) {
  visitAll(node.decorator_list);
  inUnit(Unit::Class, [&] { visitAll(node.body); });
  keywords(id, node.keywords);
  elements(node.bases);
  visitAll(node.keywords);
  refuseDebug(id, node.name);
}

void LegalityChecker::defaults(const arguments &node) {
  visitAll(node.defaults);
  visitAll(node.kw_defaults);
}

// The parameters in the order of their lists; of `*args` and `**kwargs` that are not there, none.
template <class F>
static void forEachParameter(const arguments &node, F f) {
  llvm::for_each(node.posonlyargs, f);
  llvm::for_each(node.args, f);
  if (node.vararg)
    f(node.vararg);
  llvm::for_each(node.kwonlyargs, f);
  if (node.kwarg)
    f(node.kwarg);
}

void LegalityChecker::annotations(const arguments &node) {
  forEachParameter(node, [&](NodeId id) {
    NodeId note = ast().get<arg>(id).annotation;
    // `*args: *Ts`
    if (const auto *starred = ast().dynGet<Starred>(note))
      note = starred->value;
    if (note)
      visit(note);
  });
}

void LegalityChecker::debugParameters(NodeId place, const arguments &node) {
  forEachParameter(node, [&](NodeId id) { refuseDebug(place, ast().get<arg>(id).arg); });
}

void LegalityChecker::visitReturn(NodeId id, const Return &node) {
  if (!isFunctionLike())
    refuse(id, "'return' outside function");
  else if (node.value && asyncGenerator_)
    refuse(id, "'return' with value in async generator");
  if (node.value)
    visit(node.value);
  bool ignored = false;
  leavesGroupHandler(id, false, ignored);
}

// Assignments

void LegalityChecker::visitAssign(NodeId, const Assign &node) {
  visit(node.value);
  visitAll(node.targets);
}

void LegalityChecker::visitAugAssign(NodeId id, const AugAssign &node) {
  if (const auto *name = ast().dynGet<Name>(node.target)) {
    visit(node.value);
    return refuseDebug(id, name->id);
  }
  visitChildren(node.target);
  visit(node.value);
}

void LegalityChecker::visitAnnAssign(NodeId id, const AnnAssign &node) {
  if (node.value) {
    visit(node.value);
    visit(node.target);
  }
  bool evaluated = !isFunctionLike() && !futureAnnotations_;
  if (const auto *name = ast().dynGet<Name>(node.target)) {
    if (!node.value)
      refuseDebug(id, name->id);
  } else if (!node.value) {
    if (const auto *attribute = ast().dynGet<Attribute>(node.target))
      refuseDebug(id, attribute->attr);
    visitChildren(node.target);
  }
  if (evaluated)
    visit(node.annotation);
}

// Compound statements

template <class Node>
void LegalityChecker::forLoop(NodeId id, const Node &node) {
  inBlock(id, Block::Loop, [&] {
    visit(node.iter);
    visit(node.target);
    visitAll(node.body);
  });
  visitAll(node.orelse);
}

void LegalityChecker::visitAsyncFor(NodeId id, const AsyncFor &node) {
  if (unit_ != Unit::AsyncFunction)
    refuse(id, "'async for' outside async function");
  forLoop(id, node);
}

void LegalityChecker::visitWhile(NodeId id, const While &node) {
  inBlock(id, Block::Loop, [&] {
    visit(node.test);
    visitAll(node.body);
  });
  visitAll(node.orelse);
}

// Each item is a block around the next one.
template <class Node>
void LegalityChecker::with(NodeId id, const Node &node, size_t item) {
  if (item == node.items.size())
    return visitAll(node.body);
  const auto &entry = ast().template get<withitem>(node.items[item]);
  visit(entry.context_expr);
  inBlock(id, Block::With, [&] {
    if (entry.optional_vars)
      visit(entry.optional_vars);
    with(id, node, item + 1);
  });
}

void LegalityChecker::visitAsyncWith(NodeId id, const AsyncWith &node) {
  if (unit_ != Unit::AsyncFunction)
    refuse(id, "'async with' outside async function");
  with(id, node);
}

template <class Node>
void LegalityChecker::tryStatement(NodeId id, const Node &node, bool isGroup) {
  auto guarded = [&] {
    node.handlers.empty() ? visitAll(node.body) : tryHandlers(id, node, isGroup);
  };
  if (node.finalbody.empty())
    return guarded();
  inBlock(id, Block::Try, guarded);
  inBlock(id, Block::Finally, [&] { visitAll(node.finalbody); });
}

template <class Node>
void LegalityChecker::tryHandlers(NodeId id, const Node &node, bool isGroup) {
  inBlock(id, Block::Try, [&] { visitAll(node.body); });
  visitAll(node.orelse);
  inBlock(id, isGroup ? Block::GroupHandlers : Block::Handlers, [&] {
    for (NodeId each : node.handlers) {
      const auto &handler = ast().template get<ExceptHandler>(each);
      if (!handler.type && each != node.handlers.back())
        refuse(each, "default 'except:' must be last");
      if (handler.type)
        visit(handler.type);
      refuseDebug(each, handler.name);
      inBlock(each, Block::HandlerBody, [&] { visitAll(handler.body); });
    }
  });
}

// Whether the statement would leave an `except*` block, which is refused.
bool LegalityChecker::leavesGroupHandler(NodeId id, bool stopAtLoop, bool &foundLoop) {
  for (size_t i = blocks_.size(); i-- > 0;) {
    if (blocks_[i] == Block::GroupHandlers) {
      refuse(id, "'break', 'continue' and 'return' cannot appear in an except* block");
      return true;
    }
    if (stopAtLoop && blocks_[i] == Block::Loop) {
      foundLoop = true;
      return false;
    }
  }
  return false;
}

void LegalityChecker::visitBreak(NodeId id, const Break &) {
  bool inLoop = false;
  if (!leavesGroupHandler(id, true, inLoop) && !inLoop)
    refuse(id, "'break' outside loop");
}

void LegalityChecker::visitContinue(NodeId id, const Continue &) {
  bool inLoop = false;
  if (!leavesGroupHandler(id, true, inLoop) && !inLoop)
    refuse(id, "'continue' not properly in loop");
}

// The methods of the header that visit nodes call these, wherever it is included.
template void LegalityChecker::function(NodeId, const FunctionDef &, bool);
template void LegalityChecker::function(NodeId, const AsyncFunctionDef &, bool);
template void LegalityChecker::forLoop(NodeId, const For &);
template void LegalityChecker::forLoop(NodeId, const AsyncFor &);
template void LegalityChecker::with(NodeId, const With &, size_t);
template void LegalityChecker::with(NodeId, const AsyncWith &, size_t);
template void LegalityChecker::tryStatement(NodeId, const Try &, bool);
template void LegalityChecker::tryStatement(NodeId, const TryStar &, bool);

}  // namespace janus::legality
