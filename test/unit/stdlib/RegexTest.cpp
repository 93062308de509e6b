// The parser and the matcher of regular expressions below the module re.
#include "stdlib/Regex.h"
#include "../value/Program.h"

namespace janus {
namespace {

using namespace regex;

class RegexTest : public test::Runtime {
protected:
  // "start-end" per group, or the error with its place.
  static std::string search(const char *pattern, std::string_view text, int flags = 0,
                            Mode mode = Mode::Search) {
    Pattern parsed;
    ParseError error;
    Ref source(makeStr(pattern));
    if (!parse(source.get(), false, flags, &parsed, &error))
      return error.message + " at " + std::to_string(error.position);
    Program program;
    compile(parsed, &program);
    std::vector<int64_t> slots;
    int64_t last;
    if (!match(program, {text.data(), 1, static_cast<int64_t>(text.size())}, 0, mode, false, &slots,
               &last))
      return "none";
    std::string out;
    for (size_t i = 0; i < slots.size(); i += 2)
      out += (i ? " " : "") + std::to_string(slots[i]) + "-" + std::to_string(slots[i + 1]);
    return out;
  }
};

TEST_F(RegexTest, GroupsAndAlternatives) {
  EXPECT_EQ(search("(a|ab)(c|bcd)", "xabcd"), "1-5 1-2 2-5");
  EXPECT_EQ(search("(a)|b", "b"), "0-1 -1--1");
  EXPECT_EQ(search("(\\w)\\1", "abccd"), "2-4 2-3");
}

TEST_F(RegexTest, RepeatsGiveBackAndTakeMore) {
  EXPECT_EQ(search("a*ab", "aaab"), "0-4");
  EXPECT_EQ(search("<.+?>", "<a><b>"), "0-3");
  EXPECT_EQ(search("a++ab", "aaab"), "none");
  EXPECT_EQ(search("(?:ab){2,}c", "ababababc"), "0-9");
  EXPECT_EQ(search("(a*)*", "b"), "0-0 0-0");
}

TEST_F(RegexTest, LooksTakeNothing) {
  EXPECT_EQ(search("(?<=b)c(?!d)", "bcd bce"), "5-6");
  EXPECT_EQ(search("(?<=a+)b", "ab"),
            "look-behind requires fixed-width pattern at " + std::to_string(INT64_MAX));
}

TEST_F(RegexTest, LongTextsNeedNoDeepStack) {
  std::string text(200000, 'a');
  EXPECT_EQ(search("(?:a|b)*", text), "0-200000");
}

TEST_F(RegexTest, ErrorsStandAtTheirPlace) {
  EXPECT_EQ(search("a**", ""), "multiple repeat at 2");
  EXPECT_EQ(search("(a", ""), "missing ), unterminated subpattern at 0");
  EXPECT_EQ(search("[b-a]", ""), "bad character range b-a at 1");
}

}  // namespace
}  // namespace janus
