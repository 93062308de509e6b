// Spellings of Python's names and values in C++.
#include "Codegen/Cpp/Names.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace janus::codegen;

namespace {

TEST(Names, Modules) {
  EXPECT_EQ(mangleModule("torch.nn.functional"), "torch__dot__nn__dot__functional");
  EXPECT_EQ(mangleModule("my-model"), "myx2dmodel");
  EXPECT_EQ(mangleModule("__main__"), "__main__");
}

TEST(Names, Identifiers) {
  EXPECT_EQ(identifier("LeNet.forward"), "LeNet_forward");
  EXPECT_EQ(identifier("main.<locals>.<lambda>"), "main_locals_lambda");
  EXPECT_EQ(identifier("\xc3\xa9"), "xc3xa9");
}

TEST(Names, Strings) {
  EXPECT_EQ(stringLiteral("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(stringLiteral("what\?\?!"), R"("what?\?!")");  // no trigraph
  EXPECT_EQ(stringLiteral(llvm::StringRef("\0001", 2)), R"("\0001")");
  EXPECT_EQ(stringLiteral("\xe9\x7f"), R"("\351\177")");
  EXPECT_EQ(stringLiteral("a\nb\n", 2), "\"a\\n\"\n  \"b\\n\"");
}

TEST(Names, Numbers) {
  EXPECT_EQ(intLiteral(-5), "-5");
  EXPECT_EQ(intLiteral(int64_t(1) << 40), "1099511627776LL");
  EXPECT_EQ(intLiteral(INT64_MIN), "INT64_MIN");
  EXPECT_EQ(floatLiteral(0.1), "0.1");
  EXPECT_EQ(floatLiteral(-0.0), "-0.0");
  EXPECT_EQ(floatLiteral(1e300), "1e+300");
  EXPECT_EQ(floatLiteral(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(floatLiteral(std::numeric_limits<double>::infinity()), "__builtin_inf()");
  EXPECT_EQ(floatLiteral(std::nan("")), "__builtin_nan(\"\")");
}

TEST(Names, Comments) {
  EXPECT_EQ(commentText("weight"), "weight");
  EXPECT_EQ(commentText("a*/b"), "");
  EXPECT_EQ(commentText("line\n"), "");
}

TEST(Names, AreUnique) {
  UniqueNames names;
  EXPECT_EQ(names.make("f"), "f");
  EXPECT_EQ(names.make("f"), "f_2");
  EXPECT_EQ(names.make("f_2"), "f_2_2");
  EXPECT_EQ(names.make("f"), "f_3");
}

}  // namespace
