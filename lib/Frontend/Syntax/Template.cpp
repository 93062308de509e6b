#include "Frontend/Syntax/Template.h"

#include "Frontend/Parse/Parse.h"
#include "Frontend/Syntax/Clone.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace janus {

using namespace ast;

struct Template::Parsed {
  Interner names;
  std::unique_ptr<Ast> ast;
};

namespace {

// `_x_`, but not `__x__` or `_`.
bool isPlaceholder(llvm::StringRef name) {
  return name.size() > 2 && name.front() == '_' && name.back() == '_' && name[1] != '_' &&
         name[name.size() - 2] != '_';
}

[[noreturn]] void mistake(const llvm::Twine &what) {
  llvm::report_fatal_error("template: " + what);
}

// One use of a template: copies its nodes into the target and puts the values in.
class Instantiation {
public:
  Instantiation(const Ast &from, Ast &to, llvm::ArrayRef<TemplateBinding> bindings, Span span)
      : from_(from), to_(to), bindings_(bindings), span_(span), uses_(bindings.size(), 0) {}

  NodeList statements() { return list(from_.get<ast::Module>(from_.root()).body); }

  void checkAllUsed() const {
    for (size_t i = 0; i < bindings_.size(); ++i)
      if (uses_[i] == 0)
        mistake("`" + bindings_[i].placeholder + "` does not occur in the snippet");
  }

private:
  // The value of a placeholder, null for other names.
  const TemplateValue *value(Symbol name) {
    llvm::StringRef text = from_.text(name);
    if (!name || !isPlaceholder(text))
      return nullptr;
    for (size_t i = 0; i < bindings_.size(); ++i) {
      if (bindings_[i].placeholder != text)
        continue;
      ++uses_[i];
      isFirstUse_ = uses_[i] == 1;
      return &bindings_[i].value;
    }
    mistake("`" + text + "` has no value");
  }
  // A tree stands in one place: the second use is a copy.
  NodeId placed(NodeId node) { return isFirstUse_ ? node : clone(to_, node); }

  Symbol symbol(Symbol name) {
    const TemplateValue *found = value(name);
    if (!found)
      return name ? to_.names().intern(from_.text(name)) : name;
    if (const auto *given = std::get_if<Symbol>(found))
      return *given;
    mistake("`" + from_.text(name) + "` stands where only a name can");
  }

  // The placeholder that a node of the snippet is: an expression, or a statement that is only that.
  Symbol placeholderOf(NodeId id) const {
    if (const auto *statement = from_.dynGet<Expr>(id))
      id = statement->value;
    const auto *name = from_.dynGet<Name>(id);
    return name && isPlaceholder(from_.text(name->id)) ? name->id : Symbol();
  }
  // The placeholder for a whole list of parameters: `def f(_p_)` with an `arguments` node.
  const NodeId *wholeParameters(const arguments &node) {
    bool single = node.args.size() == 1 && node.posonlyargs.empty() && !node.vararg &&
                  node.kwonlyargs.empty() && !node.kwarg;
    if (!single)
      return nullptr;
    Symbol name = from_.get<arg>(node.args.front()).arg;
    for (const TemplateBinding &binding : bindings_)
      if (binding.placeholder == from_.text(name))
        if (std::holds_alternative<NodeId>(binding.value))
          return std::get_if<NodeId>(value(name));
    return nullptr;
  }

  NodeId node(NodeId id) {
    if (!id)
      return id;
    if (from_.isa<Name>(id))
      if (Symbol name = placeholderOf(id))
        return expression(*value(name), name, from_.get<Name>(id).ctx);
    if (const auto *parameters = from_.dynGet<arguments>(id))
      if (const NodeId *whole = wholeParameters(*parameters))
        return placed(*whole);
    return visitNode(from_, id, [&](const auto &original) { return copy(original); });
  }

  NodeId expression(const TemplateValue &given, Symbol placeholder, ExprContext context) {
    if (const auto *name = std::get_if<Symbol>(&given))
      return to_.add(Name{*name, context}, span_);
    if (const auto *node = std::get_if<NodeId>(&given))
      return withContext(to_, placed(*node), context);
    mistake("`" + from_.text(placeholder) + "` stands where only one expression can");
  }

  template <class T>
  NodeId copy(const T &original) {
    T result = original;
    forEachField(result, [&](llvm::StringRef name, auto type, auto &field) {
      if constexpr (type == FieldType::Node || type == FieldType::OptNode) {
        field = node(field);
      } else if constexpr (type == FieldType::Nodes || type == FieldType::OptNodes) {
        field = list(field);
        if (field.empty() && name == "body")
          field.push_back(to_.add(Pass{}, span_));
      } else if constexpr (type == FieldType::Name || type == FieldType::OptName ||
                           type == FieldType::OptText) {
        field = symbol(field);
      } else if constexpr (type == FieldType::Names) {
        for (Symbol &each : field)
          each = symbol(each);
      }
    });
    return to_.add(std::move(result), span_);
  }

  // Elements of a list; a placeholder may stand for several.
  NodeList list(const NodeList &nodes) {
    NodeList result;
    for (NodeId id : nodes) {
      Symbol name = id ? placeholderOf(id) : Symbol();
      if (!name) {
        result.push_back(node(id));
        continue;
      }
      const TemplateValue &given = *value(name);
      if (const auto *several = std::get_if<NodeList>(&given)) {
        for (NodeId each : *several)
          result.push_back(placed(each));
        continue;
      }
      const auto *single = std::get_if<NodeId>(&given);
      bool isStatementPlace = from_.isa<Expr>(id);
      if (isStatementPlace && single && isStatement(to_.kind(*single))) {
        result.push_back(placed(*single));
        continue;
      }
      const auto *written = from_.dynGet<Name>(id);
      NodeId element = expression(given, name, written ? written->ctx : ExprContext::Load);
      result.push_back(isStatementPlace ? to_.add(Expr{element}, span_) : element);
    }
    return result;
  }

  const Ast &from_;
  Ast &to_;
  llvm::ArrayRef<TemplateBinding> bindings_;
  Span span_;
  std::vector<unsigned> uses_;
  bool isFirstUse_ = true;
};

}  // namespace

Template::Template(llvm::StringRef snippet) : parsed_(std::make_unique<Parsed>()) {
  parsed_->ast = parseSnippet(snippet, parsed_->names);
  if (!parsed_->ast)
    mistake("the snippet is not Python: " + snippet);
}

Template::Template(Template &&) noexcept = default;
Template::~Template() = default;

NodeList Template::instantiate(Ast &ast, llvm::ArrayRef<TemplateBinding> bindings,
                               Span span) const {
  Instantiation instantiation(*parsed_->ast, ast, bindings, span);
  NodeList statements = instantiation.statements();
  instantiation.checkAllUsed();
  return statements;
}

NodeId Template::instantiateExpression(Ast &ast, std::initializer_list<TemplateBinding> bindings,
                                       Span span) const {
  NodeList statements = instantiate(ast, bindings, span);
  const auto *single = statements.size() == 1 ? ast.dynGet<Expr>(statements.front()) : nullptr;
  if (!single)
    mistake("the snippet is not one expression");
  return single->value;
}

FreshNames::FreshNames(const Ast &ast) : names_(ast.names()) {
  for (uint32_t i = 0; i < ast.size(); ++i) {
    visitNode(ast, NodeId(i), [&](const auto &node) {
      forEachField(node, [&](llvm::StringRef, auto type, const auto &value) {
        if constexpr (type == FieldType::Name || type == FieldType::OptName) {
          if (value)
            used_.insert(value);
        } else if constexpr (type == FieldType::Names) {
          used_.insert(value.begin(), value.end());
        }
      });
    });
  }
}

Symbol FreshNames::fresh(llvm::StringRef base) {
  Symbol name = names_.intern(base);
  for (unsigned number = 1; used_.count(name); ++number)
    name = names_.intern((base + "_" + llvm::Twine(number)).str());
  used_.insert(name);
  return name;
}

}  // namespace janus
