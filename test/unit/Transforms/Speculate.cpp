// Roots of programs become the graphs that stand beside them as text. JANUS_UPDATE=1 rewrites
// those.
#include "Transforms/Speculate/Speculate.h"
#include "IR/Printer.h"
#include "IR/Verifier.h"
#include "Program.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace janus;

namespace {

// The graph of the first root of a profile, or why there is none.
std::string graphOf(Program &program, const std::string &profileFile) {
  std::string error;
  std::optional<speculate::Profile> profile =
      speculate::profileFromJson(fileText(profileFile), &error);
  if (!profile)
    return error;
  ir::Module graphs;
  speculate::Spending spending;
  speculate::SpeculationTables tables(program.source);
  speculate::SpeculationResult result =
      speculate::Speculation(*profile, tables, spending).specialise(profile->roots[0], graphs);
  if (result.graphs.empty()) {
    const speculate::Refusal &why = result.reasons.front().why;
    return "not specialised: " + reasonOf(why) + "\nin " + why.places.front().function + "\n" +
           program.sources.text(why.places.front().span).split('\n').first.str() + "\n";
  }
  EXPECT_EQ(ir::verify(graphs), std::vector<std::string>());
  std::string text;
  llvm::raw_string_ostream out(text);
  for (ir::FunctionId id : graphs.functions())
    ir::print(out, graphs, id);
  return text;
}

void expectGraph(const std::string &program, const std::string &name) {
  Program loaded;
  loaded.loadWithLibrary(program);
  std::string graph = graphOf(loaded, kInputs + name + ".json"), file = kInputs + name + ".ir";
  if (std::getenv("JANUS_UPDATE")) {
    std::error_code error;
    llvm::raw_fd_ostream(file, error) << graph;
  }
  EXPECT_EQ(graph, fileText(file));
}

// Mostly a branch that cannot be merged gets versions instead: what is said when not even they
// help.
TEST(Speculate, ARefusalHasACodeAReasonAndARemedy) {
  speculate::Refusal refusal{speculate::RefusalKind::CannotMerge, "x", {}};
  EXPECT_EQ(codeOf(refusal), "J0428");
  EXPECT_EQ(reasonOf(refusal), "`x` uses what the sides of a branch have left different");
  EXPECT_EQ(remedyOf(refusal), "give both sides values of one kind and shape");
}

TEST(Speculate, Regression) {
  expectGraph("regression", "regression");
}

TEST(Speculate, ProfileRoundTrip) {
  std::string error, text = fileText(kInputs + "regression.json");
  std::optional<speculate::Profile> profile = speculate::profileFromJson(text, &error);
  ASSERT_TRUE(profile) << error;
  std::string once = speculate::toJson(*profile);
  std::optional<speculate::Profile> again = speculate::profileFromJson(once, &error);
  ASSERT_TRUE(again) << error;
  EXPECT_EQ(speculate::toJson(*again), once);
  EXPECT_FALSE(speculate::profileFromJson("{}", &error));
  EXPECT_EQ(error, "this is not a profile of janusc");
  for (size_t size = 0; size + 2 < once.size(); size += 97)
    EXPECT_FALSE(speculate::profileFromJson(llvm::StringRef(once).take_front(size), &error));
}

}  // namespace
