#include "IR/Claims.h"
#include "IR/TextParser.h"

#include "llvm/ADT/Twine.h"

#include <gtest/gtest.h>

using namespace janus::ir;

namespace {

// What is wrong with the claims of a function that Python can call, joined; `remedies`: what is
// said to do.
std::string wrong(llvm::StringRef body, llvm::StringRef header = "(%a: dyn) params(positional=1)",
                  llvm::StringRef more = "", std::string *remedies = nullptr) {
  std::string error;
  std::string text = (llvm::Twine("module \"m\"\nfunc @<module>() module_body {\n"
                                  "%n = const None : none\n"
                                  "%f = py.function @f %n, %n, %n : function\n}\nfunc @f") +
                      header + " {\n" + body + "\n}\n" + more)
                         .str();
  std::optional<Module> module = parse(text, &error);
  EXPECT_TRUE(module) << error;
  if (!module)
    return "";
  for (const std::string &problem : verify(*module))
    ADD_FAILURE() << problem;
  std::string joined;
  for (const Problem &problem : findWrongClaims(*module)) {
    joined += (joined.empty() ? "" : "\n") + problem.text;
    if (remedies)
      *remedies += problem.remedy;
  }
  return joined;
}

std::string claims(llvm::StringRef what, llvm::StringRef type) {
  return (what + " claims the type `" + type + "`, which does not follow from what it is made of")
      .str();
}

TEST(Claims, Constants) {
  EXPECT_EQ(wrong("%0 = const \"x\" : int"), claims("the result", "int"));
  EXPECT_EQ(wrong("%0 = const (1, 2.5) : tuple<int, int>"),
            claims("the result", "tuple<int, int>"));
  EXPECT_EQ(wrong("%0 = const (1, 2.5) : tuple<int, float>\n%1 = const 1 : dyn"), "");
}

TEST(Claims, Results) {
  EXPECT_EQ(wrong("%0 = py.call %a : float"), claims("the result", "float"));
  EXPECT_EQ(wrong("%0 = const 1 : int\n%1 = py.add %0, %0 : int\n%2 = py.lt %1, %0 : bool"), "");
  EXPECT_EQ(wrong("%0 = const 1 : int\n%1 = py.add %0, %a : int"), claims("the result", "int"));
  EXPECT_EQ(wrong("%0 = py.tuple %a : tuple<int>"), claims("the result", "tuple<int>"));
  EXPECT_EQ(
      wrong("%0 = py.tuple %a : tuple\n%1, %2 = py.unpack 2 %0 {star=false, after=0} : dyn, list"),
      claims("the result", "list"));
  EXPECT_EQ(wrong("%0 = py.list %a : list<int>"), claims("the result", "list<int>"));
}

TEST(Claims, RegionsAndSlots) {
  EXPECT_EQ(wrong("for %a do(%0: int) {\n}"), claims("the item", "int"));
  EXPECT_EQ(wrong("try body {\n} except(%0: exception<ValueError>) {\n}"),
            claims("the exception", "exception<ValueError>"));
  EXPECT_EQ(wrong("%0 = slot.load $x : int", "(%a: dyn) params(positional=1) slots(x: local)"),
            claims("the result", "int"));
  EXPECT_EQ(wrong("", "(%a: dyn) params(positional=1) slots(x: cell of int)"),
            claims("slot `x`", "int"));
  EXPECT_EQ(wrong("", "(%a: dyn) params(positional=1) slots(a: local param 0 of list)"),
            claims("slot `a`", "list"));
}

// Python calls with anything; `*args` and `**kwargs` the run time makes itself.
TEST(Claims, Parameters) {
  std::string remedies;
  EXPECT_EQ(wrong("", "(%a: int) params(positional=1)", "", &remedies),
            claims("parameter `a`", "int"));
  EXPECT_EQ(remedies, "write `dyn`");
  EXPECT_EQ(wrong("", "(%a: tuple, %k: dict) params(varargs, varkw)"), "");
  EXPECT_EQ(wrong("", "(%a: tuple<int>) params(varargs)"), claims("parameter `a`", "tuple<int>"));
}

TEST(Claims, Calls) {
  llvm::StringRef half = "func @half(%x: float) params(positional=1) {\n%0 = float.neg %x : float\n"
                         "return %0\n}";
  llvm::StringRef header = "(%a: dyn) params(positional=1)";
  EXPECT_EQ(wrong("%0 = const 1.0 : float\n%1 = call @half %0 : float", header, half), "");
  EXPECT_EQ(wrong("%0 = const 1.0 : float\n%1 = call @half %0 : int", header, half),
            claims("the result", "int"));
  EXPECT_EQ(wrong("%0 = call @half %a : float", header, half),
            "operand 0 is not of the type that the callee's parameter `x` claims");
  EXPECT_EQ(wrong("%0 = call @g : dyn", header, "func @g() generator {\n}"),
            "its callee is a generator, a graph, has free variables or runs in Python");
}

TEST(Claims, Tiers) {
  EXPECT_EQ(wrong("%0 = size \"s0\" : int"), "stands in graphs only");
  EXPECT_EQ(wrong("", "(%a: dyn) params(positional=1)",
                  "func @g() graph {\n%0 = const 1 : int\n%1 = py.add %0, %0 : int\n}"),
            "does not stand in graphs");
}

}  // namespace
