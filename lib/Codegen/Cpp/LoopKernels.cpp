#include "Codegen/Cpp/LoopKernels.h"

#include "Codegen/Cpp/LoopWriter.h"

#include "llvm/ADT/Twine.h"

namespace janus::codegen {

using namespace ir;

std::string LoopKernels::elementSize(const Type &type) {
  return (llvm::Twine("sizeof(") + elementType(type) + ")").str();
}

std::string LoopKernels::name(const Module &module, const Function &function,
                              const PlanBlock &block) {
  std::string body = writeLoop(module, function, block);
  auto [entry, isNew] = index_.try_emplace(body, bodies_.size());
  if (isNew)
    bodies_.push_back(body);
  return space_ + "::k" + std::to_string(entry->second);
}

std::string LoopKernels::declarations() const {
  if (bodies_.empty())
    return "";
  std::string text = "\nnamespace " + space_ + " {\nextern const jn_loop ";
  for (size_t i = 0; i < bodies_.size(); ++i)
    text += (i ? ", k" : "k") + std::to_string(i) + "[3]";
  return text + ";\n}\n";
}

std::vector<std::string> LoopKernels::texts() const {
  constexpr size_t kBytesOfFile = 24'000;
  std::vector<std::string> texts;
  for (size_t i = 0; i < bodies_.size(); ++i) {
    if (texts.empty() || texts.back().size() + bodies_[i].size() > kBytesOfFile)
      texts.push_back("// Loops of specialised versions: p are the outputs, then the inputs; s "
                      "numbers.\n#include \"janus/kernel.h\"\n\nnamespace " +
                      space_ + " {\nusing namespace janus;\nusing namespace janus::fused;\n");
    std::string name = "k" + std::to_string(i);
    texts.back() += "\nJN_LOOP(" + name + ") {\n" + bodies_[i] + "}\nextern const jn_loop " + name +
                    "[3];\nJN_LEVELS(" + name + ")\n";
  }
  for (std::string &text : texts)
    text += "\n}  // namespace " + space_ + "\n";
  return texts;
}

}  // namespace janus::codegen
