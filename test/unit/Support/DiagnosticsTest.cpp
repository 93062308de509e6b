#include "Support/Diagnostics.h"

#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace janus {
namespace {

class DiagnosticsTest : public ::testing::Test {
protected:
  std::string render(RenderOptions options = {}) {
    std::string text;
    llvm::raw_string_ostream out(text);
    diag.render(out, options);
    return out.str();
  }

  SourceManager sources;
  DiagnosticEngine diag{sources};
};

TEST_F(DiagnosticsTest, ShowsPlaceLabelAndLines) {
  std::string text(40, '\n');
  text += "async def fetch(url):\n";
  FileId file = sources.addBuffer("model.py", text);
  diag.report(diag::SyntaxError, Span{file, 40, 55}, "expected ':'")
      .label("here")
      .line("cost", "2 ms")
      .help("add a `:`");
  EXPECT_EQ(render(), "error[J0101]: expected ':'\n"
                      "  --> model.py:41:1\n"
                      "   |\n"
                      "41 | async def fetch(url):\n"
                      "   | ^^^^^^^^^^^^^^^ here\n"
                      "   = cost: 2 ms\n"
                      "   = help: add a `:`\n");
  EXPECT_EQ(render(), "") << "each diagnostic is printed once";
}

TEST_F(DiagnosticsTest, SecondPlaceHasAnExcerptOfItsOwn) {
  FileId file = sources.addBuffer("a.py", "f(1\n)]\n");
  diag.report(diag::SyntaxError, Span{file, 5, 6}, "unmatched ']'")
      .note("opened here", Span{file, 1, 2});
  EXPECT_EQ(render(), "error[J0101]: unmatched ']'\n"
                      " --> a.py:2:2\n"
                      "  |\n"
                      "2 | )]\n"
                      "  |  ^\n"
                      "  = note: opened here\n"
                      " --> a.py:1:2\n"
                      "  |\n"
                      "1 | f(1\n"
                      "  |  ^\n");
}

TEST_F(DiagnosticsTest, CaretStandsBehindTabsAndWideCharacters) {
  FileId file = sources.addBuffer("a.py", "\tx = '日本' $\n");
  uint32_t at = static_cast<uint32_t>(sources.text(file).find('$'));
  diag.report(diag::SyntaxError, Span{file, at, at + 1}, "invalid syntax");
  EXPECT_EQ(render(), "error[J0101]: invalid syntax\n"
                      " --> a.py:1:11\n"
                      "  |\n"
                      "1 | \tx = '日本' $\n"
                      "  | \t           ^\n");
}

TEST_F(DiagnosticsTest, LongLinesAreClipped) {
  FileId file = sources.addBuffer("a.py", std::string(5000, 'a') + " $ " + std::string(5000, 'b'));
  diag.report(diag::SyntaxError, Span{file, 5001, 5002}, "invalid syntax");
  EXPECT_LT(render().size(), 700u);
}

TEST_F(DiagnosticsTest, WithoutPlaceThereIsOneLine) {
  diag.report(diag::CannotRead, Span::none(), "x.py", "No such file or directory");
  EXPECT_EQ(render(), "error[J0001]: cannot read `x.py`: No such file or directory\n");
  EXPECT_EQ(diag.exitCode(), 4);
}

TEST_F(DiagnosticsTest, JsonIsOneObjectALine) {
  FileId file = sources.addBuffer("a.py", "a b\n");
  diag.report(diag::SyntaxError, Span{file, 2, 3}, "invalid \"syntax\"").help("h");
  EXPECT_EQ(render({DiagFormat::Json, false}),
            "{\"code\":\"J0101\",\"severity\":\"error\",\"message\":\"invalid \\\"syntax\\\"\","
            "\"file\":\"a.py\",\"line\":1,\"column\":3,\"endLine\":1,\"endColumn\":4,"
            "\"attached\":[{\"kind\":\"help\",\"text\":\"h\"}]}\n");
}

TEST_F(DiagnosticsTest, ShortIsPlaceAndMessage) {
  FileId file = sources.addBuffer("a.py", "a b\n");
  diag.report(diag::SyntaxError, Span{file, 2, 3}, "invalid syntax").help("h");
  EXPECT_EQ(render({DiagFormat::Short, false}), "a.py:1:3: error[J0101]: invalid syntax\n");
}

TEST_F(DiagnosticsTest, ErrorsPastTheLimitAreCounted) {
  FileId file = sources.addBuffer("a.py", "a\n");
  for (int i = 0; i < 25; ++i)
    diag.report(diag::SyntaxError, Span{file, 0, 1}, "invalid syntax").help("not stored past it");
  EXPECT_EQ(diag.errorCount(), 25u);
  EXPECT_EQ(diag.diagnostics().size(), 20u);
  EXPECT_TRUE(llvm::StringRef(render()).endswith("janusc: 5 more errors are not shown\n"));
}

TEST_F(DiagnosticsTest, ColourOnlyWhenAskedFor) {
  diag.report(diag::SyntaxError, Span::none(), "x");
  EXPECT_EQ(render({DiagFormat::Human, true}).find("\x1b[1;31merror[J0101]\x1b[0m"), 0u);
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(wantsColour(1));
  ::unsetenv("NO_COLOR");
}

TEST(DiagnosticRows, CodesAreUniqueAndMessagesFollowTheStyle) {
  std::set<std::string> codes;
  for (const DiagInfo &row : allDiagnostics()) {
    EXPECT_TRUE(codes.insert(row.code.str()).second) << row.code.str();
    EXPECT_EQ(row.code.size(), 5u);
    EXPECT_FALSE(row.message.endswith(".")) << row.message.str();
  }
}

}  // namespace
}  // namespace janus
