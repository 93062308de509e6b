#include "IR/SizeExpression.h"

#include <gtest/gtest.h>

using namespace janus::ir;

namespace {

SizeExpression of(llvm::StringRef text) {
  std::optional<SizeExpression> parsed = SizeExpression::parse(text);
  EXPECT_TRUE(parsed) << text.str();
  return parsed.value_or(SizeExpression());
}

TEST(SizeExpression, TextsOfEqualSizesAreEqual) {
  const std::pair<const char *, const char *> kEqual[] = {
      {"s0*28*28", "784*s0"},
      {"s1*s0", "s0*s1"},
      {"s0+s0-2*s0", "0"},
      {"(s0+1)*(s0-1)", "s0*s0-1"},
      {"((s0-1)//2)+1", "((s0+1)//2)"},
      {"((2*s0+3)//2)", "s0+1"},
      {"((((s0+1)//2)+1)//2)", "((s0+3)//4)"},
      {"((8*s0*s1)//(4*s0))", "2*s1"},
      {"((64*s0+64)//(s0+1))", "64"},
      {"(s0//s1)*s1", "(s0//s1)*s1"},
      {"-3*s0+1", "1-s0*3"},
  };
  for (auto [given, normal] : kEqual) {
    EXPECT_EQ(of(given).text(), of(normal).text()) << given;
    EXPECT_EQ(of(of(given).text()), of(given)) << given;
  }
  EXPECT_NE(of("s0"), of("s1"));
  EXPECT_NE(of("(s0//2)*2"), of("s0"));
}

// Against Python's division, for numbers on both sides of zero.
TEST(SizeExpression, ValuesAreThoseOfPython) {
  auto floored = [](int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); };
  for (const char *text : {"((s0-1)//2)+1", "((s0-7)//3)*5-s1", "(((s0//2)+s1)//2)",
                           "((3*s0+2*s1)//(s1+1))", "((s0*s1-6)//4)"})
    for (int64_t a : {0, 1, 2, 5, 8, 13})
      for (int64_t b : {1, 3, 4}) {
        SizeExpression number =
            of(text).substitute("s0", SizeExpression(a)).substitute("s1", SizeExpression(b));
        ASSERT_TRUE(number.constant()) << text;
        std::string written = of(text).write(
            {[&](llvm::StringRef name) { return std::to_string(name == "s0" ? a : b); },
             [](int64_t n) { return std::to_string(n); },
             [&](char op, const std::string &x, const std::string &y) {
               int64_t left = std::stoll(x), right = std::stoll(y);
               return std::to_string(op == '+'   ? left + right
                                     : op == '*' ? left * right
                                                 : floored(left, right));
             }});
        EXPECT_EQ(std::to_string(*number.constant()), written) << text << " of " << a << ", " << b;
      }
  EXPECT_EQ(of("((s0-7)//3)").substitute("s0", SizeExpression(0)).constant(), -3);
}

TEST(SizeExpression, Bounds) {
  auto least = [](llvm::StringRef text) {
    return of(text).least([](llvm::StringRef name) { return name == "s0" ? 2 : 0; });
  };
  EXPECT_EQ(least("s0+s1"), 2);
  EXPECT_EQ(least("3*s0-1"), 5);
  EXPECT_EQ(least("((s0+1)//2)"), 1);
  EXPECT_EQ(least("s1-s0"), std::nullopt);
}

TEST(SizeExpression, NoSizeBeyondWhatFits) {
  SizeExpression large = of("4611686018427387904*s0");
  EXPECT_TRUE(large.isValid());
  EXPECT_FALSE((large + large).isValid());
  EXPECT_FALSE((large + large) == (large + large));
  EXPECT_FALSE(SizeExpression::parse("s0+"));
  EXPECT_FALSE(SizeExpression::parse("(s0//0)"));
  EXPECT_FALSE(SizeExpression::parse("99999999999999999999"));
}

TEST(SizeExpression, Symbols) {
  EXPECT_EQ(of("(s2//(s0+1))*s1").symbols(), (std::vector<std::string>{"s0", "s1", "s2"}));
  EXPECT_EQ(of("s0").asSymbol(), "s0");
  EXPECT_EQ(of("2*s0").asSymbol(), std::nullopt);
}

}  // namespace
