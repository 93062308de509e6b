#include "Codegen/Link/LinkModule.h"

#include "Codegen/Link/CacheFolder.h"
#include "Codegen/Link/MachineTrouble.h"
#include "Support/AtomicFile.h"
#include "Support/Subprocess.h"
#include "janus/generated.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::codegen {

namespace fs = llvm::sys::fs;

// A C string literal, with what follows on a line of its own.
static std::string literalLine(llvm::StringRef text) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  stream << "    \"";
  for (unsigned char c : text)
    if (c == '"' || c == '\\' || c < 0x20 || c >= 0x7f)
      stream << '\\' << char('0' + (c >> 6)) << char('0' + (c >> 3 & 7)) << char('0' + (c & 7));
    else
      stream << c;
  stream << "\\n\"\n";
  return out;
}

// Source that asks the host compiler, by its own macros, which processor it was told to compile
// for.
static const char kProcessor[] =
    R"(#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512BW__)
#define PROCESSOR "x86-64-v4"
#elif defined(__AVX2__) && defined(__FMA__) && defined(__BMI2__)
#define PROCESSOR "x86-64-v3"
#elif defined(__SSE4_2__) && defined(__SSSE3__)
#define PROCESSOR "x86-64-v2"
#else
#define PROCESSOR "x86-64"
#endif
)";

CppFile moduleTable(const std::vector<ModuleEntry> &modules, const TableOptions &options) {
  std::string text = "// The modules of this library.\n#include \"janus/generated.h\"\n\n";
  for (const ModuleEntry &module : modules)
    text += "extern \"C\" const jn_module_def jn_module_" + module.symbol + ";\n";
  text += "JN_API const jn_module_def *const janus_modules[];\n"
          "const jn_module_def *const janus_modules[] = {\n";
  for (const ModuleEntry &module : modules)
    text += "    &jn_module_" + module.symbol + ",\n";
  text += "    nullptr,\n};\n\n";
  text += kProcessor;
  text += "__attribute__((section(\"janus_abi\"), used)) static const char janus_abi[] =\n"
          "    \"janus " +
          std::to_string(JN_ABI_VERSION) + " " JANUSC_VERSION " \" PROCESSOR \"\\n\"\n" +
          literalLine("contract " JANUS_CONTRACT_HASH);
  for (const ModuleEntry &module : modules)
    text += literalLine("module " + module.name + " " + module.hash + " " + module.source);
  text += "    ;\n";
  if (options.strict)
    text += "\n#include \"janus/strict.h\"\n\n"
            "[[gnu::constructor]] static void beStrict() {\n  jn_forbid_python();\n}\n";
  if (options.executable)
    text += "\nint main(int argc, char **argv) {\n  return jn_run_main(janus_modules[0], "
            "janus_modules, argc, argv);\n}\n";
  return {"janus_modules.cpp", text, ""};
}

bool reportUnwritable(const std::string &path, llvm::Error error, DiagnosticEngine &diag) {
  // The reason alone: AtomicFile's text names the file, as the diagnostic does.
  diag.report(diag::CannotWrite, Span::none(), path,
              llvm::errorToErrorCode(std::move(error)).message());
  return false;
}

bool linkModule(const HostCompiler &compiler, const std::vector<std::string> &objects,
                const LinkOptions &options, DiagnosticEngine &diag) {
  if (!fs::exists(options.libraryFolder + "/libjanus.so")) {
    diag.report(diag::LinkFailed, Span::none(), options.output,
                "there is no libjanus.so in `" + options.libraryFolder + "`")
        .help("build or install janusc completely; it lies in ../lib beside janusc's folder");
    return false;
  }
  auto file = AtomicFile::create(options.output, 0777);
  if (!file)
    return reportUnwritable(options.output, file.takeError(), diag);
  // A device or a pipe has no temporary: the module is made elsewhere and written through.
  bool writtenThrough = file->temporaryPath().empty();
  std::string target = writtenThrough ? options.scratchFolder + "/module" : file->temporaryPath();
  std::vector<std::string> argv = compiler.command;
  if (!options.executable)
    argv.push_back("-shared");
  argv.insert(argv.end(), {"-o", target});
  argv.insert(argv.end(), objects.begin(), objects.end());
  argv.insert(argv.end(), {"-L" + options.libraryFolder, "-ljanus", "-Wl,-rpath,$ORIGIN",
                           "-Wl,-rpath," + options.libraryFolder, "-Wl,--no-undefined",
                           "-Wl,--build-id=none", "-Wl,--hash-style=gnu"});
  if (!options.debug)
    argv.push_back("-Wl,-s");
  llvm::SmallVector<llvm::StringRef, 4> more;
  llvm::SplitString(JANUSC_HOST_FLAGS, more);
  argv.insert(argv.end(), more.begin(), more.end());
  if (options.log)
    options.log(llvm::join(argv, " "));
  SubprocessOptions how;
  how.timeout = std::chrono::minutes(10);
  SubprocessResult result = runSubprocess(argv, how);
  if (!result.ok()) {
    if (reportMachineTrouble(result, options.output, compiler.command.front(), diag))
      return false;
    auto message = diag.report(diag::LinkFailed, Span::none(), options.output,
                               whyFailed(result, "the linker"));
    if (llvm::StringRef(result.err + result.out).contains("undefined reference"))
      message.help("libjanus.so in `" + options.libraryFolder +
                   "` does not match this janusc: build both together");
    return false;
  }
  if (!options.executable)  // runtime/host/ModuleFile looks
    if (std::error_code error = sealFile(target))
      return reportUnwritable(options.output, llvm::errorCodeToError(error), diag);
  if (writtenThrough)
    if (auto bytes = llvm::MemoryBuffer::getFile(target))
      if (llvm::Error error = file->write((*bytes)->getBuffer()))
        return reportUnwritable(options.output, std::move(error), diag);
  if (llvm::Error error = file->commit())
    return reportUnwritable(options.output, std::move(error), diag);
  return true;
}

}  // namespace janus::codegen
