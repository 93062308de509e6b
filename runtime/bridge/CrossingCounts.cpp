#include "bridge/CrossingCounts.h"

#include "bridge/Foreign.h"

#include <cstdlib>

namespace janus::bridge {
namespace {

const char *kindOf(ToPython operation) {
  static constexpr const char *kinds[] = {
#define JANUS_TO_PYTHON(name, kind, expression) kind,
#include "bridge/Operations.def"
  };
  return kinds[static_cast<size_t>(operation)];
}

CrossingCounts *wanted() {
  const char *file = getenv("JANUS_REPORT");
  return file && *file ? new CrossingCounts : nullptr;
}

}  // namespace

CrossingCounts *const crossingCounts = wanted();

std::string CrossingCounts::nameOf(Value object) const {
  if (!isForeign(object))
    return "";
  auto known = names_.find(as<ForeignObject>(object));
  return known == names_.end() ? "" : known->second;
}

// "numpy.mean"; ".normal" of an object without a name.
std::string CrossingCounts::nameOf(ToPython operation, const Value *args) const {
  switch (operation) {
  case ToPython::Import: return std::string(utf8Of(args[0]));
  case ToPython::GetAttr:
  case ToPython::SetAttr:
  case ToPython::DelAttr:
  case ToPython::CallMethod:
  case ToPython::Special:
    return nameOf(args[0]) + "." + (isStr(args[1]) ? std::string(utf8Of(args[1])) : "");
  case ToPython::Call: return nameOf(args[0]);
  case ToPython::MakeClass: return isStr(args[0]) ? std::string(utf8Of(args[0])) : "";
  default: return "";
  }
}

CrossingCounts::Scope::Scope(CrossingCounts &counts, ToPython operation, const Value *args)
    : counts_(counts), operation_(operation), name_(counts.nameOf(operation, args)) {
  clock_gettime(CLOCK_MONOTONIC, &start_);
}

void CrossingCounts::Scope::gave(Value result) {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  ForeignCrossings &row = counts_.rows_[{name_, kindOf(operation_)}];
  row.kind = kindOf(operation_);
  row.name = name_;
  ++row.count;
  row.seconds += static_cast<double>(now.tv_sec - start_.tv_sec) +
                 static_cast<double>(now.tv_nsec - start_.tv_nsec) * 1e-9;
  bool isNamed = operation_ == ToPython::Import || operation_ == ToPython::GetAttr;
  if (isNamed && isForeign(result))
    counts_.names_[as<ForeignObject>(result)] = name_;
}

std::vector<ForeignCrossings> CrossingCounts::rows() const {
  std::vector<ForeignCrossings> rows;
  for (const auto &[key, row] : rows_)
    rows.push_back(row);
  return rows;
}

std::vector<ForeignCrossings> countedCrossings() {
  return crossingCounts ? crossingCounts->rows() : std::vector<ForeignCrossings>();
}

}  // namespace janus::bridge
