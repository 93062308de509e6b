// janus-run MODULE.so [--program NAME] [ARGUMENTS...]: runs a compiled program. Needs no compiler.

#include "Support/DiagnosticTable.h"

#include "janus/generated.h"
#include "janus/janus.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <vector>

namespace {

using janus::DiagId;

const char kHelp[] =
    "Usage: janus-run MODULE.so [--program NAME] [ARGUMENTS...]\n"
    "Runs a program that janusc has compiled; what follows goes to the program.\n\n"
    "  --program NAME   which one, when the module holds several\n"
    "  --list           the names of the programs in the module\n"
    "  --help, --version\n";

int fail(DiagId id, const std::string &message, const std::string &help = "") {
  std::fputs(janus::errorText(id, {message}, help).c_str(), stderr);
  return janus::exitCodeOf(id);
}

// "a" of "dir/a.py".
std::string stemOf(const char *file) {
  const char *slash = std::strrchr(file, '/');
  std::string name = slash ? slash + 1 : file;
  size_t dot = name.rfind('.');
  return dot == std::string::npos || dot == 0 ? name : name.substr(0, dot);
}

std::vector<const jn_module_def *> programsOf(const jn_module_def *const *modules) {
  std::vector<const jn_module_def *> programs;
  for (; *modules; ++modules)
    if (std::strcmp((*modules)->name, "__main__") == 0)
      programs.push_back(*modules);
  return programs;
}

std::string listOf(const std::vector<const jn_module_def *> &programs) {
  std::string out;
  for (const jn_module_def *program : programs)
    out += (out.empty() ? "" : ", ") + stemOf(program->file);
  return out;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2 || std::strcmp(argv[1], "--help") == 0) {
    std::fputs(kHelp, argc < 2 ? stderr : stdout);
    return argc < 2 ? janus::exitCodeOf(DiagId::BadUsage) : 0;
  }
  if (std::strcmp(argv[1], "--version") == 0) {
    std::printf("janus-run, interface %u\n", JN_ABI_VERSION);
    return 0;
  }
  // Without a slash dlopen() would search the system's folders.
  std::string path = std::strchr(argv[1], '/') ? argv[1] : std::string("./") + argv[1];
  int used = 2;
  std::string wanted;
  bool list = false;
  if (used < argc && std::strcmp(argv[used], "--list") == 0) {
    list = true;
  } else if (used < argc && std::strcmp(argv[used], "--program") == 0) {
    if (used + 1 == argc)
      return fail(DiagId::BadUsage, "`--program` needs a name");
    wanted = argv[used + 1];
    used += 2;
  }

  std::string cannot = "cannot load `" + std::string(argv[1]) + "`: ";
  janus_file_info *info = nullptr;
  if (janus_inspect(path.c_str(), &info) != JANUS_OK)
    return fail(DiagId::CannotLoad, janus_error_message());
  std::string mismatch = janus_file_mismatch(info);
  janus_inspect_free(info);
  if (!mismatch.empty())
    return fail(DiagId::CannotLoad, cannot + mismatch,
                "compile the program again with the janusc beside this janus-run");
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return fail(DiagId::CannotLoad, cannot + dlerror());
  auto *modules = static_cast<const jn_module_def *const *>(dlsym(library, "janus_modules"));
  if (!modules)
    return fail(DiagId::CannotLoad, cannot + "it has no table of modules");

  std::vector<const jn_module_def *> programs = programsOf(modules);
  if (list) {
    for (const jn_module_def *program : programs)
      std::printf("%s\n", stemOf(program->file).c_str());
    return 0;
  }
  const jn_module_def *chosen = nullptr;
  for (const jn_module_def *program : programs)
    if (wanted.empty() ? programs.size() == 1 : stemOf(program->file) == wanted)
      chosen = program;
  if (!chosen) {
    std::string message = programs.empty() ? "`" + std::string(argv[1]) + "` holds no program"
                          : wanted.empty() ? "`" + std::string(argv[1]) + "` holds several programs"
                                           : "there is no program `" + wanted + "`";
    return fail(DiagId::BadUsage, message,
                programs.empty() ? "" : "choose one with `--program`: " + listOf(programs));
  }
  // The program sees the name of its source, as under python3.
  std::string name = std::strcmp(chosen->file, "<stdin>") == 0 ? "-" : chosen->file;
  std::vector<char *> arguments = {name.data()};
  arguments.insert(arguments.end(), argv + used, argv + argc);
  arguments.push_back(nullptr);
  return jn_run_main(chosen, modules, int(arguments.size()) - 1, arguments.data());
}
