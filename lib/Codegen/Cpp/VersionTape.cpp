// What a version tells the tape of results that live on with their history.
//
//   static const char *const entries9[] = {"Mm s0:x0 s1 >", ...};
//   static const jn_tape_def tape9 = {.backward = &::version_f_backward_0, .entries = entries9,
//   ...};
//   ...
//   const jn_value h9[] = {t[4], in[1], in[0], t[2]};
//   if (JN_UNLIKELY(!jn_plan_record(plan, &tape9, h9)))
#include "Codegen/Cpp/EmitVersion.h"
#include "Codegen/Cpp/Names.h"
#include "Codegen/Cpp/VersionBody.h"

namespace janus::codegen {

using namespace ir;

// The node of tensors whose history lives on, and what it keeps.
void VersionBody::tape(OpId id) {
  std::string suffix = std::to_string(id.index), entries, outputs;
  llvm::ArrayRef<std::string> lines = function_.stringsAttribute(id, "entries"),
                              results = function_.stringsAttribute(id, "outputs");
  for (const std::string &each : lines)
    entries += "    " + stringLiteral(each) + ",\n";
  for (const std::string &each : results)
    outputs += (outputs.empty() ? "{" : ", {") +
               std::string(llvm::StringRef(each).split('.').first) + ", " +
               std::string(llvm::StringRef(each).split('.').second) + "}";
  int64_t edges = function_.intAttribute(id, "edges");
  tapes_ += "static const char *const entries" + suffix + "[] = {\n" + entries +
            "};\nstatic const jn_tape_output outputs" + suffix + "[] = {" + outputs +
            "};\nstatic const jn_tape_def tape" + suffix + " = {\n    .backward = &::" +
            versionSymbol(module_, function_.functionAttribute(id, "backward"), prefix_) +
            ", .entries = entries" + suffix + ", .outputs = outputs" + suffix +
            ",\n    .entry_count = " + std::to_string(lines.size()) +
            ", .output_count = " + std::to_string(results.size()) +
            ", .edge_count = " + std::to_string(edges) +
            ", .saved_count = " + std::to_string(op(id).operands.size() - results.size() - edges) +
            "};\n";
  comment(id);
  line("const jn_value h" + suffix + "[] = " + arrayOf(op(id).operands) + ";");
  faultIf("!jn_plan_record(plan, &tape" + suffix + ", h" + suffix + ")");
}

}  // namespace janus::codegen
