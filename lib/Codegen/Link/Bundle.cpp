#include "Codegen/Link/Bundle.h"

#include "Codegen/Link/LinkModule.h"
#include "Support/AtomicFile.h"
#include "Support/Subprocess.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <map>
#include <sys/stat.h>
#include <unistd.h>

namespace janus::codegen {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

constexpr char kLoader[] = "/lib64/ld-linux-x86-64.so.2";
constexpr char kSystemFolder[] = "lib/x86_64-linux-gnu";
constexpr char kOneDnn[] = "libdnnl.so.3";  // opened at run time, so no list of needs names it

// The loader and the C library are of one build.
bool isOfCLibrary(llvm::StringRef name) {
  for (const char *prefix : {"libc.so", "libm.so", "libmvec.so", "libpthread.so", "libdl.so",
                             "librt.so", "libutil.so", "libresolv.so", "ld-linux"})
    if (name.startswith(prefix))
      return true;
  return false;
}

class Bundler {
public:
  Bundler(const BundleInput &input, const std::string &folder, DiagnosticEngine &diag)
      : input_(input), folder_(folder), diag_(diag) {}

  bool make() {
    std::map<std::string, std::string> closure;  // name -> file
    // First with oneDNN, found as libjanus will find it; a build without has none.
    if (!needs({kLoader, "--preload", kOneDnn, "--list", input_.library}, &closure) &&
        !needs({kLoader, "--list", input_.library}, &closure))
      return false;
    if (!needs({kLoader, "--list", input_.module}, &closure))
      return false;
    for (const char *sub : {"", "/lib64", "/lib/x86_64-linux-gnu"})
      if (std::error_code error =
              fs::create_directories(folder_ + sub, /*IgnoreExisting=*/true, fs::perms::all_all))
        return cannotWrite(folder_ + sub, error);
    if (!copy(input_.module, path::filename(input_.module)) || !copy(input_.runner, "janus-run") ||
        !copy(kLoader, "lib64/ld-linux-x86-64.so.2"))
      return false;
    for (auto &[name, file] : closure) {
      std::string inSystem = (llvm::Twine(kSystemFolder) + "/" + name).str();
      if (isOfCLibrary(name) ? !copy(file, inSystem)
                             : !copy(file, name) || !link("../../" + name, inSystem))
        return false;
    }
    return true;
  }

private:
  // Lines of the loader: "\tlibm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x...)", or "=> not
  // found".
  bool needs(std::vector<std::string> argv, std::map<std::string, std::string> *closure) {
    std::string subject = argv.back();
    // A name without a slash would be looked for where libraries are.
    llvm::SmallString<128> absolute(subject);
    if (std::error_code error = fs::make_absolute(absolute))
      return cannotWrite(subject, error);
    argv.back() = absolute.str().str();
    SubprocessOptions how;
    how.timeout = std::chrono::seconds(60);
    SubprocessResult result = runSubprocess(argv, how);
    llvm::SmallVector<llvm::StringRef, 16> lines;
    llvm::StringRef(result.out).split(lines, '\n');
    for (llvm::StringRef line : lines) {
      auto [name, rest] = line.trim().split(" => ");
      if (rest.startswith("not found"))
        return cannotFind(subject, name);
      llvm::StringRef file = rest.split(" (").first;
      if (path::is_absolute(file))
        (*closure)[path::filename(name).str()] = file.str();
    }
    // Older loaders do not know --preload; a missing oneDNN is told on stderr only.
    if (argv.size() > 3)
      return result.ok() && closure->count(kOneDnn) != 0;
    return result.ok() || cannotFind(subject, "a shared library");
  }

  bool cannotFind(llvm::StringRef subject, llvm::StringRef name) {
    diag_.report(diag::LinkFailed, Span::none(), folder_,
                 "`" + subject.str() + "` needs " + name.str() + ", which is not found");
    return false;
  }

  bool cannotWrite(const std::string &file, std::error_code error) {
    diag_.report(diag::CannotWrite, Span::none(), file, error.message());
    return false;
  }

  bool copy(const std::string &from, const llvm::Twine &name) {
    std::string to = (folder_ + "/" + name).str();
    auto bytes = llvm::MemoryBuffer::getFile(from, /*IsText=*/false,
                                             /*RequiresNullTerminator=*/false);
    if (!bytes) {
      diag_.report(diag::CannotRead, Span::none(), from, bytes.getError().message());
      return false;
    }
    auto file = AtomicFile::create(to, 0777);
    if (!file)
      return reportUnwritable(to, file.takeError(), diag_);
    if (llvm::Error error = file->write((*bytes)->getBuffer()))
      return reportUnwritable(to, std::move(error), diag_);
    if (llvm::Error error = file->commit())
      return reportUnwritable(to, std::move(error), diag_);
    return true;
  }

  bool link(const std::string &target, const std::string &name) {
    std::string at = folder_ + "/" + name;
    unlink(at.c_str());
    if (symlink(target.c_str(), at.c_str()) != 0)
      return cannotWrite(at, std::error_code(errno, std::generic_category()));
    return true;
  }

  const BundleInput &input_;
  const std::string &folder_;
  DiagnosticEngine &diag_;
};

}  // namespace

bool makeBundle(const BundleInput &input, const std::string &folder, DiagnosticEngine &diag) {
  return Bundler(input, folder, diag).make();
}

}  // namespace janus::codegen
