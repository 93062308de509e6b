// Every row of the op table has a case in both tiers: which rows have run is what the programs of
// the stages before have noted (JANUS_OPERATIONS, tensor/dispatch/OperationsSeen.h). scripts/test
// runs this after them, with the file in JANUSC_OPERATIONS_SEEN.
#include "janus/contract/OpTable.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>

namespace janus::test {
namespace {

using Names = std::set<std::string, std::less<>>;

// Rows that graphs never call as kernels.
constexpr struct {
  std::string_view id, reason;
} kNeverPlanned[] = {
#define JANUS_NEVER_PLANNED(id, reason) {#id, reason},
#include "Inputs/NeverPlanned.def"
};

bool isNeverPlanned(std::string_view id) {
  for (const auto &each : kNeverPlanned)
    if (each.id == id)
      return true;
  return false;
}

// Graphs have other operations in place of these: those that composites are made of, views as
// addresses, in-place operations as their functional twin and a write, formulas in loops (which
// test Elementwise and Steps hold against the kernels).
bool isExpressedOtherwise(const OpRow &r) {
  return has(r.traits, Trait::Composite | Trait::View | Trait::MaybeView | Trait::InPlace) ||
         !r.element.empty();
}

struct Seen {
  Names eager, planned;
};

const char *fileOfSeen() {
  return getenv("JANUSC_OPERATIONS_SEEN");
}

Seen readSeen() {
  Seen seen;
  std::ifstream file(fileOfSeen());
  std::string tier, id;
  while (file >> tier >> id)
    (tier == "eager" ? seen.eager : seen.planned).insert(id);
  return seen;
}

TEST(EveryRow, HasACaseInGenericCode) {
  if (!fileOfSeen())
    GTEST_SKIP() << "runs after the programs of scripts/test";
  const Seen seen = readSeen();
  for (const OpRow &r : kOps) {
    bool forGraphsAlone = r.python.empty() && seen.planned.contains(r.id);
    EXPECT_TRUE(seen.eager.contains(r.id) || forGraphsAlone)
        << r.id << ": no program calls it in generic code";
  }
}

TEST(EveryRow, HasACaseInSpecialisedCode) {
  if (!fileOfSeen())
    GTEST_SKIP() << "runs after the programs of scripts/test";
  const Seen seen = readSeen();
  for (const OpRow &r : kOps) {
    if (isExpressedOtherwise(r))
      continue;
    bool planned = seen.planned.contains(r.id);
    if (isNeverPlanned(r.id))
      EXPECT_FALSE(planned) << r.id << ": is planned now: take it out of Inputs/NeverPlanned.def";
    else
      EXPECT_TRUE(planned) << r.id << ": no specialised program calls it";
  }
}

TEST(EveryRow, IsKnownToTheList) {
  for (const auto &each : kNeverPlanned) {
    bool known = false;
    for (const OpRow &r : kOps)
      known |= r.id == each.id && !isExpressedOtherwise(r);
    EXPECT_TRUE(known) << each.id;
    EXPECT_FALSE(each.reason.empty()) << each.id;
  }
}

}  // namespace
}  // namespace janus::test
