// Last uses, writes of slots, and what lives across a yield.
#include "Codegen/Cpp/FunctionFacts.h"
#include "Codegen/Cpp/BodyParts.h"
#include "IR/TextParser.h"

#include <gtest/gtest.h>

using namespace janus;
using namespace janus::codegen;

namespace {

ir::Module parsed(llvm::StringRef functions) {
  std::string error;
  std::optional<ir::Module> module = ir::parse("module \"m\"\n" + functions.str(), &error);
  EXPECT_TRUE(module) << error;
  return module ? std::move(*module) : ir::Module();
}

const ir::Function &only(const ir::Module &module) {
  return module.function(ir::FunctionId(0));
}

ir::ValueId resultOf(const ir::Function &f, int position) {
  return f.op(f.region(f.body).ops[position]).results[0];
}

TEST(FunctionFacts, LastUseCountsNestedRegions) {
  ir::Module module = parsed(R"(func @f(%a: dyn) params(positional=1) {
  %0 = py.neg %a : dyn
  %1 = py.neg %a : dyn
  %2 = py.truth %a : bool
  if %2 then {
    %3 = py.neg %0 : dyn
  } else {
  }
  return %1
})");
  const ir::Function &f = only(module);
  FunctionFacts facts(f);
  const ir::Op &branch = f.op(f.region(f.body).ops[3]);
  EXPECT_EQ(facts.lastUse(resultOf(f, 0), f.body), 3);
  EXPECT_EQ(facts.lastUse(resultOf(f, 0), branch.regions[0]), 0);
  EXPECT_EQ(facts.lastUse(resultOf(f, 0), branch.regions[1]), -1);
  EXPECT_EQ(facts.lastUse(resultOf(f, 1), f.body), 4);
}

TEST(FunctionFacts, WritesOfSlots) {
  ir::Module module = parsed(R"(func @f(%a: dyn) params(positional=1) slots(x: local, y: local) {
  slot.store $x %a
  %0 = py.iter %a : dyn
  for %0 do(%1: dyn) {
    slot.clear $y
  }
  %2 = slot.load $x : dyn
  return %2
})");
  const ir::Function &f = only(module);
  FunctionFacts facts(f);
  ir::SlotId x(0), y(1);
  EXPECT_TRUE(facts.isWrittenWithin(x, f.body, 0, 0));
  EXPECT_FALSE(facts.isWrittenWithin(x, f.body, 1, 4));
  EXPECT_TRUE(facts.isWrittenWithin(y, f.body, 2, 2));
  EXPECT_TRUE(facts.isUnboundWithin(y, f.body));
  EXPECT_FALSE(facts.isUnboundWithin(x, f.body));
}

TEST(FunctionFacts, LifeAcrossYields) {
  ir::Module module = parsed(R"(func @f(%a: dyn) params(positional=1) generator {
  %0 = py.neg %a : dyn
  %1 = py.neg %a : dyn
  %2 = py.yield %0 : dyn
  %3 = py.add %1, %2 : dyn
  return %3
})");
  const ir::Function &f = only(module);
  FunctionFacts facts(f);
  EXPECT_FALSE(facts.livesAcrossYield(resultOf(f, 0)));  // handed out by the yield itself
  EXPECT_TRUE(facts.livesAcrossYield(resultOf(f, 1)));
  EXPECT_FALSE(facts.livesAcrossYield(resultOf(f, 3)));
}

TEST(BodyParts, CutsOnlyBetweenStatements) {
  std::string text = "func @<module>() module_body {\n";
  for (int i = 0; i < 1000; ++i) {
    std::string n = std::to_string(3 * i), value = std::to_string(3 * i + 1);
    text += "  %" + n + " = const 1 : int\n  %" + value + " = py.neg %" + n +
            " : dyn\n  global.store \"x\" %" + value + "\n";
  }
  text += "  %end = const None : none\n  return %end\n}";
  ir::Module module = parsed(text);
  const ir::Function &f = only(module);
  FunctionFacts facts(f);
  std::vector<int> ends = cutBody(f, facts);
  EXPECT_GT(ends.size(), 5u);
  EXPECT_EQ(ends.back(), int(f.region(f.body).ops.size()));
  for (int end : llvm::ArrayRef<int>(ends).drop_back())
    EXPECT_EQ(f.op(f.region(f.body).ops[end - 1]).opcode, ir::Opcode::GlobalStore);
}

}  // namespace
