// The indented dump: the bytes that `ast.dump(tree, indent=...)` gives.
#include "Frontend/Syntax/Printer.h"

#include "Support/SourceManager.h"

#include "llvm/Support/raw_ostream.h"

namespace janus::ast {

namespace {

// Whether CPython's node has a line and a column.
constexpr bool hasPlace(NodeKind kind) {
  switch (kind) {
  case NodeKind::Module:
  case NodeKind::arguments:
  case NodeKind::comprehension:
  case NodeKind::withitem:
  case NodeKind::match_case: return false;
  default: return true;
  }
}

class Dumper {
public:
  Dumper(llvm::raw_ostream &out, const Ast &ast, unsigned indent, const SourceManager *places)
      : out_(out), ast_(ast), indent_(indent), places_(places) {}

  void node(NodeId id, unsigned level) {
    if (!id) {
      out_ << "None";
      return;
    }
    out_ << toString(ast_.kind(id)) << '(';
    visitNode(ast_, id, [&](const auto &value) { fields(id, value, level + 1); });
    out_ << ')';
  }

private:
  // A node of at most three fields, all of them simple, goes on one line.
  template <class T>
  void fields(NodeId id, const T &node, unsigned level) {
    constexpr unsigned kPlaceFields = 4;
    bool withPlace = places_ != nullptr && hasPlace(T::kKind);
    bool simple = true;
    unsigned shown = 0;
    forEachField(node, [&](llvm::StringRef, auto type, const auto &value) {
      if (isAbsent<type>(value))
        return;
      ++shown;
      simple = simple && isSimple<type>(value);
    });
    if (T::kKind == NodeKind::Module) {  // the one field of Python's that is not kept
      ++shown;
      simple = simple && shown <= 3;
    }
    if (withPlace)
      shown += kPlaceFields;
    bool oneLine = indent_ == 0 || (simple && shown <= 3);
    bool first = true;
    auto next = [&](llvm::StringRef name) {
      if (!first)
        out_ << (oneLine ? ", " : ",");
      if (!oneLine)
        newLine(level);
      first = false;
      out_ << name << '=';
    };
    forEachField(node, [&](llvm::StringRef name, auto type, const auto &value) {
      if (isAbsent<type>(value))
        return;
      next(name);
      field<type>(value, level);
    });
    if (T::kKind == NodeKind::Module) {
      next("type_ignores");
      out_ << "[]";
    }
    if (!withPlace)
      return;
    Span span = ast_.span(id);
    auto place = [&](llvm::StringRef line, llvm::StringRef column, uint32_t offset) {
      uint32_t number = places_->lineColumn(span.file, offset).line;
      next(line);
      out_ << number;
      next(column);
      out_ << offset - places_->lineBegin(span.file, number);
    };
    place("lineno", "col_offset", span.begin);
    place("end_lineno", "end_col_offset", span.end);
  }

  // Optional fields without a value are left out.
  template <FieldType type, class V>
  static bool isAbsent(const V &value) {
    if constexpr (type == FieldType::OptNode || type == FieldType::OptName ||
                  type == FieldType::OptText)
      return !value.valid();
    return false;
  }

  // Whether ast.dump would keep the value on its parent's line.
  template <FieldType type, class V>
  bool isSimple(const V &value) const {
    if constexpr (type == FieldType::Node || type == FieldType::OptNode)
      return isBare(value);
    else if constexpr (type == FieldType::Nodes || type == FieldType::OptNodes ||
                       type == FieldType::Names || type == FieldType::CmpOps)
      return value.empty();
    return true;
  }

  // `Yield()`: nothing between the brackets.
  bool isBare(NodeId id) const {
    return visitNode(ast_, id, [this](const auto &node) {
      NodeKind kind = std::decay_t<decltype(node)>::kKind;
      bool bare = kind != NodeKind::Module && !(places_ && hasPlace(kind));
      forEachField(node, [&](llvm::StringRef, auto type, const auto &value) {
        bare = bare && isAbsent<type>(value);
      });
      return bare;
    });
  }

  template <FieldType type, class V>
  void field(const V &value, unsigned level) {
    if constexpr (type == FieldType::Node || type == FieldType::OptNode)
      node(value, level);
    else if constexpr (type == FieldType::Nodes || type == FieldType::OptNodes)
      list(value, level, [&](NodeId id) { node(id, level + 1); });
    else if constexpr (type == FieldType::Names)
      list(value, level, [&](Symbol name) { out_ << reprOfStr(ast_.text(name)); });
    else if constexpr (type == FieldType::CmpOps)
      list(value, level, [&](CmpOperator op) { out_ << toString(op) << "()"; });
    else if constexpr (type == FieldType::Name || type == FieldType::OptName ||
                       type == FieldType::OptText)
      out_ << reprOfStr(ast_.text(value));
    else if constexpr (type == FieldType::Value)
      out_ << value.repr();
    else if constexpr (type == FieldType::Int)
      out_ << value;
    else
      out_ << toString(value) << "()";
  }

  template <class List, class F>
  void list(const List &values, unsigned level, F &&print) {
    out_ << '[';
    bool first = true;
    for (const auto &value : values) {
      if (!first)
        out_ << (indent_ == 0 ? ", " : ",");
      if (indent_ != 0)
        newLine(level + 1);
      first = false;
      print(value);
    }
    out_ << ']';
  }

  void newLine(unsigned level) {
    out_ << '\n';
    out_.indent(indent_ * level);
  }

  llvm::raw_ostream &out_;
  const Ast &ast_;
  unsigned indent_;
  const SourceManager *places_;  // null: without places
};

}  // namespace

void dump(llvm::raw_ostream &out, const Ast &ast, NodeId id, unsigned indent) {
  Dumper(out, ast, indent, nullptr).node(id, 0);
}

void dumpWithPlaces(llvm::raw_ostream &out, const Ast &ast, NodeId id,
                    const SourceManager &sources) {
  Dumper(out, ast, 2, &sources).node(id, 0);
}

}  // namespace janus::ast
