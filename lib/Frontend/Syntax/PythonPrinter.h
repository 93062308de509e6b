// AST -> Python source at work; shared by the files Print*.cpp.
//
// Parentheses stand only where the grammar needs them; one statement a line, four blanks a level.
#pragma once

#include "Frontend/Syntax/Ast.h"

#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace janus::ast {

// How tightly an expression binds; Operators.def names these levels.
enum class Precedence : uint8_t {
  Named,  // := and yield
  Tuple,
  Test,  // if-else, lambda, *x
  Or,
  And,
  Not,
  Compare,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Arithmetic,
  Term,
  Factor,
  Power,
  Await,
  Atom,
};

class PythonPrinter {
public:
  PythonPrinter(llvm::raw_ostream &out, const Ast &ast, unsigned indent)
      : out_(out), ast_(ast), indent_(indent) {}

  void print(NodeId id);

private:
  // Where a string may stand in a field of an f-string: it must do without backslashes and without
  // the quotes around.
  struct Enclosure {
    llvm::SmallVector<llvm::StringRef, 2> quotes;  // empty: not in an f-string
    bool oneLine = false;
  };

  // PrintStatements.cpp
  void statement(NodeId id);
  void simpleStatement(NodeId id);
  void body(const NodeList &statements);
  void clause(llvm::StringRef keyword, const NodeList &statements);
  void decorators(const NodeList &list);
  template <class Function>
  void function(const Function &node, llvm::StringRef keyword);
  void classDef(const ClassDef &node);
  void ifChain(const If &first);
  template <class Loop>
  void forLoop(const Loop &node, llvm::StringRef keyword);
  template <class WithNode>
  void with(const WithNode &node, llvm::StringRef keyword);
  template <class TryNode>
  void tryStatement(const TryNode &node, llvm::StringRef except);
  void match(const Match &node);
  void assign(const Assign &node);
  void annotatedAssign(const AnnAssign &node);
  void keyword(llvm::StringRef word, NodeId value, Precedence precedence = Precedence::Tuple);
  void second(llvm::StringRef separator, NodeId value);
  void names(llvm::StringRef word, llvm::ArrayRef<Symbol> list);
  void part(NodeId id);
  void parameters(const arguments &node);

  // PrintPatterns.cpp
  void pattern(NodeId id, bool inAlternatives = false);
  void mappingPattern(const MatchMapping &node);
  void classPattern(const MatchClass &node);

  // PrintExpressions.cpp
  void expression(NodeId id, Precedence context);
  void bare(NodeId id);
  Precedence precedence(NodeId id) const;
  void comma(llvm::ArrayRef<NodeId> list);
  void binary(const BinOp &node);
  void boolean(const BoolOp &node);
  void compare(const Compare &node);
  void lambda(const Lambda &node);
  void dict(const Dict &node);
  void tuple(const Tuple &node);
  void call(NodeId function, const NodeList &args, const NodeList &keywords);
  void attribute(const Attribute &node);
  void subscript(const Subscript &node);
  void slice(const Slice &node);
  void comprehension(char open, NodeId key, NodeId element, const NodeList &generators, char close);
  void generator(const ast::comprehension &node);

  // PrintStrings.cpp
  void constant(const Constant &node);
  void number(const ConstantValue &value);
  bool plainString(const ConstantValue &value, const Enclosure &around);
  void joinedString(NodeId id);
  std::optional<std::string> joinedText(const JoinedStr &node, llvm::StringRef quotes,
                                        const Enclosure &around);
  bool fields(const JoinedStr &node, const Enclosure &inside, bool escapes, bool inFormat,
              std::string &out);
  bool field(const FormattedValue &node, const Enclosure &inside, bool escapes, std::string &out);

  llvm::raw_ostream &line() { return out_.indent(indent_); }
  llvm::StringRef text(Symbol name) const { return ast_.text(name); }

  llvm::raw_ostream &out_;
  const Ast &ast_;
  unsigned indent_;
  Enclosure enclosure_;
  bool inexpressible_ = false;  // a string that cannot stand here
};

}  // namespace janus::ast
