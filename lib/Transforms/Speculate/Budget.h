// Limits on the cost of specialising a program. Counts decide, so that one profile always gives the
// same graphs; seconds of processor time are the last bound, for machines that are slower than
// thought. A root that is over the budget stays generic (`OverBudget` in Refusals.def). The
// contents of a profile are bounded where it is written: runtime/speculate/ProfileBudget.h.
#pragma once

#include "janus/contract/ProcessorClock.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace janus::speculate {

struct Budget {
  // One evaluation.
  size_t operations = 200'000;
  // Operations of the graph from which on an unrolled loop, or recursion, is tried as a loop.
  size_t unrolledOperations = 600;
  // Calls of one function in each other from which on they are tried as turns of a loop.
  size_t unrolledCalls = 24;
  unsigned callDepth = 200;
  // One recorded entry of a root: evaluations, for the sides of branches that cannot be in one
  // graph and for what is found out about symbols, and versions, with those of other numbers.
  unsigned tries = 24;
  unsigned versions = 4, versionsWithNumbers = 6;
  // All recorded entries of a root.
  uint64_t operationsOfRoot = 2'000'000;
  // All roots; those that are entered most come first.
  uint64_t operationsOfProgram = 6'000'000;
  // Operations of finished graphs that become C++, for which the host compiler takes about 0.6 ms
  // each, and more where the graph has loops that are fused.
  size_t graphOperations = 4'500, graphOperationsOfProgram = 5'000;
  // Of a graph without loops, for each entry of a run that it is for: an entry gains about 2 us by
  // each operation, and its compilation is to be paid back within some runs.
  size_t graphOperationsPerEntry = 400;
  // The same of roots that another graph holds already: they are entered where that one fails.
  size_t heldGraphOperationsOfProgram = 2'000;
  // Functions nearly all of whose entries lie within graphs of others get none of their own: a
  // program that is running has its first versions the sooner.
  bool leavesCovered = false;
  // Objects of two snapshots that are compared for sizes that vary.
  size_t comparedObjects = 20'000;
  // Evaluation of all roots: processor time.
  std::chrono::milliseconds time{4'000};
};
inline constexpr Budget kBudget;

// The budget of modules that are compiled ahead of time, where nobody waits for the program to
// begin.
constexpr Budget aheadOfTime() {
  Budget budget;
  budget.operationsOfRoot *= 8;
  budget.operationsOfProgram *= 8;
  budget.graphOperations *= 8;
  budget.graphOperationsOfProgram *= 8;
  budget.graphOperationsPerEntry = budget.graphOperations;  // runs are not known
  budget.heldGraphOperationsOfProgram *= 2;  // holders that are entered half of the times
  budget.time *= 30;
  return budget;
}
// The budget of a program whose specialising was given up `count` times, since the host compiler
// took too long.
constexpr Budget afterTimeouts(unsigned count) {
  Budget budget;
  budget.graphOperations >>= count;
  budget.graphOperationsOfProgram >>= count;
  return budget;
}

// The part of the budget that one specialisation has spent.
class Spending {
public:
  explicit Spending(const Budget &budget = kBudget) : budget_(budget) {}

  // Work of about that many operations. False: over the budget.
  bool spend(uint64_t operations = 1);
  // Whether a finished graph without loops is entered often enough for its length.
  bool isWorth(size_t operations, double entries) const {
    return double(operations) <= double(budget_.graphOperationsPerEntry) * entries;
  }
  // A finished graph, if there is room for it. `isHeld`: graphs of other roots hold what it does.
  bool addGraph(size_t operations, bool isHeld);
  // The root whose entries are evaluated now had spent that much before.
  void beginRoot(uint64_t spent) { ofRoot_ = spent; }
  uint64_t ofRoot() const { return ofRoot_; }
  bool isOver() const {
    return isLate_ || ofRoot_ > budget_.operationsOfRoot ||
           ofProgram_ > budget_.operationsOfProgram;
  }
  bool leavesCovered() const { return budget_.leavesCovered; }
  // The bound that was met, in words for people.
  std::string exceeded() const, exceededByGraph() const, exceededByEntry() const;

private:
  static constexpr uint64_t kOperationsPerLook = 64;

  const Budget budget_;
  const ProcessorClock::time_point start_ = ProcessorClock::now();
  uint64_t ofRoot_ = 0, ofProgram_ = 0, sinceLook_ = 0;
  size_t graphOperations_ = 0, heldOperations_ = 0;
  bool isLate_ = false, isGraphTooLong_ = false, isHeldTooLong_ = false;
};

}  // namespace janus::speculate
