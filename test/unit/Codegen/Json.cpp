#include "Codegen/Json/Json.h"

#include "IR/Cloner.h"
#include "IR/Printer.h"
#include "IR/TextParser.h"

#include <gtest/gtest.h>

using namespace janus;
using namespace janus::ir;

namespace {

const char kText[] = R"(module "m" file "m.py"

func @<module>() module_body doc "d" {
  %0 = const (1, ("\xed\xa0\x80", -0.0, b"\xff"), 9007199254740993) : tuple loc(1:1-1:2)
  %1 = const 123456789012345678901234567890 : int
  %2 = const frozenset(nan, 2.0j, ..., True) : dyn
  %3 = py.function @f %0, %0, %0 : function
  %4 = py.unpack 2 %3 {star=true, after=0} : dyn
}

func @f(%x: dyn, %kw: tensor<float32, (B, 2)>) params(kwonly=1, varkw) generator )"
                     R"(slots(x: cell param 0, y: free 0, .t: local of int) free("y") {
  %0 = py.iter %x : dyn
  %1 = for %0, %x : dyn do(%2: dyn, %3: dyn) {
    %4 = py.call_method "m" %2, %3 {kwnames=["k"]} : dyn
    yield_values %4
  }
  return %1
}
)";

Module sample(SourceManager &sources) {
  std::string error;
  ParseOptions options{&sources, sources.addBuffer("m.py", "é\n")};
  std::optional<Module> module = parse(kText, &error, options);
  EXPECT_TRUE(module) << error;
  module->source = "é\n";
  return std::move(*module);
}

TEST(Json, RoundTrip) {
  SourceManager sources;
  Module module = sample(sources);
  std::string json = codegen::toJson(module), error;
  std::optional<Module> copy = codegen::fromJson(json, sources, &error);
  ASSERT_TRUE(copy) << error;
  EXPECT_EQ(toText(*copy, {&sources}), kText);
  EXPECT_EQ(codegen::toJson(*copy), json);
  EXPECT_EQ(copy->source, module.source);
  EXPECT_EQ(copy->body, module.body);
}

TEST(Json, RenumberedIsWhatTextGives) {
  SourceManager sources;
  Module module = sample(sources);
  // Waste: an operation that stands nowhere, a constant that nobody uses.
  Function &body = module.function(module.body);
  body.makeOp(Opcode::Const, Span::none(), {}, module.types.dyn());
  module.addConstant({Constant::Kind::Int, 77, 0, "", {}});
  EXPECT_NE(codegen::toJson(module), codegen::toJson(sample(sources)));
  EXPECT_EQ(codegen::toJson(renumbered(module)), codegen::toJson(sample(sources)));
}

TEST(Json, Malformed) {
  SourceManager sources;
  std::string json = codegen::toJson(sample(sources));
  auto errorOf = [&](llvm::StringRef from, llvm::StringRef to) {
    std::string damaged = json, error;
    size_t place = damaged.find(from.str());
    EXPECT_NE(place, std::string::npos);
    damaged.replace(place, from.size(), to.str());
    EXPECT_FALSE(codegen::fromJson(damaged, sources, &error));
    return error;
  };
  EXPECT_EQ(errorOf("\"version\": 1", "\"version\": 2"), "the graph has version 2, expected 1");
  EXPECT_EQ(errorOf("janus graph", "other"), "this is not a graph of janusc");
  EXPECT_EQ(errorOf("\"py.iter\"", "\"py.what\""),
            "function `f`: no operation is called `py.what`");
  EXPECT_EQ(errorOf("\"operands\": [0]", "\"operands\": [9]"),
            "function `f`: value 9 is used before it is defined");
  std::string error;
  EXPECT_FALSE(codegen::fromJson("{", sources, &error));
  EXPECT_FALSE(codegen::fromJson("[]", sources, &error));
  EXPECT_FALSE(codegen::fromJson("", sources, &error));
  EXPECT_FALSE(codegen::fromJson("{\"format\":\"janus graph\",\"version\":1}", sources, &error));
}

// No prefix of a document is one, and none is read without complaint.
TEST(Json, Truncated) {
  SourceManager sources;
  std::string json = codegen::toJson(sample(sources)), error;
  for (size_t size = 0; size + 1 < json.size(); size += 7)
    EXPECT_FALSE(codegen::fromJson(llvm::StringRef(json).take_front(size), sources, &error));
}

}  // namespace
