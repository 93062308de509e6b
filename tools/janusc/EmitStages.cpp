#include "janusc/EmitStages.h"

#include "Analysis/ShowFacts.h"
#include "Transforms/Convert/Convert.h"

namespace janus {

static constexpr llvm::StringLiteral kAfter = "py-after-";

llvm::StringRef lastConverter(llvm::StringRef flag) {
  return flag.consume_front(kAfter) ? flag : "";
}

static bool isConverter(llvm::StringRef flag) {
  return llvm::any_of(convert::allConverters(),
                      [&](const convert::ConverterRow &row) { return row.flag == flag; });
}

static std::vector<std::string> stageList() {
  std::vector<std::string> flags;
#define JANUS_STAGE(Name, flag) flags.push_back(flag);
#include "janusc/EmitStages.def"
  for (const analysis::AnalysisRow &row : analysis::allAnalyses())
    flags.push_back(row.flag.str());
  return flags;
}

bool isStage(const std::string &flag) {
  return llvm::is_contained(stageList(), flag) || isConverter(lastConverter(flag));
}

std::string stageNames() {
  std::string out;
  for (const std::string &flag : stageList())
    out += flag + ", ";
  return out + kAfter.str() + "CONVERTER";
}

Stage stageOf(const std::string &flag) {
#define JANUS_STAGE(Name, text)                                                                    \
  if (flag == text)                                                                                \
    return Stage::Name;
#include "janusc/EmitStages.def"
  return lastConverter(flag).empty() ? Stage::Analysis : Stage::Converted;
}

}  // namespace janus
