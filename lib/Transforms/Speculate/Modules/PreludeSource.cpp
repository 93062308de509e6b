#include "Transforms/Speculate/Modules/PreludeSource.h"

#include "IR/TextParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace janus::speculate {
namespace {

std::unique_ptr<ir::Module> load(const std::string &stem, SourceManager &sources) {
  auto text = llvm::MemoryBuffer::getFile(stem + ".ir");
  auto source = llvm::MemoryBuffer::getFile(stem + ".py");
  if (!text || !source)
    return nullptr;
  std::string python = (*source)->getBuffer().str(), error;
  FileId file = sources.addBuffer(stem + ".py", python);
  std::optional<ir::Module> module = ir::parse((*text)->getBuffer(), &error, {&sources, file});
  if (!module)
    return nullptr;
  module->source = std::move(python);
  return std::make_unique<ir::Module>(std::move(*module));
}

}  // namespace

ModuleLibrary preludeLibrary(llvm::StringRef folder, SourceManager &sources) {
  ModuleLibrary library;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator at(folder, error), end; at != end && !error;
       at.increment(error))
    if (llvm::StringRef(at->path()).endswith(".ir"))
      library.names.push_back(llvm::sys::path::stem(at->path()).str());
  llvm::sort(library.names);
  library.load = [folder = folder.str(), &sources](llvm::StringRef name) {
    llvm::SmallString<128> stem(folder);
    llvm::sys::path::append(stem, name);
    return load(stem.str().str(), sources);
  };
  return library;
}

}  // namespace janus::speculate
