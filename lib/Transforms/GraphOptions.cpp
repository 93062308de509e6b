#include "Transforms/GraphOptions.h"

#include "Transforms/Pipelines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace janus::transforms {
namespace {

const PassId kProductPasses[] = {PassId::JoinParts, PassId::BatchProducts, PassId::SumProducts,
                                 PassId::LoopProducts};

std::vector<std::string> names() {
  std::vector<std::string> all = {"unroll", "fuse", "products"};
  for (PassId pass : graphPipeline())
    if (!llvm::is_contained(all, info(pass).flag.str()))
      all.push_back(info(pass).flag.str());
  return all;
}

bool leaveOutOne(llvm::StringRef name, GraphOptions *options) {
  if (name == "unroll") {
    options->unrolls = false;
  } else if (name == "fuse") {
    options->fuses = false;
  } else if (name == "products") {
    options->withoutPasses.append(std::begin(kProductPasses), std::end(kProductPasses));
  } else {
    auto found = llvm::find_if(graphPipeline(), [&](PassId id) { return info(id).flag == name; });
    if (found == graphPipeline().end())
      return false;
    options->withoutPasses.push_back(*found);
  }
  return true;
}

}  // namespace

std::string partsOfGraphs() {
  return llvm::join(names(), ", ");
}

std::optional<std::string> leaveOut(llvm::StringRef list, GraphOptions *options) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  list.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts)
    if (!leaveOutOne(part.trim(), options))
      return part.trim().str();
  return std::nullopt;
}

}  // namespace janus::transforms
