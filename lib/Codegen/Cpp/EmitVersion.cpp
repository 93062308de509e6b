#include "Codegen/Cpp/EmitVersion.h"

#include "Codegen/Cpp/EmitBinding.h"
#include "Codegen/Cpp/GuardComparison.h"
#include "Codegen/Cpp/Names.h"
#include "Codegen/Cpp/VersionBody.h"
#include "IR/SourcePlace.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace janus::codegen {

using namespace ir;

std::string versionSymbol(const Module &graphs, FunctionId id, llvm::StringRef prefix) {
  return ("version_" + prefix + "_" + identifier(graphs.function(id).qualname) + "_" +
          llvm::Twine(id.index))
      .str();
}

namespace {

const char kHeader[] = "// Specialised versions of roots: the numbers are those of their graphs.\n"
                       "// in: inputs, v: numbers, t: temporaries, K: constants, n: sizes. Kernels "
                       "are called by `calls`.\n"
                       "#include \"janus/plan.h\"\n";

class VersionWriter {
public:
  VersionWriter(llvm::raw_ostream &out, const Module &module, const Plan &plan, LoopKernels &loops,
                llvm::StringRef prefix, bool marksLines)
      : out_(out), module_(module), function_(module.function(plan.function)), plan_(plan),
        body_(module, plan, loops, prefix, marksLines) {}

  void write(const std::string &symbol) {
    std::string run = body_.emit();
    out_ << "\n// " << function_.qualname << "\nnamespace " << symbol << "_parts {\n\n";
    out_ << "static const uint32_t FAULT = " << plan_.guards.size() << ";\n";
    planTables();
    out_ << body_.tapes();
    if (!body_.numbers().empty()) {
      out_ << "struct numbers {\n";
      for (const std::string &each : body_.numbers())
        out_ << "  " << each << ";\n";
      out_ << "};\n";
    }
    out_ << "\n" << run << "\n";
    versionTables();
    out_ << "\n}  // namespace " << symbol << "_parts\n\n";
    record(symbol);
  }

private:
  void planTables() {
    bool hasConstants = body_.constants().size() != 0;
    body_.constants().print(out_);
    std::string kernels = rows("const char *const", "kernels", body_.kernels(),
                               [](const std::string &id) { return stringLiteral(id); });
    std::string arena = places("places", body_.arena());
    std::string exposed = places("exposed", body_.exposed());
    std::string names = rows("const jn_plan_name", "names", body_.names(), [](const auto &each) {
      return "{" + stringLiteral(each.first) + ", " + stringLiteral(each.second) + "}";
    });
    std::string lists = rows("const jn_plan_list", "lists", body_.lists(), [](const auto &each) {
      return "{" + std::to_string(each.first) + ", " + std::to_string(each.second) + "}";
    });
    std::string operands =
        rows("const uint32_t", "operands", body_.operands(), [](const auto &each) { return each; });
    std::string calls = callRows();
    std::string sizeLists = sizeListRows();
    bool hasSizes = !plan_.symbols.empty();
    if (hasSizes)
      sizeFunction();
    out_ << "static const jn_plan_def plan_def = {\n    .kernels = " << kernels
         << ", .places = " << arena << ", .exposed = " << exposed << ", .names = " << names
         << ",\n    .constants = " << (hasConstants ? "constants" : "nullptr")
         << ", .lists = " << lists << ",\n    .calls = " << calls << ", .operands = " << operands
         << ",\n    .arena_bytes = " << plan_.arenaBytes
         << ",\n    .kernel_count = " << body_.kernels().size()
         << ", .place_count = " << body_.arena().size()
         << ", .exposed_count = " << body_.exposed().size()
         << ", .name_count = " << body_.names().size()
         << ", .constant_count = " << body_.constants().size()
         << ", .list_count = " << body_.lists().size()
         << ",\n    .symbol_count = " << plan_.symbols.size()
         << ", .size_count = " << body_.sizes().size()
         << ", .size_list_count = " << body_.sizeLists().size() << ", .size_lists = " << sizeLists
         << ", .sizes = " << (hasSizes ? "sizes" : "nullptr") << "};\n";
  }

  // Rows end with a comment.
  std::string callRows() {
    if (body_.calls().empty())
      return "nullptr";
    out_ << "static const jn_plan_call calls[] = {\n";
    for (auto each : llvm::enumerate(body_.calls()))
      out_ << "    /* " << each.index() << " */ " << each.value() << "\n";
    out_ << "};\n";
    return "calls";
  }

  std::string sizeListRows() {
    unsigned index = 0;
    for (const std::vector<std::string> &items : body_.sizeLists())
      out_ << "static const int64_t size_list_" << index++ << "[] = {" << llvm::join(items, ", ")
           << "};\n";
    index = 0;
    return rows("const jn_plan_size_list", "size_lists", body_.sizeLists(), [&](const auto &items) {
      return "{size_list_" + std::to_string(index++) + ", " + std::to_string(items.size()) + "}";
    });
  }

  void sizeFunction() {
    out_ << "static bool sizes(const int64_t *symbols, int64_t *n) {\n  bool fits = true;\n";
    for (size_t i = 0; i < body_.sizes().size(); ++i)
      out_ << "  n[" << i << "] = " << body_.sizeCode(body_.sizes()[i], "symbols") << ";  // "
           << body_.sizes()[i].text() << "\n";
    if (body_.sizes().empty())
      out_ << "  (void)symbols, (void)n;\n";
    out_ << "  return fits;\n}\n";
  }

  // An array, and what refers to it.
  template <class Rows, class Text>
  std::string rows(const char *type, const char *name, const Rows &rows, Text text) {
    if (rows.empty())
      return "nullptr";
    out_ << "static " << type << " " << name << "[] = {\n";
    for (const auto &row : rows)
      out_ << "    " << text(row) << ",\n";
    out_ << "};\n";
    return name;
  }

  std::string places(const char *name, llvm::ArrayRef<const PlanPlace *> list) {
    for (size_t i = 0; i < list.size(); ++i) {
      if (list[i]->sizes.empty())
        continue;
      out_ << "static const int64_t " << name << "_" << i << "[] = {";
      for (size_t d = 0; d < list[i]->sizes.size(); ++d)
        out_ << (d ? ", " : "") << body_.sizeEntry(list[i]->sizes[d]);
      out_ << "};\n";
    }
    unsigned index = 0;
    return rows("const jn_plan_place", name, list, [&](const PlanPlace *place) {
      std::string sizes = place->sizes.empty() ? "nullptr" : name + ("_" + std::to_string(index));
      ++index;
      return "{" + std::to_string(place->offset) + ", " + sizes + ", " +
             std::to_string(dtypeIndex(place->dtype)) + ", " + std::to_string(place->sizes.size()) +
             ", " + std::to_string(place->begin) + ", " + std::to_string(place->end) + ", " +
             (place->channelsLast ? "true" : "false") + " /*%" +
             std::to_string(place->value.index) + " " + place->dtype + "*/}";
    });
  }

  static size_t dtypeIndex(llvm::StringRef name) {
    for (size_t i = 0; i < kDTypeCount; ++i)
      if (llvm::StringRef(kDTypes[i].name.data(), kDTypes[i].name.size()) == name)
        return i;
    return 0;
  }

  void versionTables() {
    BindingTables tables(module_);
    std::vector<std::string> assumptions, inputs, commits;
    for (OpId id : function_.region(function_.body).ops)
      if (function_.op(id).opcode == Opcode::Assume)
        assumptions.push_back(tables.assumption(function_, id));
    for (const PlanInput &input : plan_.inputs)
      inputs.push_back(tables.input(input));
    for (OpId id : plan_.writes)
      commits.push_back(tables.commit(function_, id));
    tables.print(out_);
    stepCount_ = tables.stepCount();
    assumptionCount_ = assumptions.size();
    commitCount_ = commits.size();
    auto same = [](const std::string &text) { return text; };
    assumptions_ = rows("const jn_assumption", "assumptions", assumptions, same);
    inputs_ = rows("const jn_heap_input", "inputs", inputs, same);
    commits_ = rows("const jn_commit_target", "commits", commits, same);
    guards_ = rows("const jn_guard_def", "guards", plan_.guards, [&](OpId id) {
      std::optional<GuardComparison> seen =
          comparisonOf(function_, module_, function_.op(id).operands[0]);
      return "{" + stringLiteral(function_.stringAttribute(id, "kind")) + ", " +
             stringLiteral(placeOfGuard(function_, id).text()) + ", " +
             (seen ? stringLiteral(seen->expected) : "nullptr") + "}";
    });
  }

  void record(const std::string &symbol) {
    std::string space = symbol + "_parts::";
    auto in = [&](const std::string &name) { return name == "nullptr" ? name : space + name; };
    out_ << "extern const jn_version_def " << symbol << ";\nconst jn_version_def " << symbol
         << " = {\n    .name = " << stringLiteral(function_.qualname)
         << ", .steps = " << in(stepCount_ ? "steps" : "nullptr")
         << ", .assumptions = " << in(assumptions_) << ",\n    .inputs = " << in(inputs_)
         << ", .commits = " << in(commits_) << ",\n    .guards = " << in(guards_)
         << ", .step_count = " << stepCount_ << ", .assumption_count = " << assumptionCount_
         << ", .input_count = " << plan_.inputs.size() << ",\n    .commit_count = " << commitCount_
         << ", .guard_count = " << plan_.guards.size() << ", .state_bytes = sizeof(jn_plan),\n"
         << "    .run = " << space << "run, .release = jn_plan_release};\n";
  }

  llvm::raw_ostream &out_;
  const Module &module_;
  const Function &function_;
  const Plan &plan_;
  VersionBody body_;
  std::string assumptions_, inputs_, commits_, guards_;
  size_t stepCount_ = 0, assumptionCount_ = 0, commitCount_ = 0;
};

}  // namespace

RootVersions VersionTexts::byRoot() const {
  RootVersions versions;
  for (const Row &row : rows)
    versions[rootKey(row.function, row.region)] = row.versions;
  return versions;
}

// "m.loops.cpp", "m.loops.2.cpp"
static std::string numbered(const llvm::Twine &name, size_t index) {
  return (name + (index == 0 ? "" : "." + std::to_string(index + 1)) + ".cpp").str();
}

VersionTexts emitVersions(const Module &graphs, llvm::ArrayRef<Plan> plans, llvm::StringRef prefix,
                          bool marksLines) {
  constexpr size_t kBytesOfFile = 500'000;  // some seconds of the host compiler
  if (plans.empty())
    return {};
  LoopKernels loops(prefix);
  std::vector<std::string> files(1);
  std::string declarations;  // tapes name the versions that go back
  VersionTexts texts;
  for (const Plan &plan : plans) {
    std::string symbol = versionSymbol(graphs, plan.function, prefix), body;
    llvm::raw_string_ostream out(body);
    VersionWriter(out, graphs, plan, loops, prefix, marksLines).write(symbol);
    if (!files.back().empty() && files.back().size() + out.str().size() > kBytesOfFile)
      files.emplace_back();
    files.back() += out.str();
    declarations += "extern const jn_version_def " + symbol + ";\n";
    const ir::Function &graph = graphs.function(plan.function);
    auto row = llvm::find_if(texts.rows, [&](const VersionTexts::Row &each) {
      return each.function == graph.name && each.region == graph.qualname;
    });
    if (row == texts.rows.end())
      row = texts.rows.insert(row, {graphs.name, graph.name, graph.qualname, {}});
    row->versions.push_back(symbol);
  }
  for (size_t i = 0; i < files.size(); ++i)
    texts.versions.push_back(
        {numbered(prefix + ".versions", i),
         kHeader + (files.size() > 1 ? declarations : "") + loops.declarations() + files[i]});
  std::vector<std::string> ofLoops = loops.texts();
  for (size_t i = 0; i < ofLoops.size(); ++i)
    texts.loops.push_back({numbered(prefix + ".loops", i), std::move(ofLoops[i])});
  return texts;
}

CppText versionsTable(llvm::ArrayRef<VersionTexts::Row> rows, llvm::StringRef program) {
  std::string text = "// The versions of this file, by their roots.\n"
                     "#include \"janus/region.h\"\n\n",
              roots;
  unsigned count = 0;
  for (const VersionTexts::Row &row : rows) {
    std::string list = "versions" + std::to_string(++count), symbols;
    for (const std::string &symbol : row.versions) {
      text += "extern const jn_version_def " + symbol + ";\n";
      symbols += "&" + symbol + ", ";
    }
    text += "static const jn_version_def *const " + list + "[] = {" + symbols + "};\n";
    roots += "    {" + stringLiteral(row.module) + ", " + stringLiteral(row.function) + ", " +
             stringLiteral(row.region) + ", " + list + ", " + std::to_string(row.versions.size()) +
             "},\n";
  }
  if (!rows.empty())
    text += "static const jn_root_versions roots[] = {\n" + roots + "};\n";
  text += "JN_API const jn_versions_def janus_versions;\n"
          "const jn_versions_def janus_versions = {JN_ABI_VERSION, " +
          std::to_string(rows.size()) + ", " + stringLiteral(program) +
          (rows.empty() ? ", nullptr};\n" : ", roots};\n");
  return {"janus_versions.cpp", text};
}

}  // namespace janus::codegen
