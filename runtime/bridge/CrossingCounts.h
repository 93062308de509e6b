// How often the program went over to Python, for what, and how long that took.
#pragma once

#include "value/object/Foreign.h"

#include <ctime>
#include <map>
#include <unordered_map>

namespace janus::bridge {

struct ForeignObject;

enum class ToPython : uint8_t {
#define JANUS_TO_PYTHON(name, kind, expression) name,
#include "bridge/Operations.def"
};

class CrossingCounts {
public:
  // One request, from here to its end.
  class Scope {
  public:
    Scope(CrossingCounts &counts, ToPython operation, const Value *args);
    void gave(Value result);

  private:
    CrossingCounts &counts_;
    ToPython operation_;
    std::string name_;
    timespec start_;
  };
  void forget(const ForeignObject *o) { names_.erase(o); }
  std::vector<ForeignCrossings> rows() const;

private:
  std::string nameOf(Value object) const;
  std::string nameOf(ToPython operation, const Value *args) const;

  std::map<std::pair<std::string, std::string>, ForeignCrossings> rows_;  // by name and kind
  std::unordered_map<const ForeignObject *, std::string> names_;          // of those that have one
};

// Null unless JANUS_REPORT asks for a report.
extern CrossingCounts *const crossingCounts;
std::vector<ForeignCrossings> countedCrossings();

}  // namespace janus::bridge
