#include "Frontend/Parse/Parse.h"

#include "Frontend/Parse/Diagnosis.h"
#include "Frontend/Parse/Encoding.h"
#include "Support/LargeStack.h"

namespace janus {

namespace {

// The deepest tree that CPython compiles with its default recursion limit.
constexpr unsigned kMaxTreeDepth = 3000;

void report(DiagnosticEngine &diag, FileId file, const SyntaxProblem &problem,
            unsigned pythonTwoCount) {
  Span span{file, problem.begin, problem.end};
  auto emit = [&] {
    switch (problem.kind) {
    case SyntaxErrorKind::Syntax: return diag.report(diag::SyntaxError, span, problem.message);
    case SyntaxErrorKind::PythonTwo:
      return diag.report(diag::PythonTwoSyntax, span, problem.message);
    case SyntaxErrorKind::Indentation:
    case SyntaxErrorKind::Tab: return diag.report(diag::BadIndentation, span, problem.message);
    case SyntaxErrorKind::Limit: return diag.report(diag::LimitExceeded, span, problem.message);
    }
    __builtin_unreachable();
  };
  DiagnosticBuilder builder = emit();
  if (problem.related)
    builder.note(problem.kind == SyntaxErrorKind::Indentation ||
                         problem.kind == SyntaxErrorKind::Tab
                     ? "the lines must agree with this one"
                     : "it belongs to this place",
                 {file, *problem.related, *problem.related + 1});
  if (problem.kind == SyntaxErrorKind::PythonTwo && pythonTwoCount != 0)
    builder.help("this looks like Python 2 (" + llvm::Twine(pythonTwoCount) +
                 (pythonTwoCount == 1 ? " place)" : " places)"));
  if (!problem.help.empty())
    builder.help(problem.help);
}

// The tree of a legal text; otherwise invalid, and what is wrong with it.
NodeId parseTokens(llvm::StringRef text, Ast &ast, std::vector<SyntaxProblem> &problems) {
  Tokens tokens = tokenize(text);
  TokenSource source{text, ast.file(), tokens.list};
  if (!tokens.problem) {
    GrammarText shown = grammarText(text, tokens.list, RepeatedLines::Omitted);
    ConcreteTree tree = parseConcrete(shown, tokens.list);
    if (tree.tooDeep) {
      const Token &token = tokens.list[*tree.tooDeep];
      problems.push_back(tooDeeplyNested({ast.file(), token.begin, token.end}));
      return {};
    }
    if (tree.accepted) {
      Parser parser(source, shown, ast);
      if (NodeId root = parser.module(tree.root))
        return root;
      auto problem = parser.takeProblem();
      if (problem && problem->kind == SyntaxErrorKind::Limit) {
        problems.push_back(std::move(*problem));
        return {};
      }
    }
  }
  problems = diagnose(source, tokens, ast.names());
  return {};
}

// A node deeper than the limit, if there is one. Children are older than their parents.
NodeId findTooDeep(const Ast &ast) {
  std::vector<uint16_t> depths(ast.size(), 1);
  for (uint32_t i = 0; i < ast.size(); ++i) {
    forEachChild(ast, NodeId(i), [&](NodeId child) {
      depths[i] = std::max<uint16_t>(depths[i], static_cast<uint16_t>(depths[child.index] + 1));
    });
    if (depths[i] > kMaxTreeDepth)
      return NodeId(i);
  }
  return {};
}

void parseDecoded(llvm::StringRef text, FileId file, Interner &names, DiagnosticEngine &diag,
                  ParseResult &result) {
  result.ast = std::make_unique<Ast>(names, file);
  std::vector<SyntaxProblem> problems;
  NodeId root = parseTokens(text, *result.ast, problems);
  if (root) {
    if (NodeId deep = findTooDeep(*result.ast))
      diag.report(diag::LimitExceeded, result.ast->span(deep),
                  "maximum recursion depth exceeded during compilation")
          .label("nested more than " + llvm::Twine(kMaxTreeDepth) + " levels deep")
          .help("split the expression, or the chain of `elif`, into parts");
    else
      result.ok = true;
    result.ast->setRoot(root);
  }
  unsigned pythonTwo = 0;
  for (const SyntaxProblem &problem : problems)
    pythonTwo += problem.kind == SyntaxErrorKind::PythonTwo ? 1 : 0;
  for (const SyntaxProblem &problem : problems) {
    report(diag, file, problem, pythonTwo);
    if (problem.kind == SyntaxErrorKind::PythonTwo)
      pythonTwo = 0;  // said once
  }
  if (!result.ok)
    result.ast.reset();
}

}  // namespace

std::unique_ptr<Ast> parseSnippet(llvm::StringRef text, Interner &names) {
  auto ast = std::make_unique<Ast>(names);
  std::vector<SyntaxProblem> problems;
  ast->setRoot(parseTokens(text, *ast, problems));
  return ast->root() ? std::move(ast) : nullptr;
}

ParseResult parseFile(SourceManager &sources, FileId file, Interner &names,
                      DiagnosticEngine &diag) {
  ParseResult result;
  if (!decodeSource(sources, file, diag))
    return result;
  llvm::StringRef text = sources.text(file);
  auto parse = [&] { parseDecoded(text, file, names, diag, result); };
  if (!runOnLargeStack(parse))
    parse();
  return result;
}

}  // namespace janus
