// Text read and printed again is the same text.
#include "IR/Printer.h"
#include "IR/TextParser.h"
#include "IR/Verifier.h"

#include <gtest/gtest.h>

using namespace janus;
using namespace janus::ir;

namespace {

Module parsed(llvm::StringRef text, const ParseOptions &options = {}) {
  std::string error;
  std::optional<Module> module = parse(text, &error, options);
  EXPECT_TRUE(module) << error << "\n" << text.str();
  return module ? std::move(*module) : Module();
}

void roundTrips(llvm::StringRef text) {
  Module module = parsed(text);
  EXPECT_EQ(toText(module), text.str());
  for (const std::string &problem : verify(module))
    ADD_FAILURE() << problem;
}

TEST(RoundTrip, Function) {
  roundTrips(R"(module "__main__" file "model.py"

func @f(%a: dyn, %b: dyn) params(positional=2) slots(x: local, c: cell) {
  %0 = py.mul %a, %b : dyn
  %1 = const 1 : int
  %2 = py.add %0, %1 : dyn
  return %2
}
)");
}

TEST(RoundTrip, ConstantsAndHeaders) {
  roundTrips(R"(module "pkg" file "pkg/__init__.py" package

func @<module>() module_body doc "doc" {
  %0 = const "text\n\x00é\xed\xa0\x80\"" : str
  %1 = const (1, 2.0, (b"\xff", None), ()) : tuple<int, float, tuple<bytes, none>, tuple<>>
  %2 = const frozenset(True, ..., -2.5j) : dyn
  %3 = const 123456789012345678901234567890 : int
  %4 = const -9223372036854775808 : int
  %5 = const ("one",) : tuple<str>
  %6 = const -0.0 : float
  %7 = const 1e+300 : float
  %8 = const inf : float
  %9 = const nan(fff8000000000000) : float
}

func @f(%a: dyn, %b: dyn, %args: tuple, %kw: dict<str, dyn>) )"
             R"(params(posonly=1, positional=1, kwonly=1, varargs, varkw) )"
             R"(slots(a: cell param 0, .t: local of tuple, .t#1: local) free("x", "y") name "g" {
  slot.clear $.t#1
  slot.store $.t %args
  return %kw
}

func @f#1(%.0: dyn) params(positional=1) generator slots(x: free 0) free("x") {
  %0 = slot.load $x : dyn
  %1 = py.yield %0 : dyn
  return %1
}
)");
}

// Parts of loops carry a `#` of their own.
TEST(RoundTrip, NamesWithNumberSigns) {
  std::string text = R"(module "m" file ""

func @f.part#1#0() {
  %0 = const None : none
  return %0
}

func @f.part#1#1() {
  %0 = const None : none
  return %0
}
)";
  roundTrips(text);
  Module module = parsed(text);
  for (FunctionId id : module.functions())
    EXPECT_EQ(module.function(id).qualname, "f.part#1");
}

TEST(RoundTrip, Regions) {
  roundTrips(R"(module "m" file ""

func @f(%n: dyn) params(positional=1) slots(i: local) {
  %0 = const 0 : int
  %1 = while %0 : int cond(%2: int) {
    %3 = py.lt %2, %n : dyn
    %4 = py.truth %3 : bool
    condition %4, %2
  } do(%5: int) {
    %6 = py.truth %n : bool
    %7 = if %6 : int then {
      break %5
    } else {
      yield_values %5
    }
    yield_values %7
  } else(%8: int) {
    yield_values %8
  }
  %9 = py.iter %n : dyn
  for %9 do(%10: dyn) {
    py.setattr "size" %10, %1
    continue
  }
  try body {
    %11, %12 = py.unpack 1 %n {star=true, after=0} : dyn, list
    slot.store $i %11
  } except(%13: exception) {
    reraise_exception %13
  } finally {
    %14 = py.call_method "f" %n, %1 {kwnames=["x"]} : dyn
  }
  %15 = region "loop" %1 {slots_in=[$i], slots_out=[]} : dyn body(%16: int) {
    yield_values %16
  }
  return %15
}
)");
}

TEST(RoundTrip, TensorOps) {
  roundTrips(R"(module "m" file ""

func @f(%a: tensor<float32, (B, 8), cpu, contiguous, grad>, %b: tensor<?, rank=2, alias=w>) )"
             R"(params(positional=2) {
  %0 = t.mat_mul %a, %b : tensor<float32, (?, 4)>
  return %0
}
)");
}

TEST(RoundTrip, Locations) {
  std::string source = "é = 1\nx = é + 2\n";
  SourceManager sources;
  ParseOptions options{&sources, sources.addBuffer("m.py", source)};
  std::string text = R"(module "m" file "m.py"

func @<module>() module_body loc(1:1-2:10) {
  %0 = const 1 : int loc(1:5-1:6)
  global.store "é" %0 loc(1:1-1:6)
  %1 = global.load "é" : dyn loc(2:5-2:6)
}
)";
  Module module = parsed(text, options);
  const Function &body = module.function(module.body);
  EXPECT_EQ(body.op(OpId(0)).span, (Span{options.file, 5, 6}));
  EXPECT_EQ(toText(module, {&sources}), text);
}

TEST(RoundTrip, Errors) {
  auto errorOf = [](llvm::StringRef text) {
    std::string error;
    EXPECT_FALSE(parse(text, &error));
    return error;
  };
  EXPECT_EQ(errorOf("func @f() {}"), "1:1: expected `module`");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\n  x.y\n}"), "3:3: no operation is called `x.y`");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\n  return %1\n}"), "3:12: `%1` is not defined here");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\n"), "3:1: expected `}`");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {}\nfunc @f() {}"),
            "3:8: function `@f` is defined twice");
  EXPECT_EQ(errorOf("module \"m\"\nfunc @f() {\n %0 = const 1 : what\n}"), "3:21: expected a type");
}

}  // namespace
