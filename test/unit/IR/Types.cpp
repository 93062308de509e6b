#include "IR/Types.h"

#include <gtest/gtest.h>

using namespace janus::ir;

namespace {

TypeId type(TypeTable &types, llvm::StringRef text) {
  TypeId id;
  EXPECT_TRUE(types.parse(text, &id)) << text.str();
  return id;
}

TEST(Types, Text) {
  TypeTable types;
  for (llvm::StringRef text :
       {"dyn", "none", "list<int>", "tuple<>", "tuple", "tuple<int, dyn>", "dict<str, list<float>>",
        "object<f.<locals>.C>", "class<C>", "iterator<int>", "tensor", "tensor<float32>",
        "tensor<?, rank=3>", "tensor<int64, ()>",
        "tensor<float32, (B, 8, ?), cuda:0, strided, nograd>",
        "tensor<float32, (28*B*C, ((B+1)//2), B-1)>"})
    EXPECT_EQ(types.text(type(types, text)), text.str());
  EXPECT_EQ(type(types, "list<dyn>"), type(types, "list"));
  TypeId ignored;
  for (llvm::StringRef text : {"", "what", "list<", "list<int", "tensor<f32, (", "int x"})
    EXPECT_FALSE(types.parse(text, &ignored)) << text.str();
}

TEST(Types, Join) {
  TypeTable types;
  auto join = [&](llvm::StringRef a, llvm::StringRef b) {
    TypeId left = type(types, a), right = type(types, b), joined = types.join(left, right);
    EXPECT_TRUE(types.isSubtype(left, joined));
    EXPECT_TRUE(types.isSubtype(right, joined));
    EXPECT_EQ(joined, types.join(right, left));
    return types.text(joined);
  };
  EXPECT_EQ(join("int", "int"), "int");
  EXPECT_EQ(join("int", "bool"), "dyn");
  EXPECT_EQ(join("list<int>", "list<float>"), "list");
  EXPECT_EQ(join("tuple<int, int>", "tuple<int, str>"), "tuple<int, dyn>");
  EXPECT_EQ(join("tuple<int>", "tuple<int, str>"), "tuple");
  EXPECT_EQ(join("object<A>", "object<B>"), "object");
  EXPECT_EQ(join("tensor<float32, (4, 8), cpu>", "tensor<float32, (2, 8), cpu, grad>"),
            "tensor<float32, (?, 8), cpu>");
  EXPECT_EQ(join("tensor<float32, (4)>", "tensor<int64, (4, 1)>"), "tensor");
}

TEST(Types, Subtypes) {
  TypeTable types;
  auto subtype = [&](llvm::StringRef a, llvm::StringRef b) {
    return types.isSubtype(type(types, a), type(types, b));
  };
  EXPECT_TRUE(subtype("int", "dyn"));
  EXPECT_FALSE(subtype("dyn", "int"));
  EXPECT_FALSE(subtype("bool", "int"));
  EXPECT_TRUE(subtype("list<int>", "list"));
  EXPECT_FALSE(subtype("list", "list<int>"));
  EXPECT_TRUE(subtype("tensor<float32, (4, 8)>", "tensor<float32, (?, 8)>"));
  EXPECT_TRUE(subtype("tensor<float32, (4, 8)>", "tensor<?, rank=2>"));
  EXPECT_FALSE(subtype("tensor<float32, (?, 8)>", "tensor<float32, (4, 8)>"));
}

}  // namespace
