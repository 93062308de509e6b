#include "Frontend/Sema/QualifiedName.h"

#include "Frontend/Sema/Scope.h"

namespace janus {

QualifiedName QualifiedNames::intern(QualifiedName base, llvm::StringRef text) {
  Symbol symbol = names_.intern(text);
  auto [it, isNew] = byText_.try_emplace(symbol, QualifiedName());
  if (!isNew)
    return it->second;
  QualifiedName id(static_cast<uint32_t>(entries_.size()));
  entries_.push_back({base, base ? entries_[base].root : id, symbol});
  return byText_[symbol] = id;
}

QualifiedName QualifiedNames::variable(Symbol name) {
  return intern(QualifiedName::invalid(), names_.text(name));
}

QualifiedName QualifiedNames::attribute(QualifiedName base, Symbol attribute) {
  return intern(base, (text(base) + "." + names_.text(attribute)).str());
}

QualifiedName QualifiedNames::item(QualifiedName base, const ConstantValue &index) {
  return intern(base, (text(base) + "[" + index.repr() + "]").str());
}

QualifiedName QualifiedNames::of(const Ast &ast, NodeId expression, Symbol className) {
  if (const auto *node = ast.dynGet<ast::Name>(expression))
    return variable(mangle(names_, className, node->id));
  if (const auto *node = ast.dynGet<ast::Attribute>(expression)) {
    QualifiedName base = of(ast, node->value, className);
    return base ? attribute(base, mangle(names_, className, node->attr)) : QualifiedName::invalid();
  }
  const auto *node = ast.dynGet<ast::Subscript>(expression);
  if (!node)
    return QualifiedName::invalid();
  QualifiedName base = of(ast, node->value, className);
  if (!base)
    return QualifiedName::invalid();
  if (const auto *constant = ast.dynGet<ast::Constant>(node->slice))
    return constant->value.isInt() || constant->value.isStr() ? item(base, constant->value)
                                                              : QualifiedName::invalid();
  const auto *minus = ast.dynGet<ast::UnaryOp>(node->slice);
  const auto *number = minus ? ast.dynGet<ast::Constant>(minus->operand) : nullptr;
  if (!number || minus->op != ast::UnaryOperator::USub || !number->value.isInt())
    return QualifiedName::invalid();
  return intern(base, (text(base) + "[-" + number->value.repr() + "]").str());
}

}  // namespace janus
