// Access paths, types, assumptions and names of guards as people read them.
#include "Transforms/Speculate/Heap/Words.h"

#include <gtest/gtest.h>

using namespace janus::speculate;

namespace {

TEST(Words, Paths) {
  EXPECT_EQ(pathInWords("$model"), "model");
  EXPECT_EQ(pathInWords("%1"), "operand 1");
  EXPECT_EQ(pathInWords("$model._modules[\"fc1\"]._parameters[\"weight\"]"), "model.fc1.weight");
  EXPECT_EQ(pathInWords("$model._modules[\"0\"]"), "model[0]");
  EXPECT_EQ(pathInWords("$table[\"a.b\"].x"), "table[\"a.b\"].x");
  EXPECT_EQ(pathInWords("$t[\"a\\\"]\"][2]"), "t[\"a\\\"]\"][2]");
  EXPECT_EQ(pathInWords("$opt.state[<$model.w>][\"step\"]"), "opt.state[model.w][\"step\"]");
  EXPECT_EQ(pathInWords("@torch.nn.functional:relu"), "torch.nn.functional.relu");
  EXPECT_EQ(pathInWords("@torch.nn:Linear.forward"), "torch.nn.Linear.forward");
  EXPECT_EQ(pathInWords("<__main__:Net>.__init__"), "__main__:Net.__init__");
  EXPECT_EQ(pathInWords("$f.__defaults__[0]"), "f.__defaults__[0]");
}

TEST(Words, DamagedPaths) {
  for (const char *text :
       {"", "$", ".", "[", "]", "$a[", "$a[\"", "$a[<", "$a[<$b", "$a._b[\"", "@", "<", "$a.."})
    pathInWords(text);
}

TEST(Words, Types) {
  EXPECT_EQ(typeInWords("int"), "int");
  EXPECT_EQ(typeInWords("tensor<float32, (64, 784), cpu, contiguous, grad>"),
            "float32 (64, 784), grad");
  EXPECT_EQ(typeInWords("tensor<int64, (), cpu, contiguous, nograd>"), "int64 ()");
  EXPECT_EQ(typeInWords("tensor<float64, (2, 3), cpu, strided, nograd>"),
            "float64 (2, 3), strided");
}

TEST(Words, Assumptions) {
  EXPECT_EQ(assumptionInWords("class", "$model", "__main__:Net"),
            "model is an instance of exactly the class `__main__:Net`");
  EXPECT_EQ(assumptionInWords("length", "$model.layers", "3"),
            "model.layers is a list, tuple or set of `3` items");
  EXPECT_EQ(assumptionInWords("same", "$b", "$a._modules[\"x\"]"),
            "b is the object that is at the path `a.x`, too");
  EXPECT_EQ(assumptionInWords("mode", "grad", "True"), "grad mode is `True`");
  EXPECT_EQ(assumptionInWords("unheard", "$a", "b"), "a b");
}

}  // namespace
