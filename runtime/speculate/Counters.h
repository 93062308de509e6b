// Counters of roots and their versions: for JANUS_LOG=summary, JANUS_REPORT and hosts of the C
// interface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace janus::speculate {

struct RootState;

struct GuardCounters {
  // Parts of "loss > 3 (model.py:7) < model.py:20": what is tested, where, through which calls.
  std::string kind, name, expression, place, calls;
  uint64_t held = 0;  // times that an entry came past it
  uint64_t failed = 0;
  std::string expected, seen;  // at the last failure; empty: not known
};

// An assumption about the heap that kept a version from being bound.
struct BindingFailure {
  std::string assumption;
  uint64_t count = 0;
};

struct VersionCounters {
  std::string name;
  std::string unusable;  // why its record cannot be used
  uint64_t entered = 0, committed = 0, faults = 0;
  std::string lastFault;  // the exception
  uint64_t bound = 0, notBound = 0, stale = 0;
  uint64_t otherArguments = 0;  // entries with arguments that it is not for
  uint64_t otherModes = 0;      // entries in modes that it is not for
  std::string lastMode;         // which, in words
  uint64_t waited = 0;          // entries that the back-off let pass
  uint64_t eagerOperations = 0, allocations = 0, exposed = 0;  // while it ran: value/call/Work.h
  uint64_t lastAllocation = 0;                                 // for which commit; 0: none
  uint32_t backOff = 0;                                        // n: every 2^n-th entry is tried
  bool gaveUp = false;
  std::vector<GuardCounters> guards;
  std::vector<BindingFailure> bindingFailures;
};

struct RootCounters {
  std::string module, function, region;
  uint32_t line = 0;
  // The others ran the generic body.
  uint64_t entries = 0, committed = 0, inPython = 0;
  std::vector<VersionCounters> versions;
};

// Counters of all roots that were entered, in the order of their first entry. The runtime lock is
// held.
std::vector<RootCounters> counters();

// {"format": "janus counters", ...}: docs/profiling.md.
std::string toJson(const std::vector<RootCounters> &roots);

// To the file that JANUS_REPORT names, if any. At the end of the program.
void writeReport();

// Kept by the tables of versions.
void addRoot(const RootState *root);

}  // namespace janus::speculate
