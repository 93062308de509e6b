// The record that a version gives the tape of results that live on with their history.
//
//   static const jn_tape_value values9[] = {{JN_TAPE_SAVED, ...}, ...};
//   static const jn_tape_entry entries9[] = {{"Mm", values9 + 0, values9 + 2, 2, 1}, ...};
//   static const jn_tape_def tape9 = {.backward = &::version_f_backward_0, .entries = entries9,
//   ...};
//   ...
//   const jn_value h[] = {t[4], in[1], in[0], t[2]};
//   JN_CHECK_THAT(jn_plan_record(plan, &tape9, h), leave);
#include "Codegen/Cpp/EmitVersion.h"
#include "Codegen/Cpp/Names.h"
#include "Codegen/Cpp/VersionBody.h"
#include "IR/TapeEntries.h"

namespace janus::codegen {

using namespace ir;

namespace {

constexpr llvm::StringLiteral kValues[] = {"JN_TAPE_NONE",    "JN_TAPE_SAVED",      "JN_TAPE_SHAPE",
                                           "JN_TAPE_DTYPE",   "JN_TAPE_FORMAT",     "JN_TAPE_LIST",
                                           "JN_TAPE_WRITTEN", "JN_TAPE_OVERWRITTEN"};
constexpr llvm::StringLiteral kEdges[] = {"JN_EDGE_NONE", "JN_EDGE_OUT", "JN_EDGE_ENTRY"};

// The tables of one node's entries.
class TapeTables {
public:
  explicit TapeTables(std::string suffix) : suffix_(std::move(suffix)) {}

  void add(const TapeRecord &entry) {
    std::string args = addValues(entry.args), results = addValues(entry.results);
    entries_.push_back(
        "{" + stringLiteral(entry.op) + ", " + args + ", " + results + ", " +
        std::to_string(entry.args.size()) + ", " + std::to_string(entry.results.size()) + ", " +
        (entry.node.empty() ? "nullptr" : stringLiteral(entry.node)) +
        (entry.isPartWritten ? ", true" : ", false") + (entry.isFreed ? ", true}" : ", false}"));
  }

  std::string text() const {
    return table("jn_tape_size sizes", sizes_) + table("jn_tape_value values", values_) +
           table("jn_tape_entry entries", entries_);
  }

private:
  std::string table(const std::string &name, const std::vector<std::string> &rows) const {
    std::string text;
    for (const std::string &row : rows)
      text += "    " + row + ",\n";
    return rows.empty() ? "" : "static const " + name + suffix_ + "[] = {\n" + text + "};\n";
  }

  // Side by side, those of lists before them.
  std::string addValues(const std::vector<TapeValue> &values) {
    std::vector<std::string> rows;
    for (const TapeValue &each : values)
      rows.push_back(row(each));
    size_t first = values_.size();
    values_.insert(values_.end(), rows.begin(), rows.end());
    return values.empty() ? "nullptr" : "values" + suffix_ + " + " + std::to_string(first);
  }

  std::string row(const TapeValue &value) {
    std::string sizes = "nullptr",
                items = value.kind == JN_TAPE_LIST ? addValues(value.items) : "nullptr";
    if (!value.sizes.empty())
      sizes = "sizes" + suffix_ + " + " + std::to_string(sizes_.size());
    for (const TapeSize &size : value.sizes)
      sizes_.push_back((size.isSaved ? "{true, " : "{false, ") + std::to_string(size.number) + "}");
    std::string text = "{" + kValues[value.kind].str() + ", " + std::to_string(value.index) + ", " +
                       std::to_string(value.sizes.size() + value.items.size() + value.writes) +
                       ", " + (value.name.empty() ? "nullptr" : stringLiteral(value.name)) + ", " +
                       sizes + ", " + items;
    if (value.edge != JN_EDGE_NONE)
      text += ", " + kEdges[value.edge].str() + ", " + std::to_string(value.to) + ", " +
              std::to_string(value.result);
    return text + "}";
  }

  std::string suffix_;
  std::vector<std::string> sizes_, values_, entries_;
};

}  // namespace

// The node of tensors whose history lives on, and what it keeps.
void VersionBody::tape(OpId id) {
  std::string suffix = std::to_string(id.index), outputs;
  llvm::ArrayRef<std::string> lines = function_.stringsAttribute(id, "entries"),
                              results = function_.stringsAttribute(id, "outputs");
  TapeTables tables(suffix);
  // Entries that cannot be read have no row in the op table, and are refused when they are
  // restored.
  for (const std::string &each : lines)
    tables.add(parseTapeEntry(each).value_or(TapeRecord()));
  for (const std::string &each : results) {
    TapeOutput output = parseTapeOutput(each).value_or(TapeOutput());
    outputs += (outputs.empty() ? "{" : ", {") + std::to_string(output.entry) + ", " +
               std::to_string(output.result) + "}";
  }
  int64_t edges = function_.intAttribute(id, "edges"),
          bases = function_.attribute(id, "bases") ? function_.intAttribute(id, "bases") : 0;
  tapes_ +=
      tables.text() + "static const jn_tape_output outputs" + suffix + "[] = {" + outputs +
      "};\nstatic const jn_tape_def tape" + suffix + " = {\n    .backward = &::" +
      versionSymbol(module_, function_.functionAttribute(id, "backward"), prefix_) +
      ", .entries = " + (lines.empty() ? "nullptr" : "entries" + suffix) + ", .outputs = outputs" +
      suffix + ",\n    .entry_count = " + std::to_string(lines.size()) +
      ", .output_count = " + std::to_string(results.size()) +
      ", .base_count = " + std::to_string(bases) + ", .edge_count = " + std::to_string(edges) +
      ", .saved_count = " + std::to_string(op(id).operands.size() - results.size() - edges) +
      "};\n";
  comment(id);
  local("const jn_value h[] = " + arrayOf(op(id).operands) + ";");
  checkThat("jn_plan_record(plan, &tape" + suffix + ", h)");
}

}  // namespace janus::codegen
