#include "Transforms/Speculate/Gradients/Tape.h"

#include <functional>

namespace janus::speculate {

std::vector<const GradientRule *> activeRules(const TapeEntry &entry, const Schema &schema,
                                              llvm::ArrayRef<GradientRule> rules) {
  std::vector<const GradientRule *> active;
  for (const GradientRule &rule : rules)
    if (llvm::any_of(rule.of, [&](const std::string &name) {
          int index = schema.find(name);
          return index >= 0 &&
                 llvm::any_of(entry.edges[index], [](const TapeEdge &edge) { return edge.needed; });
        }))
      active.push_back(&rule);
  return active;
}

// Each edge of the entry; of a branch, of both sides; of a loop, those that leave it.
static void forEachEdge(const TapeEntry &entry, llvm::function_ref<void(const TapeEdge &)> visit) {
  if (entry.loop)
    llvm::for_each(entry.loop->outside, visit);
  if (entry.branch)
    for (const std::array<TapeEdge, 2> &sides : entry.branch->results)
      llvm::for_each(sides, visit);
  for (const std::vector<TapeEdge> &list : entry.edges)
    llvm::for_each(list, visit);
}

// Each entry on a way back from that one, later ones first.
static void forEachBehind(const std::deque<TapeEntry> &tape, TapeId entry,
                          llvm::function_ref<void(const TapeEntry &)> visit) {
  std::vector<bool> isBehind(entry.index + 1, false);
  isBehind[entry.index] = true;
  for (size_t i = entry.index + 1; i-- > 0;)
    if (isBehind[i]) {
      visit(tape[i]);
      forEachEdge(tape[i], [&](const TapeEdge &edge) {
        if (edge.needed && edge.tape)
          isBehind[edge.tape.index] = true;
      });
    }
}

const MadeTogether *madeTogether(const std::deque<TapeEntry> &tape, TapeId entry) {
  const auto &together = tape[entry.index].together;
  // The tape of a branch's side goes, and its numbers come again.
  bool isWhole = together && llvm::all_of(together->pieces, [&](TapeId piece) {
                   return piece.index < tape.size() && tape[piece.index].together == together;
                 });
  return isWhole ? together.get() : nullptr;
}

bool reachesFunction(const std::deque<TapeEntry> &tape, TapeId entry) {
  bool reaches = false;
  forEachBehind(tape, entry, [&](const TapeEntry &each) { reaches |= each.function != nullptr; });
  return reaches;
}

bool hangsOn(const std::deque<TapeEntry> &tape, TapeId entry, TapeId other) {
  bool hangs = false;
  forEachBehind(tape, entry, [&](const TapeEntry &each) { hangs |= &each == &tape[other.index]; });
  return hangs;
}

llvm::SetVector<ObjectId> endsBehind(const std::deque<TapeEntry> &tape, TapeId entry) {
  llvm::SetVector<ObjectId> ends;
  forEachBehind(tape, entry, [&](const TapeEntry &each) {
    forEachEdge(each, [&](const TapeEdge &edge) {
      if (edge.needed && !edge.tape)
        ends.insert(edge.tensor);
    });
  });
  return ends;
}

bool isDeadEnd(const std::deque<TapeEntry> &tape, TapeId entry, unsigned output) {
  std::vector<bool> isDead(entry.index + 1, false);
  // A walk through a loop begins with its last turn, whose own entries come before.
  std::function<bool(TapeId, unsigned)> isDeadAt = [&](TapeId id, unsigned result) {
    const TapeEntry &each = tape[id.index];
    if (!each.loop)
      return bool(isDead[id.index]);
    const LoopHistory &history = *each.loop;
    auto isDeadEdge = [&](const TapeEdge &edge) {
      return edge.needed && edge.tape && isDeadAt(edge.tape, edge.output);
    };
    if (!each.freed)
      return false;
    if (result < history.results.size())
      return isDeadEdge(history.results[result]);
    const int64_t key = history.rows[result - history.results.size()];
    for (size_t i = history.begin; i < history.end; ++i)
      if (tape[i].row && tape[i].row->key == key && !isDeadEdge(tape[i].edges[0][0]))
        return false;
    return true;
  };
  for (size_t i = 0; i <= entry.index; ++i) {
    const TapeEntry &each = tape[i];
    bool hasEdges = false, allAreDead = true;
    forEachEdge(each, [&](const TapeEdge &edge) {
      if (!edge.needed && !each.fork())
        return;
      hasEdges = true;
      allAreDead &= edge.needed && edge.tape && isDeadAt(edge.tape, edge.output);
    });
    bool isFreed = each.freed && !each.freedBy && !each.fork();
    // The answer of a call that makes no other is a dead end, if this is shown of its recursion's;
    // so then is one with answers of those.
    bool isAnswer = each.kept && !each.kept->isGiven;
    isDead[i] = isFreed || isAnswer || (hasEdges && allAreDead);
  }
  return isDeadAt(entry, output);
}

}  // namespace janus::speculate
