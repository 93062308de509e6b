#include "Transforms/Speculate/Budget.h"

namespace janus::speculate {

static std::string seconds(std::chrono::milliseconds time) {
  return std::to_string(time.count() / 1000) + " s";
}

bool Spending::spend(uint64_t operations) {
  ofRoot_ += operations;
  ofProgram_ += operations;
  sinceLook_ += operations;
  if (sinceLook_ >= kOperationsPerLook) {
    sinceLook_ = 0;
    isLate_ |= ProcessorClock::now() - start_ > budget_.time;
  }
  return !isOver();
}

bool Spending::addGraph(size_t operations, bool isHeld) {
  isGraphTooLong_ = operations > budget_.graphOperations;
  isHeldTooLong_ = isHeld && heldOperations_ + operations > budget_.heldGraphOperationsOfProgram;
  if (isGraphTooLong_ || isHeldTooLong_ ||
      graphOperations_ + operations > budget_.graphOperationsOfProgram)
    return false;
  graphOperations_ += operations;
  heldOperations_ += isHeld ? operations : 0;
  return true;
}

std::string Spending::exceeded() const {
  if (ofRoot_ > budget_.operationsOfRoot)
    return std::to_string(budget_.operationsOfRoot) + " operations of evaluation";
  if (ofProgram_ > budget_.operationsOfProgram)
    return std::to_string(budget_.operationsOfProgram) +
           " operations of evaluation, with the roots before it";
  return seconds(budget_.time) + " of evaluation, with the roots before it";
}

std::string Spending::exceededByGraph() const {
  if (isGraphTooLong_)
    return "a graph of " + std::to_string(budget_.graphOperations) + " operations";
  if (isHeldTooLong_)
    return "graphs of " + std::to_string(budget_.heldGraphOperationsOfProgram) +
           " operations that are parts of other graphs";
  return "graphs of " + std::to_string(budget_.graphOperationsOfProgram) +
         " operations, with those before it";
}

std::string Spending::exceededByEntry() const {
  return "a graph of " + std::to_string(budget_.graphOperationsPerEntry) +
         " operations without a loop for each entry of a run";
}

}  // namespace janus::speculate
