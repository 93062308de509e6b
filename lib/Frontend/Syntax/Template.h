// Python snippets with placeholders -> AST, so that what a converter writes can be read as Python.
//
//   static const Template kGuarded("if not _flag_:\n  _body_");
//   NodeList statements = kGuarded.instantiate(ast, {{"_flag_", flagName}, {"_body_", body}},
//   span);
//
// A placeholder is an identifier that begins and ends with one underscore. It may stand for
//   an expression        _x_              NodeId, or Symbol (a name; its context follows the place)
//   statements           _body_ (alone)   NodeList of statements, or NodeId of one
//   arguments, elements  f(_args_)        NodeList of expressions, spliced in
//   names                def _f_(): ...   Symbol: of a def, class, attribute, keyword, parameter,
//   global, alias, handler parameters           def f(_p_):      NodeId of an `arguments` node
//   replaces the whole list
// Every placeholder of the snippet must be given a value, and every value must be used.
#pragma once

#include "Frontend/Syntax/Ast.h"

#include "llvm/ADT/DenseSet.h"

#include <memory>
#include <variant>

namespace janus {

using TemplateValue = std::variant<NodeId, NodeList, Symbol>;

struct TemplateBinding {
  llvm::StringRef placeholder;
  TemplateValue value;
};

class Template {
public:
  // The snippet must be legal Python; a wrong one is a mistake of ours and stops the compiler.
  explicit Template(llvm::StringRef snippet);
  Template(Template &&) noexcept;
  ~Template();

  // New nodes for the whole snippet; they get `span` (the place the user wrote).
  NodeList instantiate(Ast &ast, llvm::ArrayRef<TemplateBinding> bindings, Span span) const;
  NodeList instantiate(Ast &ast, std::initializer_list<TemplateBinding> bindings, Span span) const {
    return instantiate(ast, llvm::ArrayRef<TemplateBinding>(bindings.begin(), bindings.size()),
                       span);
  }
  // Of a snippet that is one expression: that expression.
  NodeId instantiateExpression(Ast &ast, std::initializer_list<TemplateBinding> bindings,
                               Span span) const;

private:
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

// Names that occur nowhere in a module: "do_return", then "do_return_1", ...
class FreshNames {
public:
  // Takes every name of the tree as used.
  explicit FreshNames(const Ast &ast);

  Symbol fresh(llvm::StringRef base);
  void reserve(Symbol name) { used_.insert(name); }

private:
  Interner &names_;
  llvm::DenseSet<Symbol> used_;
};

}  // namespace janus
