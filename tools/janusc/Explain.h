// `janusc explain`: what of a program is specialised, what is not, and why.
#pragma once

#include "janusc/Program.h"
#include "janusc/PythonCrossings.h"

#include "IR/Plan.h"
#include "Support/Diagnostics.h"
#include "Transforms/Versions/Specialise.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace janus {

// What a run has counted: of a guard by its name (docs/profiling.md, JANUS_REPORT).
struct GuardCount {
  uint64_t held = 0, failed = 0;
  std::string seen;  // at the last failure
};
struct VersionCount {
  uint64_t entered = 0, committed = 0;
  bool gaveUp = false;
  std::map<std::string, GuardCount> guards;
  std::vector<std::pair<std::string, uint64_t>> bindingFailures;
};
struct RootCount {
  std::string module, region;
  uint64_t entries = 0, committed = 0;
  std::vector<VersionCount> versions;
};

struct ExplainedGuard {
  std::string kind, name, expression, place, calls, expected;
  std::optional<GuardCount> count;
};

// One version of a root.
struct ExplainedVersion {
  size_t forward = 0, backward = 0;      // operations on tensors, before they are optimised
  size_t operations = 0;                 // after that
  size_t loops = 0, calls = 0;           // what they are at last: fused loops, calls of kernels
  size_t turned = 0;                     // loops of the program that are loops of the graph
  uint64_t arenaBytes = 0;               // planned memory
  std::vector<std::string> inputs;       // "model.fc1.weight: float32 (64, 784), grad"
  std::vector<std::string> assumptions;  // the others
  std::vector<std::string> parameters;   // tensors with gradients that it writes
  std::vector<std::string> writes;       // whatever else it writes
  bool prints = false;
  std::vector<ExplainedGuard> guards;
  std::optional<VersionCount> count;
};

struct ExplainedRoot {
  enum class Kind : uint8_t { Function, Loop, LoopBody, Part, Piece, Tail };
  Kind kind;
  std::string module, function, region;
  Span span;
  std::optional<uint64_t> entries;        // in the profile
  std::optional<speculate::Refusal> why;  // it stays generic
  std::string partOf;                     // a specialised root that does its work, too
  std::vector<ExplainedVersion> versions;
  std::optional<RootCount> count;
};

// Of all roots of `units`, as `made` with this profile has it.
std::vector<ExplainedRoot> explainRoots(const std::vector<Unit> &units,
                                        const speculate::ProfileFile *profile,
                                        const transforms::Specialisation &specialised,
                                        const ir::Module &graphs);

// What a run has counted under one kind and name.
struct CrossingCount {
  std::string kind, name;
  uint64_t count = 0, nanoseconds = 0;
};
// A place of a unit that goes over to Python. Counts are those of all `places` of its kind and
// name.
struct ExplainedCrossing {
  size_t unit;
  transforms::Crossing crossing;
  unsigned places = 1;
  std::optional<CrossingCount> count;
};
struct ExplainedCrossings {
  std::vector<ExplainedCrossing> places;
  std::vector<CrossingCount> elsewhere;  // counted, and no place of the text is known
};
ExplainedCrossings explainCrossings(const std::vector<std::vector<transforms::Crossing>> &found,
                                    const std::vector<CrossingCount> *counts);

// What JANUS_REPORT has written. Nothing when it cannot be read: that is reported.
struct RunCounts {
  std::vector<RootCount> roots;
  std::vector<CrossingCount> crossings;
};
std::optional<RunCounts> readCounters(const std::string &file, DiagnosticEngine &diag);
void addCounts(std::vector<ExplainedRoot> &roots, const std::vector<RootCount> &counts);

struct Explanation {
  std::vector<ExplainedRoot> roots;
  ExplainedCrossings crossings;
};
struct ExplainStyle {
  bool colour = false, verbose = false;
};
std::string explainedText(const Explanation &explanation, const std::vector<Unit> &units,
                          const SourceManager &sources, const ExplainStyle &style);
std::string explainedJson(const Explanation &explanation, const std::vector<Unit> &units,
                          const SourceManager &sources);
// ExplainCrossings.cpp: what the others print of crossings.
void printCrossings(llvm::raw_ostream &out, const ExplainedCrossings &crossings, size_t unit,
                    const Unit &where, const SourceManager &sources);
void printElsewhere(llvm::raw_ostream &out, const ExplainedCrossings &crossings);
void writeCrossings(llvm::json::OStream &json, const ExplainedCrossings &crossings,
                    const std::vector<Unit> &units, const SourceManager &sources);

}  // namespace janus
