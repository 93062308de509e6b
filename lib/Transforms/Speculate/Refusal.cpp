#include "Transforms/Speculate/Refusal.h"

#include "llvm/ADT/STLExtras.h"

namespace janus::speculate {
namespace {

struct Row {
  llvm::StringRef code, reason, remedy;
};
const Row kRows[] = {
#define JANUS_REFUSAL(code, Name, text, remedy) {#code, text, remedy},
#include "Transforms/Speculate/Refusals.def"
};

const Row &rowOf(const Refusal &refusal) {
  return kRows[static_cast<size_t>(refusal.kind)];
}

}  // namespace

std::string reasonOf(const Refusal &refusal) {
  std::string text = rowOf(refusal).reason.str();
  if (size_t place = text.find("{0}"); place != std::string::npos)
    text.replace(place, 3, refusal.detail);
  return text;
}

llvm::StringRef remedyOf(const Refusal &refusal) {
  return rowOf(refusal).remedy;
}

llvm::StringRef codeOf(const Refusal &refusal) {
  return rowOf(refusal).code;
}

Remark remarkOf(const Refusal &refusal, llvm::StringRef region, llvm::ArrayRef<FileId> files,
                const SourceManager &sources) {
  auto at = llvm::find_if(refusal.places, [&](const Refusal::Place &place) {
    return place.span.valid() && llvm::is_contained(files, place.span.file);
  });
  Remark remark{codeOf(refusal),
                "`" + region.str() + "` stays generic: " + reasonOf(refusal),
                at == refusal.places.end() ? Span::none() : at->span,
                {}};
  for (auto inner = refusal.places.begin(); inner != at; ++inner)
    if (inner->span.valid())
      remark.attached.push_back({"note", "in `" + inner->function + "` (" +
                                             sources.name(inner->span.file).str() + ":" +
                                             std::to_string(sources.line(inner->span)) + ")"});
  if (!remedyOf(refusal).empty())
    remark.attached.push_back({"help", remedyOf(refusal).str()});
  return remark;
}

}  // namespace janus::speculate
