// Every row of the op table has a case in both tiers: which rows have run is what the programs of
// the stages before have noted (JANUS_OPERATIONS, tensor/dispatch/OperationsSeen.h). scripts/test
// runs this after them, with the file in JANUSC_OPERATIONS_SEEN.
#include "janus/contract/OpTable.h"
#include "janus/contract/Schema.h"
#include "janus/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

namespace janus::test {
namespace {

using Names = std::set<std::string, std::less<>>;

struct Exception {
  std::string_view id, reason;
};
// Rows that graphs never call as kernels.
constexpr Exception kNeverPlanned[] = {
#define JANUS_NEVER_PLANNED(id, reason) {#id, reason},
#include "Inputs/NeverPlanned.def"
};
// Elementwise rows that loops never compute.
constexpr Exception kNeverFused[] = {
#define JANUS_NEVER_FUSED(id, reason) {#id, reason},
#include "Inputs/NeverFused.def"
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

TEST(EveryRow, HasNoMoreArgumentsThanACallOfAPlanTakes) {
  for (const OpRow &r : kOps)
    EXPECT_LE(parseSchema(static_cast<TensorOp>(&r - kOps)).params.size(),
              size_t{JN_PLAN_MOST_ARGUMENTS})
        << r.id;
}

TEST(EveryRow, OfElementsIsComputedByLoops) {
  std::map<std::string_view, std::string_view> never;
  for (const auto &each : kNeverFused) {
    EXPECT_FALSE(each.reason.empty()) << each.id;
    never[each.id] = each.reason;
  }
  for (const OpRow &r : kOps) {
    if (!has(r.traits, Trait::Elementwise) || r.functional != TensorOp::Count)
      continue;
    bool isListed = never.erase(r.id) != 0;
    EXPECT_EQ(r.element.empty(), isListed) << r.id << ": an `.element`, or a reason";
  }
  for (const auto &[id, reason] : never)
    ADD_FAILURE() << id << ": no elementwise row";
}

void addFunctionsIn(const std::filesystem::path &path, Names &names) {
  std::ifstream file(path);
  std::string line;
  while (std::getline(file, line))
    if (line.starts_with("def "))
      names.insert(line.substr(4, line.find('(') - 4));
}

// The names of the functions of a module of the prelude, or of all modules of a package.
Names functionsOf(const std::string &module) {
  Names names;
  std::filesystem::path path(JANUS_SOURCE_DIR "/runtime/prelude/torch/" + module);
  if (!std::filesystem::is_directory(path))
    addFunctionsIn(path.string() + ".py", names);
  else
    for (const auto &each : std::filesystem::directory_iterator(path))
      addFunctionsIn(each.path(), names);
  return names;
}

// Those for spellings of Python, for writes through views, and what they share.
bool isOfNoRow(const std::string &function) {
  for (std::string_view other :
       {"torch_", "Tensor_", "Size_", "written_", "builtins_", "operator_", "_"})
    if (function.starts_with(other))
      return true;
  return false;
}

// "movedim.intlist(...)" as the name of a function.
std::string functionName(std::string_view signature) {
  std::string name(signature.substr(0, signature.find('(')));
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

// Rows that the prelude says how to make of others, and its functions.
TEST(EveryRow, HasItsFunctionInThePrelude) {
  for (bool alone : {true, false}) {
    Names functions = functionsOf(alone ? "_operations" : "_decompositions"), rows;
    for (const OpRow &r : kOps)
      if (has(r.kernels, Kernel::Prelude) && (r.kernels == Kernel::Prelude) == alone)
        rows.insert(functionName(r.signature));
    EXPECT_FALSE(functions.empty());
    for (const std::string &name : rows)
      EXPECT_TRUE(functions.contains(name)) << name << ": the prelude has no such function";
    for (const std::string &name : functions)
      EXPECT_TRUE(isOfNoRow(name) || rows.contains(name)) << name << ": no row is made of it";
  }
}

}  // namespace
}  // namespace janus::test
