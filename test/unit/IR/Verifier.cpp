#include "IR/Verifier.h"
#include "IR/TextParser.h"

#include "llvm/ADT/Twine.h"

#include <gtest/gtest.h>

using namespace janus::ir;

namespace {

// The problems of a function whose body is `body`, joined.
std::string problems(llvm::StringRef body,
                     llvm::StringRef header = "(%a: dyn) params(positional=1)",
                     llvm::StringRef more = "") {
  std::string error;
  std::string text =
      (llvm::Twine("module \"m\"\nfunc @f") + header + " {\n" + body + "\n}\n" + more).str();
  std::optional<Module> module = parse(text, &error);
  EXPECT_TRUE(module) << error;
  std::string joined;
  if (module)
    for (const std::string &problem : verify(*module))
      joined += (joined.empty() ? "" : "\n") + llvm::StringRef(problem).split(": ").second.str();
  return joined;
}

TEST(Verifier, Dominance) {
  EXPECT_EQ(problems("%0 = py.truth %a : bool\nif %0 then {\n%1 = py.neg %a : dyn\n}\nreturn %1"),
            "operand 0 is not defined here");
  EXPECT_EQ(problems("%0 = py.truth %a : bool\nif %0 then {\nreturn %a\n}\nreturn %a"), "");
}

TEST(Verifier, Terminators) {
  EXPECT_EQ(problems("return %a\nreturn %a"), "a terminator must be the last of its region");
  EXPECT_EQ(problems("yield_values %a"), "ends a function; only `return` may");
  EXPECT_EQ(problems("break"), "stands outside a loop");
  EXPECT_EQ(problems("for %a do(%0: dyn) {\n} else {\ncontinue\n}"), "stands outside a loop");
  EXPECT_EQ(problems("for %a do(%0: dyn) {\ntry body {\ncontinue\n} finally {\nbreak\n}\n}"), "");
  EXPECT_EQ(problems("%0 = for %a, %a : dyn do(%1: dyn, %2: dyn) {\nbreak\n}"),
            "the exit carries 0 values, expected 1");
}

TEST(Verifier, Regions) {
  EXPECT_EQ(problems("%0 = py.truth %a : bool\n%1 = if %0 : dyn then {\nyield_values %a\n}"),
            "region `else` yields 0 values, expected 1");
  EXPECT_EQ(problems("%0 = py.truth %a : bool\n%1 = if %0 : int then {\nyield_values %a\n} else {\n"
                     "unreachable\n}"),
            "region `then` yields a value of another type in place 0");
  EXPECT_EQ(problems("while cond {\n%0 = py.truth %a : bool\n} do {\n}"),
            "its first region must end with `condition`");
  EXPECT_EQ(problems("for %a do {\n}"), "the body takes 0 arguments, expected 1");
  EXPECT_EQ(problems("try body {\n} except {\nunreachable\n}"),
            "the handler takes 0 arguments, expected 1");
}

TEST(Verifier, Turns) {
  auto ofGraph = [](const char *body) { return problems(body, "() graph"); };
  const char *const kNumbers = "%0 = const 1 : int\n%1 = const True : bool\n";
  auto turns = [&](const std::string &body, const std::string &results = "") {
    return ofGraph(
        (kNumbers + results + "loop" + (results.empty() ? "" : " : int") + " do {\n" + body + "\n}")
            .c_str());
  };
  EXPECT_EQ(turns("%2 = loop.carried %0 : int\nloop.again %1, %2"), "");
  EXPECT_EQ(turns("%2 = loop.carried %0 : int\nloop.again %1, %2, %0", "%9 = "), "");
  EXPECT_EQ(turns("%2 = loop.carried %0 : int"), "its body must end with `loop.again`");
  EXPECT_EQ(turns("%2 = loop.carried %0 : int\nloop.again %1"),
            "`loop.again` takes a bool, 1 carried values and 0 results");
  EXPECT_EQ(turns("%2 = loop.carried %0 : int\nloop.again %1, %1"),
            "`loop.again` carries a value of another type in place 0");
  EXPECT_EQ(turns("%2 = loop.carried %0 : float\nloop.again %1, %2"),
            "the loop starts with a value of another type in place 0");
  EXPECT_EQ(turns("%3 = int.add %0, %0 : int\n%2 = loop.carried %0 : int\nloop.again %1"),
            "stands behind what its loop computes");
  EXPECT_EQ(ofGraph("%0 = const 1 : int\n%1 = loop.carried %0 : int"), "stands outside a `loop`");
}

TEST(Verifier, Rows) {
  EXPECT_EQ(problems("%0 = py.add %a : dyn"), "has 1 operands, its row says 2");
  EXPECT_EQ(problems("py.add %a, %a"), "has 0 results, its row says 1");
  EXPECT_EQ(problems("%0 = py.call_method \"m\" %a {lookup=-1} : dyn\nreturn %0"),
            "the attribute `lookup` is outside of the operation's source");
  EXPECT_EQ(problems("%0 = py.unpack 1 %a {star=false} : dyn"), "lacks the attribute `after`");
  EXPECT_EQ(problems("%0 = float.add %a, %a : float"),
            "operand 0 must be of type float\noperand 1 must be of type float");
  EXPECT_EQ(problems("if %a then {\n}"), "operand 0 must be of type bool");
  EXPECT_EQ(problems("py.list_append %a, %a"), "operand 0 must be of type list");
  EXPECT_EQ(problems("%0 = py.function @f %a, %a, %a : function"),
            "operand 0 must be of type tuple or none\noperand 1 must be of type dict or none\n"
            "operand 2 must be of type dict or none");
  EXPECT_EQ(problems("%0 = py.truth %a : int"), "its result is a bool");
}

TEST(Verifier, Functions) {
  EXPECT_EQ(problems("return %a", "(%a: dyn)"),
            "the kinds of the parameters do not add up to their number");
  EXPECT_EQ(problems("%0 = call @f %a, %a : dyn"), "the callee takes another number of parameters");
  EXPECT_EQ(problems("%0 = py.yield %a : dyn"), "only a generator may yield");
  EXPECT_EQ(problems("name.store \"x\" %a"), "only a class body has a namespace");
  EXPECT_EQ(problems("%n = const None : none\n"
                     "%0 = py.function @g %n, %n, %n {captures=[$x]} : function",
                     "(%a: dyn) params(positional=1) slots(x: local)",
                     "func @g() free(\"x\") {\n}"),
            "captures the local slot `x`");
}

}  // namespace
