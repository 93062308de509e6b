#include "Frontend/Syntax/PythonPrinter.h"

namespace janus::ast {

void PythonPrinter::pattern(NodeId id, bool inAlternatives) {
  auto each = [&](NodeId part) { pattern(part); };
  switch (ast_.kind(id)) {
  case NodeKind::MatchValue: return expression(ast_.get<MatchValue>(id).value, Precedence::BitOr);
  case NodeKind::MatchSingleton: out_ << ast_.get<MatchSingleton>(id).value.repr(); return;
  case NodeKind::MatchSequence:
    out_ << '[';
    llvm::interleaveComma(ast_.get<MatchSequence>(id).patterns, out_, each);
    out_ << ']';
    return;
  case NodeKind::MatchStar: {
    Symbol name = ast_.get<MatchStar>(id).name;
    out_ << '*' << (name ? text(name) : "_");
    return;
  }
  case NodeKind::MatchMapping: return mappingPattern(ast_.get<MatchMapping>(id));
  case NodeKind::MatchClass: return classPattern(ast_.get<MatchClass>(id));
  case NodeKind::MatchAs: {
    const auto &node = ast_.get<MatchAs>(id);
    if (node.pattern) {
      out_ << '(';
      pattern(node.pattern);
      out_ << " as ";
    }
    out_ << (node.name ? text(node.name) : "_") << (node.pattern ? ")" : "");
    return;
  }
  case NodeKind::MatchOr:
    out_ << (inAlternatives ? "(" : "");
    llvm::interleave(
        ast_.get<MatchOr>(id).patterns, [&](NodeId part) { pattern(part, true); },
        [&] { out_ << " | "; });
    out_ << (inAlternatives ? ")" : "");
    return;
  default: llvm_unreachable("not a pattern");
  }
}

void PythonPrinter::mappingPattern(const MatchMapping &node) {
  out_ << '{';
  for (size_t i = 0; i < node.keys.size(); ++i) {
    out_ << (i == 0 ? "" : ", ");
    expression(node.keys[i], Precedence::BitOr);
    out_ << ": ";
    pattern(node.patterns[i]);
  }
  if (node.rest)
    out_ << (node.keys.empty() ? "**" : ", **") << text(node.rest);
  out_ << '}';
}

void PythonPrinter::classPattern(const MatchClass &node) {
  expression(node.cls, Precedence::Atom);
  out_ << '(';
  llvm::interleaveComma(node.patterns, out_, [&](NodeId part) { pattern(part); });
  for (size_t i = 0; i < node.kwd_attrs.size(); ++i) {
    out_ << (i == 0 && node.patterns.empty() ? "" : ", ") << text(node.kwd_attrs[i]) << '=';
    pattern(node.kwd_patterns[i]);
  }
  out_ << ')';
}

}  // namespace janus::ast
