#include "Analysis/ShowFacts.h"

#include "Analysis/Definedness.h"
#include "Analysis/Liveness.h"
#include "Analysis/ReachingDefinitions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::analysis {

static constexpr AnalysisRow kRows[] = {
#define JANUS_ANALYSIS(Name, flag, description) {flag, description},
#include "Analysis/Analyses.def"
#undef JANUS_ANALYSIS
};

llvm::ArrayRef<AnalysisRow> allAnalyses() {
  return kRows;
}

namespace {

// The graph of one function and what is known of it.
struct Facts {
  Facts(const Ast &ast, NodeId owner, const ScopeTree &scopes, const SourceManager &sources)
      : sources(sources), names(ast.names()), cfg(ast, owner), activity(cfg, scopes, names) {}

  unsigned line(CfgNodeId id) const { return sources.line(cfg.ast().span(cfg[id].ast)); }
  void printNames(llvm::raw_ostream &out, llvm::StringRef label, const NameList &list) const {
    out << label << ':';
    for (QualifiedName name : list)
      out << ' ' << names.text(name);
  }

  const SourceManager &sources;
  QualifiedNames names;
  Cfg cfg;
  Activity activity;
};

llvm::StringRef toString(CfgNodeKind kind) {
  static constexpr llvm::StringRef kNames[] = {
      "entry",    "exit",    "raise exit", "statement", "test",    "loop head",  "target",
      "iterable", "handler", "enter",      "leave",     "finally", "handler end"};
  return kNames[static_cast<size_t>(kind)];
}

// The first line of what the node evaluates.
llvm::StringRef firstLine(const Facts &facts, CfgNodeId id) {
  return facts.sources.text(facts.cfg.ast().span(facts.cfg[id].ast)).split('\n').first;
}

void showCfg(const Facts &facts, llvm::raw_ostream &out) {
  for (CfgNodeId id : facts.cfg.ids()) {
    const CfgNode &node = facts.cfg[id];
    out << "  " << id.index << ' ' << toString(node.kind);
    if (node.ast)
      out << " `" << firstLine(facts, id) << "` line " << facts.line(id);
    out << " ->";
    for (CfgNodeId next : node.successors)
      out << ' ' << next.index;
    if (!facts.cfg.reachable(id) && node.ast)
      out << "  (unreachable)";
    out << '\n';
  }
}

// One line per node with code: its text, then what `show` prints.
template <class Show>
void beside(const Facts &facts, llvm::raw_ostream &out, Show &&show) {
  for (CfgNodeId id : facts.cfg.ids()) {
    CfgNodeKind kind = facts.cfg[id].kind;
    if (!facts.cfg[id].ast || evaluatesNothing(kind) || kind == CfgNodeKind::LoopHead)
      continue;
    out << "  " << facts.line(id) << ": " << firstLine(facts, id) << "  # ";
    show(id);
    out << '\n';
  }
}

void showNames(const Facts &facts, llvm::raw_ostream &out) {
  beside(facts, out, [&](CfgNodeId id) {
    llvm::SmallSetVector<QualifiedName, 8> found;
    auto add = [&](QualifiedName name) {
      llvm::SmallVector<QualifiedName, 4> path;  // `a.b.c`, `a.b`, `a`
      for (; name; name = facts.names.base(name))
        path.push_back(name);
      for (QualifiedName part : llvm::reverse(path))
        found.insert(part);
    };
    llvm::for_each(facts.activity[id].writes, add);
    llvm::for_each(facts.activity[id].reads, add);
    facts.printNames(out, "names", NameList(found.begin(), found.end()));
  });
}

void showActivity(const Facts &facts, llvm::raw_ostream &out) {
  beside(facts, out, [&](CfgNodeId id) {
    facts.printNames(out, "reads", facts.activity[id].reads);
    facts.printNames(out, " writes", facts.activity[id].writes);
  });
}

void showReachingDefinitions(const Facts &facts, llvm::raw_ostream &out) {
  ReachingDefinitions reaching(facts.activity);
  beside(facts, out, [&](CfgNodeId id) {
    llvm::StringRef separator = "";
    for (QualifiedName name : facts.activity[id].reads) {
      if (!facts.activity.isLocal(name) || !facts.names.isVariable(name))
        continue;
      out << separator << facts.names.text(name) << ':';
      separator = "; ";
      for (const Definition &definition : reaching.reaching(id, name)) {
        if (definition.unbinds)
          continue;
        if (definition.node == facts.cfg.entry())
          out << " parameter";
        else
          out << " line " << facts.line(definition.node);
      }
      if (reaching.mayBeUndefined(id, name))
        out << " undefined";
    }
  });
}

void showLiveness(const Facts &facts, llvm::raw_ostream &out) {
  Liveness liveness(facts.activity);
  beside(facts, out, [&](CfgNodeId id) {
    facts.printNames(out, "live-in", liveness.liveIn(id));
    facts.printNames(out, " live-out", liveness.liveOut(id));
  });
}

void showDefinedness(const Facts &facts, llvm::raw_ostream &out) {
  Definedness definedness(facts.activity);
  beside(facts, out, [&](CfgNodeId id) {
    NameList maybe, never;
    for (QualifiedName name : facts.activity[id].reads) {
      if (!facts.activity.isLocal(name) || !facts.names.isVariable(name))
        continue;
      Boundness bound = definedness.before(id, name);
      if (bound == Boundness::MaybeBound)
        maybe.push_back(name);
      if (bound == Boundness::Unbound)
        never.push_back(name);
    }
    facts.printNames(out, "maybe unbound", maybe);
    facts.printNames(out, " unbound", never);
  });
}

}  // namespace

bool showFacts(llvm::StringRef flag, const Ast &ast, const ScopeTree &scopes,
               const SourceManager &sources, llvm::raw_ostream &out) {
  using Show = void (*)(const Facts &, llvm::raw_ostream &);
  static constexpr Show kShow[] = {
#define JANUS_ANALYSIS(Name, flag, description) show##Name,
#include "Analysis/Analyses.def"
#undef JANUS_ANALYSIS
  };
  for (size_t i = 0; i < std::size(kRows); ++i) {
    if (kRows[i].flag != flag)
      continue;
    for (ScopeId id : scopes.ids()) {
      const Scope &scope = scopes[id];
      if (!ast.isa<ast::Module, ast::FunctionDef, ast::Lambda, ast::ClassDef>(scope.owner))
        continue;
      out << ast.text(scope.name) << " (line " << sources.line(ast.span(scope.owner)) << ")\n";
      kShow[i](Facts(ast, scope.owner, scopes, sources), out);
    }
    return true;
  }
  return false;
}

}  // namespace janus::analysis
