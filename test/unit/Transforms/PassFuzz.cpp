// Random programs over slots answer the same before and after every pass.
#include "IR/Builder.h"
#include "IR/Cloner.h"
#include "IR/Printer.h"
#include "IR/Verifier.h"
#include "Transforms/PassManager.h"

#include <gtest/gtest.h>

#include <random>

using namespace janus;
using namespace janus::ir;

namespace {

constexpr unsigned kPrograms = 500;  // 4000 have been run

// Makes a function of ints: slots, branches, loops, exits, `try ... finally`.
class Generator {
public:
  Generator(Module &module, unsigned seed)
      : random_(seed), builder_(module, module.addFunction("f")) {
    for (int i = 0; i < 4; ++i)
      slots_.push_back(builder_.addSlot("s" + std::to_string(i)));
    // The first starts from a parameter, so that it is bound.
    Function &f = builder_.function();
    f.parameters = {"p"};
    f.positional = 1;
    f.addArgument(f.body, builder_.types().dyn());
    f.slots[slots_[0]].parameter = 0;
    statements(5, 0);
    if (!builder_.terminated())
      builder_.create(Opcode::Return, {number()});
  }

private:
  unsigned pick(unsigned n) { return random_() % n; }
  SlotId slot() { return slots_[pick(slots_.size())]; }

  ValueId number() {
    switch (pick(4)) {
    case 0: return builder_.integer(int64_t(pick(5)));
    case 1: return builder_.value(Opcode::PyAdd, {builder_.load(slot()), builder_.integer(1)});
    default: return builder_.load(slot());
    }
  }
  ValueId condition() {
    ValueId less = builder_.value(Opcode::PyLt, {number(), builder_.integer(int64_t(pick(6)))});
    return builder_.value(Opcode::PyTruth, {less});
  }

  void statements(unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count && !builder_.terminated(); ++i)
      statement(depth);
  }

  void statement(unsigned depth) {
    unsigned kind = pick(depth >= 4 ? 7 : 12);
    if (kind < 5)
      return builder_.store(slot(), number());
    if (kind == 5 && loops_ > 0)
      return void(builder_.create(pick(2) ? Opcode::Break : Opcode::Continue));
    if (kind == 6)
      return pick(4) ? void(builder_.create(Opcode::SlotClear, {},
                                            NamedAttribute{"slot", slots_[pick(3) + 1]}))
                     : void(builder_.create(Opcode::Return, {number()}));
    if (kind < 9)
      return branch(depth);
    if (kind < 11)
      return pick(2) ? forLoop(depth) : whileLoop(depth);
    tryFinally(depth);
  }

  void branch(unsigned depth) {
    OpId op = builder_.create(Opcode::If, {condition()}, {}, llvm::ArrayRef<TypeId>());
    for (unsigned region : {0u, 1u}) {
      Builder::RegionScope scope(builder_, op, region);
      statements(pick(3), depth + 1);
    }
  }

  void forLoop(unsigned depth) {
    ValueId iterator = builder_.value(Opcode::PyIter, {builder_.integer(int64_t(pick(4)))});
    OpId op = builder_.create(Opcode::For, {iterator}, {}, llvm::ArrayRef<TypeId>());
    ValueId item = builder_.addArgument(op, 0);
    {
      Builder::RegionScope scope(builder_, op, 0);
      if (pick(2))
        builder_.store(slot(), item);
      ++loops_;
      statements(1 + pick(3), depth + 1);
      --loops_;
    }
    Builder::RegionScope scope(builder_, op, 1);
    statements(pick(2), depth + 1);
  }

  // Ends by a slot of its own that counts down.
  void whileLoop(unsigned depth) {
    SlotId counter = builder_.addSlot("n" + std::to_string(depth));
    builder_.store(counter, builder_.integer(3));
    OpId op = builder_.create(Opcode::While, {}, {}, llvm::ArrayRef<TypeId>());
    {
      Builder::RegionScope scope(builder_, op, 0);
      ValueId next = builder_.value(Opcode::PySub, {builder_.load(counter), builder_.integer(1)});
      builder_.store(counter, next);
      if (pick(3) == 0)
        builder_.store(slot(), number());
      ValueId more = builder_.value(Opcode::PyGt, {next, builder_.integer(0)});
      builder_.create(Opcode::Condition, {builder_.value(Opcode::PyTruth, {more})});
    }
    {
      Builder::RegionScope scope(builder_, op, 1);
      ++loops_;
      statements(1 + pick(3), depth + 1);
      --loops_;
    }
    Builder::RegionScope scope(builder_, op, 2);
    statements(pick(2), depth + 1);
  }

  void tryFinally(unsigned depth) {
    OpId op = builder_.create(Opcode::Try, {}, {}, llvm::ArrayRef<TypeId>());
    unsigned outer = std::exchange(loops_, 0);  // exits through `finally` are not modelled here
    for (unsigned region : {0u, 3u}) {
      Builder::RegionScope scope(builder_, op, region);
      statements(pick(3), depth + 1);
      if (builder_.terminated() && region == 3)
        continue;
    }
    loops_ = outer;
  }

  std::mt19937 random_;
  Builder builder_;
  std::vector<SlotId> slots_;
  unsigned loops_ = 0;
};

// Runs such a function.
class Interpreter {
public:
  Interpreter(const Module &module, int64_t argument)
      : module_(module), function_(module.function(FunctionId(0))),
        values_(function_.valueCount(), 0), slots_(function_.slots.size()) {
    values_[function_.region(function_.body).arguments[0]] = argument;
    for (SlotId slot : function_.slots.ids())
      if (function_.slots[slot].parameter >= 0)
        slots_[slot] = argument;
  }

  std::string run() {
    switch (region(function_.body)) {
    case Exit::Return: return std::to_string(result_);
    case Exit::Unbound: return "unbound";
    case Exit::Steps: return "steps";
    default: return "fell off the end";
    }
  }

private:
  enum class Exit { None, Yield, Condition, Break, Continue, Return, Unbound, Steps };
  using Numbers = std::vector<int64_t>;

  Numbers read(llvm::ArrayRef<ValueId> values) {
    Numbers numbers;
    for (ValueId value : values)
      numbers.push_back(values_[value]);
    return numbers;
  }
  void write(llvm::ArrayRef<ValueId> values, llvm::ArrayRef<int64_t> numbers) {
    ASSERT_EQ(values.size(), numbers.size());
    for (size_t i = 0; i < values.size(); ++i)
      values_[values[i]] = numbers[i];
  }

  Exit region(RegionId id) {
    for (OpId op : function_.region(id).ops)
      if (Exit exit = step(op); exit != Exit::None)
        return exit;
    passed_.clear();
    return Exit::Yield;
  }

  Exit step(OpId id) {
    if (++steps_ > 3000)
      return Exit::Steps;
    const Op &op = function_.op(id);
    Numbers in = read(op.operands);
    auto give = [&](int64_t value) { values_[op.results[0]] = value; };
    auto pass = [&](Exit exit, size_t skip = 0) {
      passed_.assign(in.begin() + skip, in.end());
      return exit;
    };
    switch (op.opcode) {
    case Opcode::Const: {
      const Constant &constant = module_.constant(function_.constAttribute(id, "value"));
      give(constant.kind == Constant::Kind::True ? 1 : constant.integer);
      break;
    }
    case Opcode::SlotLoad:
      if (!slots_[function_.slotAttribute(id, "slot")])
        return Exit::Unbound;
      give(*slots_[function_.slotAttribute(id, "slot")]);
      break;
    case Opcode::SlotStore: slots_[function_.slotAttribute(id, "slot")] = in[0]; break;
    case Opcode::SlotClear: slots_[function_.slotAttribute(id, "slot")].reset(); break;
    case Opcode::PyAdd:
    case Opcode::IntAdd: give(in[0] + in[1]); break;
    case Opcode::PySub:
    case Opcode::IntSub: give(in[0] - in[1]); break;
    case Opcode::PyLt:
    case Opcode::IntLt: give(in[0] < in[1]); break;
    case Opcode::PyGt:
    case Opcode::IntGt: give(in[0] > in[1]); break;
    case Opcode::IntNe: give(in[0] != in[1]); break;
    case Opcode::PyTruth: give(in[0] != 0); break;
    case Opcode::PyIter: give(in[0]); break;
    case Opcode::If: {
      Exit exit = region(op.regions[in[0] ? 0 : 1]);
      if (exit != Exit::Yield)
        return exit;
      write(op.results, passed_);
      break;
    }
    case Opcode::Try: {
      Exit exit = region(op.regions[0]);
      int64_t result = result_;
      Exit last = region(op.regions[3]);
      if (last != Exit::Yield)
        return last;
      if (exit != Exit::Yield)
        return result_ = result, exit;
      break;
    }
    case Opcode::While: return whileLoop(op, in);
    case Opcode::For: return forLoop(op, in);
    case Opcode::YieldValues: return pass(Exit::Yield);
    case Opcode::Condition: return pass(in[0] ? Exit::Condition : Exit::Break, 1);
    case Opcode::Break: return pass(Exit::Break);
    case Opcode::Continue: return pass(Exit::Continue);
    case Opcode::Return: return result_ = in[0], Exit::Return;
    default: ADD_FAILURE() << info(op.opcode).name.str();
    }
    return Exit::None;
  }

  Exit whileLoop(const Op &op, Numbers carried) {
    while (true) {
      write(function_.region(op.regions[0]).arguments, carried);
      Exit test = region(op.regions[0]);
      carried = passed_;
      if (test == Exit::Break)
        return finish(op, op.regions[2], carried);
      if (test != Exit::Condition)
        return test;
      write(function_.region(op.regions[1]).arguments, carried);
      Exit exit = region(op.regions[1]);
      carried = passed_;
      if (exit == Exit::Break)
        return write(op.results, carried), Exit::None;
      if (exit != Exit::Yield && exit != Exit::Continue)
        return exit;
    }
  }

  Exit forLoop(const Op &op, Numbers in) {
    Numbers carried(in.begin() + 1, in.end());
    for (int64_t i = 0; i < in[0]; ++i) {
      Numbers arguments = carried;
      arguments.insert(arguments.begin(), i);
      write(function_.region(op.regions[0]).arguments, arguments);
      Exit exit = region(op.regions[0]);
      carried = passed_;
      if (exit == Exit::Break)
        return write(op.results, carried), Exit::None;
      if (exit != Exit::Yield && exit != Exit::Continue)
        return exit;
    }
    return finish(op, op.regions[1], carried);
  }

  Exit finish(const Op &op, RegionId otherwise, const Numbers &carried) {
    if (function_.region(otherwise).ops.empty())
      return write(op.results, carried), Exit::None;
    write(function_.region(otherwise).arguments, carried);
    Exit exit = region(otherwise);
    if (exit != Exit::Yield)
      return exit;
    return write(op.results, passed_), Exit::None;
  }

  const Module &module_;
  const Function &function_;
  IdVector<ValueId, int64_t> values_;
  IdVector<SlotId, std::optional<int64_t>> slots_;
  Numbers passed_;
  int64_t result_ = 0;
  unsigned steps_ = 0;
};

std::string answers(const Module &module) {
  std::string all;
  for (int64_t argument : {0, 1, 3, 7})
    all += Interpreter(module, argument).run() + " ";
  return all;
}

void check(unsigned seed, llvm::StringRef flags) {
  Module module;
  module.name = "m";
  Generator(module, seed);
  ASSERT_EQ(verify(module), std::vector<std::string>()) << toText(module);
  std::string before = toText(module), expected = answers(module), unknown;
  if (expected.find("steps") != std::string::npos)
    return;  // too long; a pass may shorten it
  llvm::SmallVector<transforms::PassId, 8> passes;
  ASSERT_TRUE(transforms::parsePasses(flags, &passes, &unknown));
  ASSERT_EQ(transforms::runPasses(module, passes, {.verifyEach = true}), std::vector<std::string>())
      << before;
  ASSERT_EQ(answers(module), expected) << "seed " << seed << ", " << flags.str() << "\n"
                                       << before << toText(module);
}

TEST(PassFuzz, PromoteSlots) {
  for (unsigned seed = 0; seed < kPrograms && !testing::Test::HasFatalFailure(); ++seed)
    check(seed, "promote-slots");
}

TEST(PassFuzz, All) {
  for (unsigned seed = 0; seed < kPrograms && !testing::Test::HasFatalFailure(); ++seed)
    check(seed, "constant-fold,refine-sound,promote-scalars,promote-slots,refine-sound,"
                "constant-fold,cse,dead-code");
}

}  // namespace
