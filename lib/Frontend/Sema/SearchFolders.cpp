#include "Frontend/Sema/SearchFolders.h"

#include "Frontend/Sema/ImportGraph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <optional>
#include <utility>

namespace janus {

namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

using Text = std::optional<std::string>;

std::string absolute(llvm::StringRef text) {
  llvm::SmallString<128> made(text);
  fs::make_absolute(made);
  path::remove_dots(made, /*remove_dot_dot=*/true);
  return made.str().str();
}

std::string joined(const std::string &before, const std::string &after) {
  if (path::is_absolute(after) || before.empty())
    return after;
  return before + (before.back() == '/' ? "" : "/") + after;
}

// Function of the first argument, or of the object whose method is called.
enum class PathFunction : uint8_t { None, Same, Join, Parent, Absolute, Here };

PathFunction functionNamed(llvm::StringRef name) {
  return llvm::StringSwitch<PathFunction>(name)
      .Cases("str", "fspath", "as_posix", PathFunction::Same)
      .Cases("join", "joinpath", "Path", "PurePath", "PosixPath", PathFunction::Join)
      .Case("dirname", PathFunction::Parent)
      .Cases("abspath", "realpath", "normpath", "resolve", "absolute", PathFunction::Absolute)
      .Cases("getcwd", "cwd", PathFunction::Here)
      .Default(PathFunction::None);
}

// Texts that constants, names that are bound once, and functions of paths make.
class PathReader {
public:
  PathReader(const Ast &ast, llvm::StringRef file, llvm::StringRef name = "",
             llvm::StringRef package = "")
      : ast_(ast), file_(absolute(file)), name_(name), package_(package) {
    findVariables(ast.root());
  }

  // The path that an expression gives; nothing where more than the text decides it.
  Text read(NodeId id) {
    constexpr int kDeepest = 24;
    if (depth_ == kDeepest)
      return std::nullopt;
    ++depth_;
    Text found = readNow(id);
    --depth_;
    return found;
  }

  // The parts of an f-string up to the first one that is not known, and whether there is none.
  std::pair<std::string, bool> begun(const ast::JoinedStr &node) {
    std::string all;
    for (NodeId part : node.values) {
      const auto *value = ast_.dynGet<ast::FormattedValue>(part);
      Text text = value && value->format_spec ? std::nullopt : read(value ? value->value : part);
      if (!text)
        return {all, false};
      all += *text;
    }
    return {all, true};
  }

private:
  // Names that are bound once.
  void findVariables(NodeId id) {
    if (const auto *node = ast_.dynGet<ast::Assign>(id))
      for (NodeId target : node->targets)
        if (const auto *name = ast_.dynGet<ast::Name>(target))
          if (auto [known, isNew] = variables_.try_emplace(name->id, node->value); !isNew)
            known->second = NodeId();
    if (!ast_.isa<ast::FunctionDef, ast::AsyncFunctionDef, ast::ClassDef>(id))
      forEachChild(ast_, id, [&](NodeId child) { findVariables(child); });
  }

  Text readNow(NodeId id) {
    if (const auto *node = ast_.dynGet<ast::Constant>(id))
      return node->value.isStr() ? Text(node->value.text()) : std::nullopt;
    if (const auto *node = ast_.dynGet<ast::Name>(id)) {
      if (ast_.text(node->id) == "__file__")
        return file_;
      if (ast_.text(node->id) == "__name__" && !name_.empty())
        return name_;
      if (ast_.text(node->id) == "__package__" && !package_.empty())
        return package_;
      NodeId value = variables_.lookup(node->id);
      return value ? read(value) : std::nullopt;
    }
    if (const auto *node = ast_.dynGet<ast::Attribute>(id))
      return ast_.text(node->attr) == "parent" ? parent(read(node->value)) : std::nullopt;
    if (const auto *node = ast_.dynGet<ast::Subscript>(id))
      return ancestor(*node);
    if (const auto *node = ast_.dynGet<ast::BinOp>(id))
      return both(*node);
    if (const auto *node = ast_.dynGet<ast::Call>(id))
      return call(*node);
    if (const auto *node = ast_.dynGet<ast::JoinedStr>(id))
      return formatted(*node);
    return std::nullopt;
  }

  // f"{ROOT}/lib"
  Text formatted(const ast::JoinedStr &node) {
    auto [text, isWhole] = begun(node);
    return isWhole ? Text(text) : std::nullopt;
  }

  static Text parent(Text of) { return of ? Text(path::parent_path(*of).str()) : std::nullopt; }

  // `x.parents[1]`
  Text ancestor(const ast::Subscript &node) {
    const auto *parents = ast_.dynGet<ast::Attribute>(node.value);
    const auto *index = ast_.dynGet<ast::Constant>(node.slice);
    if (!parents || ast_.text(parents->attr) != "parents" || !index || !index->value.isInt())
      return std::nullopt;
    int64_t steps = index->value.int64().value_or(-1);
    Text found = steps >= 0 ? read(parents->value) : std::nullopt;
    for (int64_t i = 0; found && i <= steps && !found->empty(); ++i)
      found = parent(found);
    return found;
  }

  Text both(const ast::BinOp &node) {
    if (node.op != ast::Operator::Div && node.op != ast::Operator::Add)
      return std::nullopt;
    Text left = read(node.left), right = read(node.right);
    if (!left || !right)
      return std::nullopt;
    return node.op == ast::Operator::Div ? joined(*left, *right) : *left + *right;
  }

  Text call(const ast::Call &node) {
    const auto *method = ast_.dynGet<ast::Attribute>(node.func);
    const auto *name = ast_.dynGet<ast::Name>(node.func);
    if ((!method && !name) || !node.keywords.empty())
      return std::nullopt;
    PathFunction function = functionNamed(ast_.text(method ? method->attr : name->id));
    std::vector<std::string> operands;
    if (method)  // of a path, or a module's function
      if (Text self = read(method->value))
        operands.push_back(*self);
    for (NodeId arg : node.args) {
      Text each = read(arg);
      if (!each)
        return std::nullopt;
      operands.push_back(*each);
    }
    if (function == PathFunction::Here)
      return absolute(".");
    if (function == PathFunction::None || operands.empty())
      return std::nullopt;
    std::string all = operands[0];
    switch (function) {
    case PathFunction::Join:
      for (size_t i = 1; i < operands.size(); ++i)
        all = joined(all, operands[i]);
      return all;
    case PathFunction::Parent: return parent(all);
    case PathFunction::Absolute: return absolute(all);
    default: return all;
    }
  }

  const Ast &ast_;
  const std::string file_, name_, package_;
  llvm::DenseMap<Symbol, NodeId> variables_;
  int depth_ = 0;
};

class FolderCollector {
public:
  FolderCollector(const Ast &ast, llvm::StringRef file) : ast_(ast), paths_(ast, file) {}

  void visit(NodeId id) {
    if (const auto *node = ast_.dynGet<ast::AugAssign>(id); node && isSearchPath(node->target))
      addAll(node->value);
    if (const auto *node = ast_.dynGet<ast::Call>(id))
      visitCall(*node);
    bool isWithin = isCertain_;
    isCertain_ &= !isFunctionBody(ast_, id) && !isConditional(ast_, id);
    forEachChild(ast_, id, [&](NodeId child) { visit(child); });
    isCertain_ = isWithin;
  }

  std::vector<AddedFolder> folders;

private:
  bool isSearchPath(NodeId id) const {
    const auto *node = ast_.dynGet<ast::Attribute>(id);
    const auto *module = node ? ast_.dynGet<ast::Name>(node->value) : nullptr;
    return module && ast_.text(module->id) == "sys" && ast_.text(node->attr) == "path";
  }

  void visitCall(const ast::Call &node) {
    const auto *method = ast_.dynGet<ast::Attribute>(node.func);
    if (!method || !isSearchPath(method->value) || node.args.empty())
      return;
    llvm::StringRef name = ast_.text(method->attr);
    if (name == "append")
      add(node.args[0], false);
    else if (name == "insert" && node.args.size() == 2)
      add(node.args[1], true);
    else if (name == "extend")
      addAll(node.args[0]);
  }

  void addAll(NodeId list) {
    if (const auto *node = ast_.dynGet<ast::List>(list))
      for (NodeId each : node->elts)
        add(each, false);
  }

  void add(NodeId expression, bool isFirst) {
    Text found = paths_.read(expression);
    if (!found)
      return;
    folders.push_back({absolute(*found), isFirst, isCertain_});
  }

  const Ast &ast_;
  PathReader paths_;
  bool isCertain_ = true;
};

class NameCollector {
public:
  NameCollector(const Ast &ast, llvm::StringRef file, llvm::StringRef name, llvm::StringRef package)
      : ast_(ast), texts_(ast, file, name, package) {}

  void visit(NodeId id) {
    if (const auto *node = ast_.dynGet<ast::Call>(id)) {
      const auto *method = ast_.dynGet<ast::Attribute>(node->func);
      const auto *name = ast_.dynGet<ast::Name>(node->func);
      llvm::StringRef called = method ? ast_.text(method->attr) : name ? ast_.text(name->id) : "";
      if ((called == "import_module" || called == "__import__") && !node->args.empty())
        add(node->args[0], called == "import_module" ? packageOf(*node) : NodeId());
      if (called == "iter_modules" || called == "walk_packages")
        imports.push_back({"", true});
    }
    forEachChild(ast_, id, [&](NodeId child) { visit(child); });
  }

  std::vector<ImportByName> imports;

private:
  NodeId packageOf(const ast::Call &node) const {
    if (node.args.size() > 1)
      return node.args[1];
    for (NodeId each : node.keywords)
      if (const auto *given = ast_.dynGet<ast::keyword>(each))
        if (given->arg && ast_.text(given->arg) == "package")
          return given->value;
    return NodeId();
  }

  // The text that a computed one begins with, as far as it is known.
  std::string beginning(NodeId id) {
    if (Text whole = texts_.read(id))
      return *whole;
    if (const auto *node = ast_.dynGet<ast::BinOp>(id))
      return node->op == ast::Operator::Add ? longest(node->left, node->right)
                                            : beginning(node->left);
    if (const auto *node = ast_.dynGet<ast::JoinedStr>(id))
      return texts_.begun(*node).first;
    if (const auto *node = ast_.dynGet<ast::Call>(id))  // "models.{}".format(name)
      if (const auto *method = ast_.dynGet<ast::Attribute>(node->func))
        if (ast_.text(method->attr) == "format")
          return llvm::StringRef(beginning(method->value))
              .take_until([](char c) { return c == '{'; })
              .str();
    return "";
  }
  std::string longest(NodeId left, NodeId right) {
    Text whole = texts_.read(left);
    return whole ? *whole + beginning(right) : beginning(left);
  }

  void add(NodeId name, NodeId package) {
    Text whole = texts_.read(name);
    std::string known = whole ? *whole : beginning(name);
    if (llvm::StringRef(known).startswith(".")) {
      Text base = package ? texts_.read(package) : std::nullopt;
      size_t dots = known.find_first_not_of('.');
      int level = static_cast<int>(dots == std::string::npos ? known.size() : dots);
      llvm::StringRef rest = llvm::StringRef(known).drop_front(static_cast<size_t>(level));
      known = base ? resolveRelative(*base, /*isPackage=*/true, level, rest) : "";
      if (base && !whole && rest.empty())
        known += ".";
      whole = base ? whole : std::nullopt;
    }
    if (!whole)
      known.resize(known.rfind('.') == std::string::npos ? 0 : known.rfind('.'));
    if (!whole || !known.empty())
      imports.push_back({std::move(known), !whole});
  }

  const Ast &ast_;
  PathReader texts_;
};

}  // namespace

std::vector<AddedFolder> addedFolders(const Ast &ast, llvm::StringRef file) {
  FolderCollector collector(ast, file);
  collector.visit(ast.root());
  return std::move(collector.folders);
}

std::vector<ImportByName> importsByName(const Ast &ast, llvm::StringRef file, llvm::StringRef name,
                                        llvm::StringRef package) {
  NameCollector collector(ast, file, name, package);
  collector.visit(ast.root());
  return std::move(collector.imports);
}

}  // namespace janus
