#include "janusc/ExecText.h"

#include "janusc/Companion.h"
#include "janusc/Driver.h"
#include "janusc/Installation.h"

#include "Codegen/Link/CacheFolder.h"
#include "Support/AtomicFile.h"
#include "Support/Leftover.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace janus {
namespace {

namespace fs = llvm::sys::fs;

constexpr uint64_t kCacheBytes = uint64_t(64) << 20;

// Empty for text that is not kept: modules of the program which it imports may change.
std::string keptFile(const Options &options, const std::vector<Unit> &units) {
  std::optional<std::string> folder = codegen::cacheFolder("texts");
  if (!folder || !options.useCache || units.size() != 1)
    return "";
  return *folder + "/" +
         codegen::contentHash({units[0].hash, options.fileName,
                               codegen::fileStamp(installation().program),
                               codegen::fileStamp(installation().libraries + "/libjanus.so")}) +
         ".so";
}

}  // namespace

int compileText(const Options &options, std::string *module) {
  constexpr std::chrono::minutes kMostWork{60};
  Leftover folder = Leftover::path(options.text);
  endWith(options.textOf, kMostWork, nullptr);
  return compile(options, module);
}

bool takeKeptText(const Options &options, const std::vector<Unit> &units) {
  std::string kept = keptFile(options, units);
  return !kept.empty() && !fs::copy_file(kept, options.output);
}

void keepText(const Options &options, const std::vector<Unit> &units) {
  std::string kept = keptFile(options, units);
  auto code = llvm::MemoryBuffer::getFile(options.output, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (kept.empty() || !code)
    return;
  llvm::consumeError(writeFileAtomically(kept, (*code)->getBuffer()));
  codegen::trimCache(llvm::sys::path::parent_path(kept).str(), kCacheBytes);
}

void leaveErrors(const Options &options, DiagnosticEngine &diag) {
  std::string text;
  llvm::raw_string_ostream out(text);
  diag.render(out, {DiagFormat::Json, false});
  llvm::consumeError(writeFileAtomically(options.text + "/errors.json", out.str()));
}

}  // namespace janus
