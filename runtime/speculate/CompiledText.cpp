// The module _texts: statements that are text (`exec`) become code while the program runs. janusc
// compiles them into a file of their own, which is loaded for good; a namespace is given each time.
#include "speculate/OutsideProcess.h"
#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/call/Process.h"
#include "value/call/RuntimeLock.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace janus::speculate {
namespace {

namespace fs = std::filesystem;

constexpr timespec kLookEvery{0, 1'000'000};

// By the numbers that Python has of them.
std::vector<const jn_module_def *> loaded;

// Beside the library, as in a build tree and an installation; empty where there is none.
std::string compilerFile() {
  Dl_info library;
  if (!dladdr(reinterpret_cast<const void *>(&jn_import), &library) || !library.dli_fname)
    return "";
  std::error_code error;
  fs::path file =
      fs::canonical(library.dli_fname, error).parent_path().parent_path() / "bin/janusc";
  return !error && access(file.c_str(), X_OK) == 0 ? file.string() : "";
}

// A folder that only its owner can write to, gone at the end of the scope.
class Folder {
public:
  Folder() {
    const char *temporary = getenv("TMPDIR");
    std::string name =
        std::string(temporary && *temporary ? temporary : "/tmp") + "/janus-text-XXXXXX";
    if (mkdtemp(name.data()))
      path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty())
      fs::remove_all(path_, ignored);
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  const std::string &path() const { return path_; }

private:
  std::string path_;
};

std::vector<std::string> compilerEnvironment() {
  std::vector<std::string> out;
  for (char **each = environ; each && *each; ++each)
    if (std::string_view text = *each; !text.starts_with("JANUS_TRACE="))
      out.emplace_back(text);
  return out;
}

// The compiler leaves errors.json last. False when the program is to end meanwhile.
bool waitFor(const OutsideProcess &compiler, const std::string &folder) {
  const std::string last = folder + "/errors.json";
  for (;;) {
    bool hasEnded;
    {
      LockRelease others;
      nanosleep(&kLookEvery, nullptr);
      hasEnded = compiler.hasEnded();
    }
    if (hasEnded || access(last.c_str(), F_OK) == 0)
      return true;
    if (pollAfterSignal() < 0)
      return false;
  }
}

Value load(const std::string &file) {
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto *defs = library ? static_cast<const jn_module_def *const *>(dlsym(library, "janus_modules"))
                       : nullptr;
  if (!defs)
    return raise(jn_exc_RuntimeError, "the code of a text cannot be loaded: %s", dlerror());
  if (defs[0]->abi_version != JN_ABI_VERSION)
    return raise(jn_exc_RuntimeError,
                 "the code of a text was made for another version of the runtime");
  registerModules(defs + 1);  // those that the text imports
  loaded.push_back(defs[0]);
  return jn_int(static_cast<int64_t>(loaded.size()) - 1);
}

// compile(text, file name, folder of the program): a number, or the compiler's messages (a str).
Value compileText(const Value *args, size_t, Value) {
  const std::string compiler = compilerFile();
  if (compiler.empty())
    return raise(jn_exc_NotImplementedError,
                 "exec() of statements needs janusc, which is not installed beside libjanus.so");
  Folder folder;
  std::ofstream(folder.path() + "/text.py", std::ios::binary) << utf8Of(args[0]);
  std::optional<OutsideProcess> process = OutsideProcess::start(
      {compiler, "--text=" + folder.path(), "--text-of=" + std::to_string(getpid()),
       "--file-name=" + std::string(utf8Of(args[1])),
       "--imports-from=" + std::string(utf8Of(args[2]))},
      fs::current_path().string(), compilerEnvironment());
  if (folder.path().empty() || !process)
    return raise(jn_exc_RuntimeError, "exec() cannot start janusc");
  if (!waitFor(*process, folder.path()))
    return jn_error();
  if (access((folder.path() + "/text.so").c_str(), F_OK) == 0)
    return load(folder.path() + "/text.so");
  std::ostringstream errors;
  errors << std::ifstream(folder.path() + "/errors.json").rdbuf();
  return makeStr(errors.str());
}

// run(number, globals, locals)
Value runText(const Value *args, size_t, Value) {
  int64_t number;
  if (!toInt64(args[0], &number))
    return jn_error();
  const jn_module_def *def = loaded.at(static_cast<size_t>(number));
  if (def->constant_count && def->constant_slots[0].tag == JN_ERROR)
    makeConstants(def->constants, def->constant_count, def->constant_slots);
  auto *module = allocate<jn_module>(&jn_type_module);
  Ref keep(jn_obj(module));
  module->def = def;
  module->dict = as<jn_dict>(jn_own(args[1]));
  Ref function(jn_make_function(module, def->body, jn_none(), jn_none(), jn_none(), nullptr));
  return def->body->body(function.as<jn_function>(), &args[2]);
}

const MethodDef kFunctions[] = {{"compile", compileText, 3, 3}, {"run", runText, 3, 3}, {}};

}  // namespace
}  // namespace janus::speculate

namespace janus {

extern const NativeModuleDef textsModule;
const NativeModuleDef textsModule = {"_texts", nullptr, speculate::kFunctions};

}  // namespace janus
