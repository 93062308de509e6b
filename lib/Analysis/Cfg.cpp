#include "Analysis/Cfg.h"

#include <deque>

namespace janus::analysis {

// Walks the statements with the set of nodes from which control falls to the next one. An exit
// through `finally` enters that block once; from its end control goes on to every place that some
// exit was bound for.
class CfgBuilder {
public:
  CfgBuilder(Cfg &cfg) : cfg_(cfg), ast_(cfg.ast()) {}

  void build() {
    cfg_.entry_ = add(CfgNodeKind::Entry, NodeId::invalid());
    cfg_.exit_ = add(CfgNodeKind::Exit, NodeId::invalid());
    cfg_.raiseExit_ = add(CfgNodeKind::RaiseExit, NodeId::invalid());
    leaves_ = {cfg_.entry_};
    if (const auto *node = ast_.dynGet<ast::FunctionDef>(cfg_.owner_))
      block(node->body);
    else if (const auto *node = ast_.dynGet<ast::ClassDef>(cfg_.owner_))
      block(node->body);
    else if (const auto *node = ast_.dynGet<ast::Lambda>(cfg_.owner_))
      step(CfgNodeKind::Statement, node->body);
    else
      block(ast_.get<ast::Module>(cfg_.owner_).body);
    connectLeaves(cfg_.exit_);
    findReachable();
  }

private:
  using Leaves = llvm::SmallVector<CfgNodeId, 4>;

  struct Finally {
    CfgNodeId start;
    llvm::SmallVector<CfgNodeId, 4> targets;  // where exits through it go on
    llvm::SmallVector<Leaves *, 2> pending;  // exits to places that have no node yet (after a loop)
  };
  struct Loop {
    CfgNodeId head;
    Leaves breaks;
    size_t finallyDepth;
  };
  struct Guarded {  // code whose exceptions go to handlers
    llvm::SmallVector<CfgNodeId, 2> handlers;
    size_t finallyDepth;
  };

  CfgNodeId add(CfgNodeKind kind, NodeId node) {
    CfgNodeId id = cfg_.nodes_.push_back({kind, node, {}, {}});
    for (NodeId statement : statements_)
      cfg_.byStatement_[statement].push_back(id);
    return id;
  }

  void connect(CfgNodeId from, CfgNodeId to) {
    auto &successors = cfg_.nodes_[from].successors;
    if (llvm::is_contained(successors, to))
      return;
    successors.push_back(to);
    cfg_.nodes_[to].predecessors.push_back(from);
  }
  void connectLeaves(CfgNodeId to) {
    for (CfgNodeId leaf : leaves_)
      connect(leaf, to);
  }

  // A node after the present leaves; it may raise.
  CfgNodeId step(CfgNodeKind kind, NodeId node) {
    CfgNodeId id = add(kind, node);
    connectLeaves(id);
    leaves_ = {id};
    raises(id);
    return id;
  }

  void raises(CfgNodeId from) {
    if (!guarded_.empty()) {
      const Guarded &guard = guarded_.back();
      for (CfgNodeId handler : guard.handlers)
        exitThrough(from, guard.finallyDepth, handler);
      return;
    }
    // Every statement may raise out of the function; only explicit raises and finally blocks show
    // it.
    if (!finallies_.empty())
      exitThrough(from, 0, cfg_.raiseExit_);
  }

  // From `from` through the finally blocks above `depth` to `target`, or to the leaves `place`.
  void exitThrough(CfgNodeId from, size_t depth, CfgNodeId target, Leaves *place = nullptr) {
    if (finallies_.size() > depth)
      connect(from, finallies_.back().start);
    else if (place)
      place->push_back(from);
    else
      connect(from, target);
    for (size_t i = finallies_.size(); i-- > depth;) {
      if (i > depth)
        finallies_[i].targets.push_back(finallies_[i - 1].start);
      else if (place)
        finallies_[i].pending.push_back(place);
      else
        finallies_[i].targets.push_back(target);
    }
  }

  void block(llvm::ArrayRef<NodeId> list) {
    for (NodeId id : list) {
      statements_.push_back(id);
      statement(id);
      statements_.pop_back();
    }
  }

  void statement(NodeId id) {
    switch (ast_.kind(id)) {
    case NodeKind::If: {
      const auto &node = ast_.get<ast::If>(id);
      CfgNodeId test = step(CfgNodeKind::Test, node.test);
      block(node.body);
      Leaves after = leaves_;
      leaves_ = {test};
      block(node.orelse);
      leaves_.append(after.begin(), after.end());
      return;
    }
    case NodeKind::While: {
      const auto &node = ast_.get<ast::While>(id);
      CfgNodeId test = step(CfgNodeKind::Test, node.test);
      return loop(test, node.body, node.orelse);
    }
    case NodeKind::For: {
      const auto &node = ast_.get<ast::For>(id);
      step(CfgNodeKind::Iterable, node.iter);
      CfgNodeId head = step(CfgNodeKind::LoopHead, node.target);
      return loop(head, node.body, node.orelse, node.target);
    }
    case NodeKind::Try: return tryStatement(ast_.get<ast::Try>(id));
    case NodeKind::With: {
      const auto &node = ast_.get<ast::With>(id);
      for (NodeId item : node.items)
        step(CfgNodeKind::Enter, item);
      CfgNodeId leave = add(CfgNodeKind::Leave, id);
      connectLeaves(leave);
      guarded_.push_back({{leave}, finallies_.size()});
      block(node.body);
      guarded_.pop_back();
      connectLeaves(leave);
      leaves_ = {leave};
      return raises(leave);
    }
    case NodeKind::Match: {
      const auto &node = ast_.get<ast::Match>(id);
      step(CfgNodeKind::Test, node.subject);
      Leaves after;
      for (NodeId part : node.cases) {
        CfgNodeId test = step(CfgNodeKind::Test, part);
        block(ast_.get<ast::match_case>(part).body);
        after.append(leaves_.begin(), leaves_.end());
        leaves_ = {test};
      }
      leaves_.append(after.begin(), after.end());
      return;
    }
    case NodeKind::Return: {
      CfgNodeId node = step(CfgNodeKind::Statement, id);
      exitThrough(node, 0, cfg_.exit_);
      leaves_.clear();
      return;
    }
    case NodeKind::Raise: {
      CfgNodeId node = step(CfgNodeKind::Statement, id);
      if (guarded_.empty() && finallies_.empty())
        connect(node, cfg_.raiseExit_);
      leaves_.clear();
      return;
    }
    case NodeKind::Break: {
      CfgNodeId node = step(CfgNodeKind::Statement, id);
      exitThrough(node, loops_.back().finallyDepth, CfgNodeId::invalid(), &loops_.back().breaks);
      leaves_.clear();
      return;
    }
    case NodeKind::Continue: {
      CfgNodeId node = step(CfgNodeKind::Statement, id);
      exitThrough(node, loops_.back().finallyDepth, loops_.back().head);
      leaves_.clear();
      return;
    }
    default: step(CfgNodeKind::Statement, id);
    }
  }

  void loop(CfgNodeId head, const NodeList &body, const NodeList &orelse, NodeId target = {}) {
    loops_.push_back({head, {}, finallies_.size()});
    if (target)
      step(CfgNodeKind::Target, target);
    block(body);
    connectLeaves(head);
    leaves_ = {head};
    // The else clause runs when the loop ends by itself; a break skips it.
    Loop own = std::move(loops_.back());
    loops_.pop_back();
    block(orelse);
    leaves_.append(own.breaks.begin(), own.breaks.end());
  }

  void tryStatement(const ast::Try &node) {
    bool hasFinally = !node.finalbody.empty();
    if (hasFinally)
      finallies_.push_back({add(CfgNodeKind::Finally, node.finalbody.front()), {}, {}});
    Leaves after;
    if (!node.handlers.empty()) {
      llvm::SmallVector<CfgNodeId, 2> handlers;
      for (NodeId id : node.handlers)
        handlers.push_back(add(CfgNodeKind::Handler, id));
      guarded_.push_back({handlers, finallies_.size()});
      for (CfgNodeId leaf : leaves_)
        for (CfgNodeId handler : handlers)
          connect(leaf, handler);
      block(node.body);
      guarded_.pop_back();
      block(node.orelse);
      after = leaves_;
      for (size_t i = 0; i < handlers.size(); ++i) {
        leaves_ = {handlers[i]};
        raises(handlers[i]);
        const auto &handler = ast_.get<ast::ExceptHandler>(node.handlers[i]);
        block(handler.body);
        if (handler.name && !leaves_.empty()) {
          CfgNodeId end = add(CfgNodeKind::HandlerEnd, node.handlers[i]);
          connectLeaves(end);
          leaves_ = {end};
        }
        after.append(leaves_.begin(), leaves_.end());
      }
      leaves_ = after;
    } else {
      block(node.body);
      block(node.orelse);
    }
    if (!hasFinally)
      return;
    Finally own = std::move(finallies_.back());
    finallies_.pop_back();
    bool falls = !leaves_.empty();
    connectLeaves(own.start);
    leaves_ = {own.start};
    block(node.finalbody);
    for (CfgNodeId target : own.targets)
      connectLeaves(target);
    for (Leaves *place : own.pending)
      place->append(leaves_.begin(), leaves_.end());
    if (!falls)
      leaves_.clear();
  }

  void findReachable() {
    cfg_.reachable_.resize(cfg_.nodes_.size(), false);
    Leaves work = {cfg_.entry_};
    while (!work.empty()) {
      CfgNodeId id = work.pop_back_val();
      if (cfg_.reachable_[id])
        continue;
      cfg_.reachable_[id] = true;
      const auto &successors = cfg_.nodes_[id].successors;
      work.append(successors.begin(), successors.end());
    }
  }

  Cfg &cfg_;
  const Ast &ast_;
  Leaves leaves_;
  llvm::SmallVector<NodeId, 8> statements_;  // being built, outermost first
  std::vector<Finally> finallies_;
  std::deque<Loop> loops_;  // `pending` points into it
  std::vector<Guarded> guarded_;
};

Cfg::Cfg(const Ast &ast, NodeId owner) : ast_(&ast), owner_(owner) {
  CfgBuilder(*this).build();
}

llvm::ArrayRef<CfgNodeId> Cfg::nodesOf(NodeId statement) const {
  auto it = byStatement_.find(statement);
  if (it == byStatement_.end())
    return {};
  return it->second;
}

}  // namespace janus::analysis
