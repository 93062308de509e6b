// CLI11 lives in this file only: it needs exceptions, which the rest does without.

#include "janusc/Options.h"

#include "janusc/EmitStages.h"

#include "Support/DiagnosticTable.h"
#include "Support/InputFile.h"
#include "Transforms/Convert/Convert.h"
#include "Transforms/PassManager.h"

#include "janus/contract/Environment.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <cstring>
#include <iostream>

namespace janus {
namespace {

const char kDescription[] =
    "Compiles Python programs written against the PyTorch API into native modules.";

const char kExamples[] = R"(Examples:
  janusc model.py -o model.so              compile; model.graph.json is put beside it
  janus-run model.so --epochs 3            run it
  janusc model.py -o model                 an executable
  janusc run model.py --epochs 3           compile to the cache and run, as `python3 model.py --epochs 3`
  janusc a.py b.py -o suite.so             several programs; janus-run suite.so --program a
  janusc model.py -o model.so --bundle out everything it needs to run, in the folder out
  janusc model.py -o model.so --profile-run   run it first, then compile what it does for speed
  janusc profile show model.profile.json   what was observed in a run
  janusc explain model.py                  what is specialised, what is not, and why
  janusc model.py --emit=cpp               show the C++ (other stages: see --emit)
  janusc model.graph.json -o model.so      compile a graph that was written before

Exit status: 0 done, 1 program rejected, 2 wrong command line, 3 no usable C++ compiler, 4 cannot read
or write, 5 over a limit, 6 damaged or incompatible file, 70 an error of janusc's own. `janusc run`
answers the program's own status.)";

const char kByDefault[] = "*";  // value of a flag given without one

class ExampleFormatter : public CLI::Formatter {
public:
  std::string make_footer(const CLI::App *app) const override {
    return "\n" + app->get_footer() + "\n";
  }
};

// Replaces each `@file` by the arguments in it: one a line, or separated by blanks, "..." quotes.
bool expandResponseFiles(std::vector<std::string> &arguments) {
  std::vector<std::string> out;
  for (const std::string &argument : arguments) {
    if (argument.size() < 2 || argument[0] != '@') {
      out.push_back(argument);
      continue;
    }
    std::string reason;
    std::optional<std::string> text = readInputFile(argument.substr(1), reason);
    if (!text) {
      std::cerr << errorText(DiagId::CannotRead, {argument.substr(1), reason},
                             "what begins with `@` is a file of options");
      return false;
    }
    for (std::string &word : CLI::detail::split_up(std::move(*text)))
      out.push_back(std::move(word));
  }
  arguments = std::move(out);
  return true;
}

// One of these words, which becomes the number of its value.
template <class Enum>
CLI::Validator choices(std::vector<std::pair<std::string, Enum>> rows) {
  return CLI::Validator(
      [rows](std::string &given) {
        std::string all;
        for (const auto &[word, value] : rows) {
          if (word == given) {
            given = std::to_string(static_cast<int>(value));
            return std::string();
          }
          all += (all.empty() ? "" : ", ") + word;
        }
        return "`" + given + "` is none of: " + all;
      },
      "");
}

// Names of ASCII's letters, digits and underscores, and of what is no ASCII.
bool isDottedName(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  name.split(parts, '.');
  return llvm::all_of(parts, [](llvm::StringRef part) {
    return !part.empty() && !llvm::isDigit(part.front()) && llvm::all_of(part, [](char c) {
      return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    });
  });
}

void declare(CLI::App &app, Options &options) {
  app.add_option("-o", options.output,
                 "Where to write the result: a module (.so), or an executable")
      ->type_name("FILE");
  app.add_option("--emit", options.emit, "Print a stage instead: " + stageNames())
      ->type_name("STAGE")
      ->check(CLI::Validator(
          [](std::string &flag) {
            return isStage(flag) ? std::string() : "there is no stage `" + flag + "`";
          },
          ""));
  app.add_option("-O", options.optimize, "How much to optimise the C++ (default: 1)")
      ->type_name("0..3")
      ->check(CLI::Range(0, 3).description(""));
  app.add_flag("--passes{*}", options.passes,
               "=LIST: run these passes over the IR, and no others: a,b,c; none: run none");
  app.add_option("--without", options.without,
                 "Specialise without these, to see what they bring: " + transforms::partsOfGraphs())
      ->type_name("LIST")
      ->check(CLI::Validator(
          [&options](std::string &list) {
            std::optional<std::string> unknown = transforms::leaveOut(list, &options.graphs);
            return unknown ? "`" + *unknown + "` is no part of specialising" : std::string();
          },
          ""));
  app.add_flag_callback(
      "--help-passes",
      [] {
        llvm::outs() << "Over the IR, for --passes:\n";
        transforms::printPassHelp(llvm::outs());
        llvm::outs() << "Over the tree, in this order, for --emit=py-after-CONVERTER:\n";
        convert::printConverterHelp(llvm::outs());
        throw CLI::Success();
      },
      "List the passes");
  app.add_flag("-g", options.debug, "Keep what a debugger needs; lines are the program's");
  app.add_option("-j,--jobs", options.jobs, "C++ compilers at a time (default: one per processor)")
      ->type_name("N")
      ->check(CLI::Range(1u, 1024u).description(""));
  app.add_option("--bundle", options.bundle, "Copy the module and all it needs into a folder")
      ->type_name("DIR");
  app.add_flag("--profile-generate{*}", options.profileGenerate,
               "Make a module that writes a profile when it has run; =FILE: to that file");
  app.add_option("--profile-use", options.profileUse, "Specialise what this profile shows")
      ->type_name("FILE");
  app.add_flag("--profile-run{*}", options.profileRun,
               "Run the program for its profile first: its effects happen; =ARGS: with arguments");
  app.add_flag_function(
      "--no-specialise{false},--specialise",
      [&options](int64_t wanted) { options.specialise = options.awaitVersions = wanted > 0; },
      "`run`: wait for versions, however short the program; --no-specialise: make no profile, and "
      "use none");
  app.add_flag_function(
      "--no-adaptive{false},--adaptive",
      [&options](int64_t wanted) { options.adaptive = wanted > 0; },
      "Make specialised versions while the program runs (`run`: by default); --no-adaptive: "
      "what is compiled stays as it is");
  app.add_option("--tier-up", options.tierUp)->group("");
  app.add_option("--tier-up-of", options.tierUpOf)->group("");
  app.add_option("--tier-up-round", options.tierUpRound)->group("");
  app.add_option("--tier-up-level", options.tierUpLevel)->check(CLI::Range(0, 2))->group("");
  app.add_option("--text", options.text)->group("");
  app.add_option("--text-of", options.textOf)->group("");
  app.add_option("--imports-from", options.importsFrom)->group("");
  app.add_option("--counters", options.counters,
                 "`explain`: what JANUS_REPORT=FILE has written in a run")
      ->type_name("FILE");
  app.add_flag("--json", options.json, "`explain`: for tools");
  app.add_option("--compile-package", options.compilePackages,
                 "Compile this installed package along, as torchvision is")
      ->type_name("NAME")
      ->allow_extra_args(false);
  app.add_flag("--strict", options.strict, "Refuse what would run in Python");
  app.add_option(
         "--fallback", options.fallback,
         "Where a guard fails: native code goes on, or python runs the source; functions that "
         "cannot be compiled run there, too")
      ->type_name("WHERE")
      ->transform(choices<Fallback>({{"native", Fallback::Native}, {"python", Fallback::Python}}));
  app.add_option("--depfile", options.dependencyFile,
                 "Write the files that were read, for make and ninja")
      ->type_name("FILE");
  app.add_flag("--no-cache{false},--cache", options.useCache,
               "Leave the cache of compiled objects alone")
      ->default_str("");
  app.add_flag("-v,--verbose", options.verbose, "Say what is done");
  app.add_flag("--time-report", options.timeReport, "Print the time of each phase");
  app.add_option("--message-format", options.format, "How to print diagnostics: human, short, json")
      ->type_name("FORMAT")
      ->transform(choices<DiagFormat>({{"human", DiagFormat::Human},
                                       {"short", DiagFormat::Short},
                                       {"json", DiagFormat::Json}}));
  app.add_option("--color", options.colour, "Colours: auto, always, never")
      ->type_name("WHEN")
      ->transform(choices<ColourMode>({{"auto", ColourMode::Auto},
                                       {"always", ColourMode::Always},
                                       {"never", ColourMode::Never}}));
  app.add_option("--module-name", options.moduleName,
                 "The module's dotted name (default: __main__)")
      ->type_name("NAME")
      ->check(CLI::Validator(
          [](std::string &name) {
            return isDottedName(name) ? std::string() : "`" + name + "` is no name of a module";
          },
          ""));
  app.add_option("--tier1-from", options.tier1From,
                 "What tier 1 is built from: python, functional (a check of the converters)")
      ->type_name("FORM")
      ->transform(choices<Tier1From>(
          {{"python", Tier1From::Python}, {"functional", Tier1From::Functional}}));
  app.add_flag("--prelude", options.prelude, "Compile a module of janusc's own library");
  app.add_option("--file-name", options.fileName, "The file that tracebacks and `__file__` name")
      ->type_name("FILE");
}

// What follows `run`: options of janusc, then the program and its arguments. An option's value may
// be a word of its own ("-O 2") or not ("-O2", "--emit=ir"); a flag's never is.
size_t endOfRunOptions(const CLI::App &app, const std::vector<std::string> &words) {
  size_t i = 0;
  while (i < words.size() && words[i].size() > 1 && words[i][0] == '-') {
    const CLI::Option *option = app.get_option_no_throw(words[i]);
    i += option && option->get_items_expected_min() > 0 ? 2 : 1;
  }
  return std::min(i, words.size());
}

// "out/model.so" -> "out/model"
std::string withoutSuffix(const std::string &file) {
  size_t dot = file.rfind('.'), slash = file.rfind('/');
  return dot == std::string::npos || (slash != std::string::npos && dot < slash)
             ? file
             : file.substr(0, dot);
}

int refuse(const std::string &message) {
  std::cerr << errorText(DiagId::BadUsage, {message}, "`janusc --help` shows the options");
  return exitCodeOf(DiagId::BadUsage);
}

}  // namespace

ParsedOptions parseOptions(int argc, char **argv) {
  ParsedOptions parsed;
  Options &options = parsed.options;
  auto finish = [&](int status) {
    parsed.finished = true;
    parsed.exitCode = status;
    return parsed;
  };
  CLI::App app(kDescription, "janusc");
  app.formatter(std::make_shared<ExampleFormatter>());
  app.footer(kExamples);
  app.set_version_flag("--version", std::string("janusc ") + JANUSC_VERSION);
  app.add_option("files", options.inputs, "Programs: .py, or a .graph.json; `-` is standard input");
  declare(app, options);
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words[0] == "run") {
    options.run = true;
    words.erase(words.begin());
    size_t end = endOfRunOptions(app, words);
    if (end < words.size())
      options.programArguments.assign(words.begin() + end + 1, words.end());
    words.resize(std::min(end + 1, words.size()));
  }
  if (!words.empty() && words[0] == "explain") {
    options.explain = true;
    words.erase(words.begin());
  }
  if (!words.empty() && words[0] == "profile") {
    if (words.size() < 2 || words[1] != "show")
      return finish(
          refuse("`janusc profile show FILE` prints a profile; `profile` knows nothing else"));
    options.showProfile = true;
    words.erase(words.begin(), words.begin() + 2);
  }
  if (!options.run && !expandResponseFiles(words))
    return finish(4);

  try {
    std::reverse(words.begin(), words.end());
    app.parse(words);
  } catch (const CLI::Success &request) {
    return finish(app.exit(request));
  } catch (const CLI::ParseError &error) {
    return finish(refuse(error.what()));
  }
  if (!options.text.empty()) {
    options.inputs = {options.text + "/text.py"};
    options.output = options.text + "/text.so";
    options.moduleName = "_text";
  }
  if (options.inputs.empty())
    return finish(refuse(options.run           ? "no program to run"
                         : options.showProfile ? "no profile to show"
                         : options.explain     ? "no program to explain"
                                               : "no input files"));
  if (options.showProfile)
    return parsed;
  if (options.passes == kByDefault)
    options.passes = "";
  if (options.run && !options.moduleName.empty())
    return finish(refuse("`run` runs a program: it takes no `--module-name`"));
  if (options.run && !options.output.empty() && options.emit.empty())
    return finish(refuse("`run` keeps the module in its cache: it takes no `-o`"));
  if (options.explain && (options.inputs.size() > 1 || !options.output.empty() ||
                          !options.emit.empty() || !options.profileGenerate.empty()))
    return finish(refuse("`explain` takes one file, and a profile"));
  if (!options.explain && (!options.counters.empty() || options.json))
    return finish(refuse("`--counters` and `--json` belong to `janusc explain`"));
  if (!options.tierUp.empty()) {
    options.output = options.tierUp + "/versions.so";
    options.profileUse = options.tierUp + "/profile.json";
  }
  if (auto wanted = environmentChoice("JANUS_SPECIALISE", {"0", "1"})) {
    options.specialise &= wanted == 1;
    options.awaitVersions |= wanted == 1;
  }
  if (!options.run && !options.explain && options.output.empty() && options.emit.empty())
    return finish(refuse("nothing to do: give `-o FILE` or `--emit=STAGE`"));
  bool generates = !options.profileGenerate.empty(), runs = !options.profileRun.empty();
  if (generates + runs + !options.profileUse.empty() > 1)
    return finish(
        refuse("`--profile-generate`, `--profile-use` and `--profile-run` exclude each other"));
  if (runs && (options.inputs.size() > 1 || options.inputs[0] == "-"))
    return finish(refuse("`--profile-run` takes one file"));
  if (options.profileGenerate == kByDefault)
    options.profileGenerate =
        withoutSuffix(options.output.empty() ? options.inputs[0] : options.output) +
        ".profile.json";
  if (options.profileRun == kByDefault)
    options.profileRun = " ";
  if (options.inputs.size() > 1 && !options.emit.empty())
    return finish(refuse("`--emit` takes one file"));
  return parsed;
}

}  // namespace janus
