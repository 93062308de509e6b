// The interpreter in the process of a program that runs by itself: libpython of the Python that
// JANUS_PYTHON names, opened when a package is needed first, and the package `janus`, by which
// Python serves hosts, too (HostPython.cpp). Where anything of it is missing, a process serves.
#include "bridge/Server.h"
#include "bridge/Transport.h"

#include "value/call/Process.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <string>
#include <type_traits>
#include <unistd.h>
#include <utility>

namespace janus::bridge {
namespace {

namespace fs = std::filesystem;

constexpr int kOldestMinor = 10, kNewestMinor = 13;  // of Python 3, which the package is made for

bool isSet(const char *variable) {
  const char *text = getenv(variable);
  return text && *text;
}

// The path of what a shell would start; empty: nothing.
std::string pathOf(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return access(name.c_str(), X_OK) == 0 ? name : "";
  const char *list = getenv("PATH");
  for (const char *at = list; at && *at;) {
    const char *end = strchrnul(at, ':');
    std::string path = std::string(at, end) + "/" + name;
    if (end != at && access(path.c_str(), X_OK) == 0)
      return path;
    at = *end ? end + 1 : end;
  }
  return "";
}

// Without links; empty: there is no such file.
fs::path realPathOf(const std::string &path) {
  std::error_code error;
  return fs::canonical(path, error);
}

// The package beside this library; empty where the program holds the runtime itself, or nobody has
// built the package.
std::string packageFolder() {
  Dl_info here;
  if (!dladdr(reinterpret_cast<const void *>(&packageFolder), &here) || !here.dli_fname)
    return "";
  fs::path library = realPathOf(here.dli_fname), package = library.parent_path() / "janus/python";
  bool isShared = library.filename().string().rfind("libjanus.so", 0) == 0;
  return isShared && access((package / "janus/_native.abi3.so").c_str(), R_OK) == 0
             ? package.string()
             : "";
}

// libpython of the interpreter `python`, a real path that names its version; null: there is none.
void *openLibrary(const fs::path &python) {
  constexpr const char *kName = "python3.";
  std::string name = python.filename();
  if (name.rfind(kName, 0) != 0)
    return nullptr;
  char *end;
  long minor = strtol(name.c_str() + strlen(kName), &end, 10);
  if (*end || minor < kOldestMinor || minor > kNewestMinor)
    return nullptr;
  std::string file = "lib" + name + ".so.1.0";
  fs::path folder = python.parent_path();
  // Extension modules look for Python's functions among those that everybody sees.
  constexpr int kFlags = RTLD_NOW | RTLD_GLOBAL;
  void *library = dlopen((folder.parent_path() / "lib" / file).c_str(), kFlags);
  return library || folder != "/usr/bin" ? library : dlopen(file.c_str(), kFlags);
}

// Functions of libpython, all of them older than Python 3.10.
struct Library {
  void (*setProgramName)(const wchar_t *name);
  wchar_t *(*decodeLocale)(const char *text, size_t *size);
  void (*initialize)(int handlers);
  int (*isInitialized)();
  int (*run)(const char *text, void *flags);
  void *(*saveThread)();
  int (*ensure)();
  int (*finalize)();
  void (*interrupt)();

  bool find(void *library) {
    auto take = [&](auto &function, const char *name) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
      return function != nullptr;
    };
    return take(setProgramName, "Py_SetProgramName") && take(decodeLocale, "Py_DecodeLocale") &&
           take(initialize, "Py_InitializeEx") && take(isInitialized, "Py_IsInitialized") &&
           take(run, "PyRun_SimpleStringFlags") && take(saveThread, "PyEval_SaveThread") &&
           take(ensure, "PyGILState_Ensure") && take(finalize, "Py_FinalizeEx") &&
           take(interrupt, "PyErr_SetInterrupt");
  }
} python;
bool isThere;

// Python's exit functions, and what modules hold. The program's thread has begun it, and ends it.
void endInterpreter() {
  if (!python.isInitialized())
    return;
  python.ensure();
  python.finalize();
}

}  // namespace

bool isEmbedded() {
  return isThere;
}

bool embedPython() {
  static bool isTried;
  if (std::exchange(isTried, true))
    return isThere;
  const char *given = getenv("JANUS_PYTHON");
  std::string program = pathOf(given && *given ? given : "python3");
  std::string package = packageFolder();
  // An interpreter that finds no library of its own, which PYTHONHOME can bring about, ends its
  // process as it starts.
  if (!isProgramOfItsOwn || isSet("JANUS_PYTHON_PROCESS") || isSet("JANUS_PYTHON_TIMEOUT") ||
      isSet("PYTHONHOME") || program.empty() || package.empty())
    return false;
  void *library = openLibrary(realPathOf(program));
  if (!library || !python.find(library) || python.isInitialized())
    return false;
  python.setProgramName(python.decodeLocale(program.c_str(), nullptr));
  python.initialize(0);  // signals are the program's
  // Python's handler is what an interrupt of a package's code calls, not the system's.
  struct sigaction ours;
  sigaction(SIGINT, nullptr, &ours);
  std::string begin = "import sys\nsys.path.insert(0, " + pythonLiteral(package) +
                      ")\nimport janus, signal\njanus.is_embedded = True\ndel sys.path[0]\n"
                      "signal.signal(signal.SIGINT, signal.default_int_handler)\n";
  isThere = python.run(begin.c_str(), nullptr) == 0;
  sigaction(SIGINT, &ours, nullptr);
  if (!isThere) {  // Python has said why
    python.finalize();
    return false;
  }
  python.saveThread();
  afterProgramHook = endInterpreter;
  interruptHook = [] {
    bool isPythons = isPackageAtWork();
    if (isPythons)
      python.interrupt();
    return isPythons;
  };
  return true;
}

}  // namespace janus::bridge
