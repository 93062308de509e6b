// The command line of janusc.
#pragma once

#include "Support/Diagnostics.h"
#include "Transforms/GraphOptions.h"

#include <optional>
#include <string>
#include <vector>

namespace janus {

enum class ColourMode : uint8_t { Auto, Always, Never };
// What tier 1 is built from: the program as it is, or its functional form.
enum class Tier1From : uint8_t { Python, Functional };

// What goes on where a guard fails: the generic native code, or the function's source in Python.
enum class Fallback : uint8_t { Native, Python };

struct Options {
  bool run = false;          // `janusc run FILE ARGS...`
  bool showProfile = false;  // `janusc profile show FILE`
  bool explain = false;      // `janusc explain FILE`
  std::vector<std::string> inputs;
  std::vector<std::string> programArguments;  // of `run`
  std::string output;                         // -o
  std::string emit;                           // --emit=STAGE
  std::optional<std::string> passes;          // --passes=LIST, in place of the pipeline
  transforms::GraphOptions graphs;            // --without LIST
  std::string without;                        // the list
  std::string moduleName;                     // --module-name
  std::string fileName;                       // --file-name
  std::string bundle;                         // --bundle DIR
  std::string dependencyFile;                 // --depfile
  std::string profileGenerate;                // --profile-generate: the file to be written
  std::string profileUse;                     // --profile-use
  std::string profileRun;                     // --profile-run: arguments of the program, or " "
  std::vector<std::string> compilePackages;   // --compile-package
  std::string counters;                       // --counters, of `explain`
  std::string tierUp;                         // --tier-up: what it makes goes to that folder
  std::string text;                           // --text: of `exec`; the folder that it stands in
  int textOf = 0;                             // --text-of: the process of the program
  std::string importsFrom;                    // --imports-from: where its modules are looked for
  int tierUpOf = 0;                           // --tier-up-of: the process of the program
  unsigned tierUpRound = 0;                   // --tier-up-round: which one of that run it is
  int tierUpLevel = 0;                        // --tier-up-level: its CpuLevel
  int optimize = 1;                           // -O
  unsigned jobs = 0;                          // -j; 0: one per processor
  Tier1From tier1From = Tier1From::Python;
  Fallback fallback = Fallback::Native;
  bool prelude = false;
  bool debug = false;  // -g
  bool verbose = false;
  bool timeReport = false;
  bool strict = false;
  bool useCache = true;
  bool specialise = true;        // `run`: with the profile of an earlier run
  bool awaitVersions = false;    // `run`: the program begins with them, however long that takes
  std::optional<bool> adaptive;  // versions are made while the program runs; `run`: unless told not
  bool versionsOnly = false;  // `run`: those of the program's profile, for a program that is there
  bool json = false;          // `explain`
  DiagFormat format = DiagFormat::Human;
  ColourMode colour = ColourMode::Auto;
};

struct ParsedOptions {
  Options options;
  bool finished = false;  // --help and --version, or a wrong command line
  int exitCode = 0;
};

// Prints help to stdout, errors to stderr.
ParsedOptions parseOptions(int argc, char **argv);

}  // namespace janus
