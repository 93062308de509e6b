// Elementwise operations that follow each other over the same elements become one loop.
//
//   %3 = t.mul_scalar %1, %m        loop 1 x 1024 over %1, %2
//   %4 = t.add_tensor %3, %2, %1  =>   %3 = ...
//   storage.commit "$b" %4             %4 = ... in place $b
//
// A loop is open until somebody else asks for one of its results. Values that only the loop itself
// uses stay in a register. Reductions over the loop's rows, its columns or all of it are part of
// it, and so is what is done with a row's reductions, in its turn for each of the row's elements:
//
//   %2 = t.amax %1, 1             loop 50 x 10: greatest of a row;
//   %3 = t.sub_tensor %1, %2  =>                %3, %4, sum of a row;
//   %4 = t.exp %3                               %6
//   %5 = t.sum_dim %4, 1
//   %6 = t.div_tensor %4, %5
#include "Transforms/Plan/FormBlocks.h"

#include "IR/FusedOps.h"
#include "IR/Walk.h"
#include "Transforms/Plan/ElementFacts.h"
#include "Transforms/Plan/InputStorages.h"
#include "Transforms/Plan/TensorFacts.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

namespace janus::plan {
namespace {

using namespace ir;

class BlockFormer {
public:
  BlockFormer(const Module &module, Plan &plan)
      : module_(module), function_(module.function(plan.function)), plan_(plan),
        elements_(module, function_) {}

  void run() {
    walk(function_, function_.body, [&](OpId id) {
      for (ValueId operand : function_.op(id).operands)
        users_[operand].push_back(id);
    });
    plan_.compute = form(plan_.compute);
    makeViews();
    findOutputs();
  }

private:
  // A list of steps; loops that are open outside of it stay so.
  std::vector<PlanStep> form(const std::vector<PlanStep> &list) {
    std::vector<PlanStep> around = std::exchange(steps_, {});
    std::vector<uint32_t> open = std::exchange(open_, {});
    for (const PlanStep &step : list) {
      if (step.kind == PlanStep::Kind::General && join(step.op))
        continue;
      if (step.kind == PlanStep::Kind::General && elements_.isLookedThrough(step.op)) {
        elements_.visit(step.op);
        postponed_.insert(step.op);
        continue;
      }
      bool isEnd =
          step.kind == PlanStep::Kind::Scalar && has(function_.op(step.op).opcode, Terminator);
      while (isEnd && !open_.empty())
        close(open_.front());
      if (step.kind != PlanStep::Kind::Block)
        for (ValueId operand : function_.op(step.op).operands)
          closeMaker(operand);
      if (step.kind == PlanStep::Kind::Scalar)
        for (ValueId source : carriedSources(function_, plan_, step.op))
          closeMaker(source);
      steps_.push_back(step.sides.empty() ? step : formSides(step));
      elements_.visit(step.op);
    }
    while (!open_.empty())
      close(open_.front());
    open_ = std::move(open);
    std::swap(steps_, around);
    return around;
  }

  // The operands of a branch's sides, or of a loop's turns, have been computed before.
  PlanStep formSides(PlanStep step) {
    for (RegionId side : function_.op(step.op).regions)
      walk(function_, side, [&](OpId id) {
        for (ValueId operand : function_.op(id).operands)
          closeMaker(operand);
      });
    for (std::vector<PlanStep> &side : step.sides)
      side = form(side);
    return step;
  }

  using Per = PlanBlock::Per;
  // More pointers than this do not stay in registers.
  static constexpr size_t kMostTensors = 20;
  // A row is gone through so many times at most.
  static constexpr unsigned kMostStages = 4;

  // Puts an operation into the loop that makes one of its operands, or into one of its own. An
  // operation that is only there since it may raise runs its kernel.
  bool join(OpId id) {
    if (users_.lookup(function_.op(id).results[0]).empty())
      return false;
    std::optional<ElementAccess> access = elements_.accessOf(id);
    if (!access)
      return false;
    const Op &op = function_.op(id);
    std::optional<uint32_t> into;
    for (const PlanBlock::Read &read : decltype(access->reads)(access->reads)) {
      auto maker = makerOf_.find(read.source);
      if (maker == makerOf_.end() || !isOpen(maker->second) || maker->second == into)
        continue;
      ElementAccess alike = alignRows(maker->second, id, *access);
      if (!fitted(maker->second, alike))
        continue;
      if (!into) {
        into = maker->second;
        access = std::move(alike);
      } else if (canMerge(*into, maker->second)) {
        merge(*into, maker->second);
      }
    }
    for (const PlanBlock::Read &read : access->reads)
      closeMaker(read.source, into);
    if (into && !isOpen(*into))  // what was closed needed it
      into.reset();
    std::optional<ElementAccess> own =
        into ? fitted(*into, alignRows(*into, id, *access)) : std::nullopt;
    if (into && !own) {  // what has been merged leaves no room
      close(*into);
      into.reset();
    }
    if (into) {
      access = std::move(own);
    } else {
      into = plan_.blocks.size();
      plan_.blocks.emplace_back();
      plan_.blocks.back().inner = access->count;
      open_.push_back(*into);
    }
    add(*into, id, *access);
    makerOf_[op.results[0]] = *into;
    elements_.makeDense(op.results[0]);
    return true;
  }

  // The operands by rows of the same length as the loop's, if they have such; or the loop gets the
  // operation's rows.
  ElementAccess alignRows(uint32_t index, OpId id, const ElementAccess &access) {
    const SizeExpression &inner = plan_.blocks[index].inner;
    if (!access.rows || !rows_.contains(index) || access.rows->inner == inner)
      return access;
    std::optional<ElementAccess> own = elements_.accessOf(id, &inner);
    if (own && own->rows->inner == inner)
      return *own;
    refine(index, *access.rows);
    return access;
  }

  // Gives a loop shorter rows, if each of its operations can be done by such.
  void refine(uint32_t index, const ElementAccess::Rows &rows) {
    PlanBlock &block = plan_.blocks[index];
    if (!(block.outer * block.inner == rows.outer * rows.inner))
      return;
    std::vector<ElementAccess> finer;
    for (const PlanBlock::Member &each : block.members) {
      std::optional<ElementAccess> own = each.per == Per::Element && !each.fold
                                             ? elements_.accessOf(each.op, &rows.inner)
                                             : std::nullopt;
      bool isSame = own && std::equal(own->reads.begin(), own->reads.end(), each.reads.begin(),
                                      each.reads.end(),
                                      [](auto &a, auto &b) { return a.source == b.source; });
      if (!isSame || (own->rows && !(own->rows->inner == rows.inner)))
        return;
      finer.push_back(std::move(*own));
    }
    block.inputs.clear();
    block.subscripts.clear();
    block.outer = rows.outer;
    block.inner = rows.inner;
    for (size_t i = 0; i < finer.size(); ++i) {
      block.members[i].reads = finer[i].reads;
      for (const PlanBlock::Read &read : finer[i].reads)
        addInput(index, read.source, read.subscript);
    }
  }

  void add(uint32_t into, OpId id, const ElementAccess &access) {
    PlanBlock &block = plan_.blocks[into];
    if (access.rows) {
      block.inner = access.rows->inner;
      block.outer = access.rows->outer;
      rows_.insert(into);
    }
    PlanBlock::Member member{id, access.per, access.fold};
    member.reads = access.reads;
    for (const PlanBlock::Read &read : access.reads) {
      if (const PlanBlock::Member *maker = insideOf(into, read.source))
        member.stage = std::max(member.stage, maker->availableAt());
      addInput(into, read.source, read.subscript);
    }
    for (ValueId number : access.numbers)
      addNumber(block, number);
    for (ValueId tensor : access.counted)
      addCount(block, tensor);
    block.members.push_back(member);
  }

  // Nothing: it is not made in that loop.
  const PlanBlock::Member *insideOf(uint32_t block, ValueId tensor) const {
    auto maker = makerOf_.find(tensor);
    return maker != makerOf_.end() && maker->second == block
               ? plan_.blocks[block].find(function_.value(tensor).definedBy)
               : nullptr;
  }

  void addInput(uint32_t into, ValueId tensor, PlanBlock::Subscript subscript) {
    PlanBlock &block = plan_.blocks[into];
    if (insideOf(into, tensor))
      return;
    for (size_t i = 0; i < block.inputs.size(); ++i)
      if (block.inputs[i] == tensor && block.subscripts[i] == subscript)
        return;
    block.inputs.push_back(tensor);
    block.subscripts.push_back(subscript);
  }
  static void addNumber(PlanBlock &block, ValueId number) {
    if (!llvm::is_contained(block.numbers, number))
      block.numbers.push_back(number);
  }
  void addCount(PlanBlock &block, ValueId tensor) const {
    SizeExpression count = productOf(*knownSizes(module_.types.get(function_.value(tensor).type)));
    if (llvm::none_of(block.counts, [&](auto &each) { return each.first == tensor; }))
      block.counts.emplace_back(tensor, count);
  }

  // Two open loops over the same elements, neither of which reads what the other makes.
  bool canMerge(uint32_t a, uint32_t b) const {
    const PlanBlock &x = plan_.blocks[a], &y = plan_.blocks[b];
    if (!(x.outer * x.inner == y.outer * y.inner) ||
        x.inputs.size() + y.inputs.size() > kMostTensors)
      return false;
    if (rows_.contains(a) && rows_.contains(b) && !(x.inner == y.inner))
      return false;
    for (const PlanBlock *each : {&x, &y})
      for (ValueId input : each->inputs) {
        auto maker = makerOf_.find(input);
        if (maker != makerOf_.end() && isOpen(maker->second))
          return false;
      }
    return true;
  }

  void merge(uint32_t into, uint32_t from) {
    PlanBlock gone = std::move(plan_.blocks[from]);
    plan_.blocks[from] = PlanBlock();
    open_.erase(llvm::find(open_, from));
    PlanBlock &block = plan_.blocks[into];
    if (rows_.contains(from)) {
      block.outer = gone.outer;
      block.inner = gone.inner;
      rows_.insert(into);
    }
    for (const PlanBlock::Member &each : gone.members)
      makerOf_[function_.op(each.op).results[0]] = into;
    block.members.insert(block.members.end(), gone.members.begin(), gone.members.end());
    for (size_t i = 0; i < gone.inputs.size(); ++i)
      addInput(into, gone.inputs[i], gone.subscripts[i]);
    for (ValueId number : gone.numbers)
      addNumber(block, number);
    for (auto &[tensor, count] : gone.counts)
      addCount(block, tensor);
  }

  // How the operation is done in that loop; nothing when it is not.
  std::optional<ElementAccess> fitted(uint32_t index, ElementAccess access) const {
    const PlanBlock &block = plan_.blocks[index];
    if (isOfRows(index, access) && !makeOfRows(access))
      return std::nullopt;
    if (access.per != Per::Row || access.fold) {
      if (!(block.outer * block.inner == access.count) ||
          (access.rows && rows_.contains(index) && !(block.inner == access.rows->inner)))
        return std::nullopt;
    }
    if (block.inputs.size() + access.reads.size() > kMostTensors)
      return std::nullopt;
    unsigned stage = 0;
    for (const PlanBlock::Read &read : access.reads)
      if (const PlanBlock::Member *maker = insideOf(index, read.source)) {
        if (!isReadable(*maker, read.subscript))
          return std::nullopt;
        stage = std::max(stage, maker->availableAt());
      }
    return stage < kMostStages ? std::optional(std::move(access)) : std::nullopt;
  }

  // A row's elements one by one, its reductions as a whole; those of columns are ready when the
  // loop is.
  static bool isReadable(const PlanBlock::Member &made, PlanBlock::Subscript as) {
    return made.per == Per::Element ? as.index == PlanBlock::Index::Each
                                    : made.per == Per::Row && as == PlanBlock::Index::Column;
  }

  // True when it has an element for each row of the loop, and uses a value that was made for the
  // rows.
  bool isOfRows(uint32_t index, const ElementAccess &access) const {
    if (access.per != Per::Element || !rows_.contains(index) ||
        !(plan_.blocks[index].outer == access.count) || plan_.blocks[index].inner.constant() == 1)
      return false;
    return llvm::any_of(access.reads, [&](const PlanBlock::Read &read) {
      const PlanBlock::Member *maker = insideOf(index, read.source);
      return maker && maker->per == Per::Row;
    });
  }
  static bool makeOfRows(ElementAccess &access) {
    using Index = PlanBlock::Index;
    access.per = Per::Row;
    for (PlanBlock::Read &each : access.reads) {
      Index &index = each.subscript.index;
      if (index != Index::Each && index != Index::One)
        return false;
      if (index == Index::Each)
        index = Index::Column;
    }
    return !access.rows;
  }

  bool isOpen(uint32_t block) const { return llvm::is_contained(open_, block); }

  void closeMaker(ValueId value, std::optional<uint32_t> except = std::nullopt) {
    OpId made = function_.value(value).definedBy;
    if (function_.op(made).opcode == Opcode::Pack)
      for (ValueId item : function_.op(made).operands)
        closeMaker(item, except);
    if (postponed_.remove(made))
      runKernel(made);
    auto maker = makerOf_.find(value);
    if (maker != makerOf_.end() && maker->second != except && isOpen(maker->second))
      close(maker->second);
  }

  // By its kernel, like a view that somebody else than a loop needs.
  void runKernel(OpId id) {
    for (ValueId operand : function_.op(id).operands)
      closeMaker(operand);
    steps_.push_back({PlanStep::Kind::General, id});
  }

  // Makes views that no operation has asked for while computing, if objects and commits need them.
  void makeViews() {
    std::vector<OpId> left = postponed_.takeVector();
    for (size_t i = left.size(); i-- > 0;) {
      bool isNeeded = llvm::any_of(users_[function_.op(left[i]).results[0]], [&](OpId user) {
        return !isMember(user) && !unused_.contains(user);
      });
      if (!isNeeded)
        unused_.insert(left[i]);
    }
    for (OpId id : left)
      if (!unused_.contains(id))
        plan_.compute.push_back({PlanStep::Kind::General, id});
  }
  bool isMember(OpId id) const {
    const Op &op = function_.op(id);
    return !op.results.empty() && makerOf_.count(op.results[0]);
  }

  // Its loop runs now, those that it reads from before it.
  void close(uint32_t index) {
    open_.erase(llvm::find(open_, index));
    for (ValueId input : std::vector<ValueId>(plan_.blocks[index].inputs))
      closeMaker(input);
    PlanBlock &block = plan_.blocks[index];
    if (block.members.size() == 1 && block.folds()) {  // that is what its kernel does
      OpId alone = block.members[0].op;
      makerOf_.erase(function_.op(alone).results[0]);
      block = PlanBlock();
      runKernel(alone);
      return;
    }
    PlanStep step{PlanStep::Kind::Block, OpId()};
    step.block = index;
    steps_.push_back(step);
  }

  // Results that are used outside of their loop, or at a later stage of it; and reductions that
  // nothing reads: a loop has no other place for them.
  void findOutputs() {
    llvm::DenseMap<OpId, std::pair<uint32_t, const PlanBlock::Member *>> homes;
    for (uint32_t i = 0; i < plan_.blocks.size(); ++i)
      for (const PlanBlock::Member &each : plan_.blocks[i].members)
        homes[each.op] = {i, &each};
    llvm::DenseSet<ValueId> outputs, read;
    walk(function_, function_.body, [&](OpId user) {
      auto own = homes.find(user);
      for (ValueId operand : function_.op(user).operands) {
        ValueId source = own == homes.end() ? operand : own->second.second->sourceOf(operand);
        auto maker = homes.find(function_.value(source).definedBy);
        if (maker == homes.end() || unused_.contains(user))
          continue;
        read.insert(source);
        auto [block, made] = maker->second;
        bool isLater = made->per == Per::Element && own != homes.end() &&
                       own->second.second->stage > made->stage;
        if (own == homes.end() || own->second.first != block || isLater)
          outputs.insert(source);
      }
    });
    for (PlanBlock &block : plan_.blocks)
      for (const PlanBlock::Member &each : block.members) {
        ValueId result = function_.op(each.op).results[0];
        if (outputs.contains(result) || (each.fold && !read.contains(result)))
          block.outputs.push_back(result);
      }
  }

  const Module &module_;
  const Function &function_;
  Plan &plan_;
  ElementFacts elements_;
  std::vector<PlanStep> steps_;
  std::vector<uint32_t> open_;     // by age
  llvm::DenseSet<uint32_t> rows_;  // loops that have an inner length
  llvm::DenseMap<ValueId, uint32_t> makerOf_;
  llvm::SetVector<OpId> postponed_;  // views that loops look through
  llvm::DenseSet<OpId> unused_;      // those that nobody else needs
  llvm::DenseMap<ValueId, llvm::SmallVector<OpId, 2>> users_;
};

// Loops whose results only replace the contents of storages run in the commit phase and write
// there.
class InPlaceWriter {
public:
  InPlaceWriter(const Module &module, Plan &plan)
      : function_(module.function(plan.function)), plan_(plan), storages_(function_) {}

  void run() {
    if (llvm::any_of(plan_.commits, [](auto &step) { return step.kind == PlanStep::Kind::Update; }))
      return;
    walk(function_, function_.body, [&](OpId id) {
      for (ValueId operand : function_.op(id).operands)
        users_[operand].push_back(id);
    });
    for (const PlanInput &input : plan_.inputs)
      if (input.value && input.type != "object")  // whose contents nobody reads
        inputs_[input.path] = input.value;
    for (const std::vector<PlanStep> *late : {&plan_.objects, &plan_.commits})
      for (const PlanStep &step : *late) {
        addReadsOf(step.op);
        for (RegionId side : function_.op(step.op).regions)
          walk(function_, side, [&](OpId id) { addReadsOf(id); });
      }
    std::vector<PlanStep> kept, moved;
    for (const PlanStep &step : plan_.compute)
      (step.kind == PlanStep::Kind::Block && move(plan_.blocks[step.block]) ? moved : kept)
          .push_back(step);
    plan_.compute = std::move(kept);
    plan_.commits.insert(plan_.commits.begin(), moved.begin(), moved.end());
  }

private:
  bool move(PlanBlock &block) {
    if (block.folds())
      return false;
    std::vector<std::string> targets;
    std::vector<OpId> commits;
    for (ValueId output : block.outputs) {
      llvm::SmallVector<OpId, 2> outside;
      for (OpId user : users_.lookup(output))
        if (!block.find(user))
          outside.push_back(user);
      if (outside.size() != 1 || function_.op(outside[0]).opcode != Opcode::StorageCommit ||
          function_.op(outside[0]).parent != function_.body)
        return false;
      targets.push_back(function_.stringAttribute(outside[0], "path").str());
      commits.push_back(outside[0]);
    }
    if (targets.empty() || !canWrite(block, targets))
      return false;
    block.targets = targets;
    plan_.inPlace.insert(commits.begin(), commits.end());
    addReads(block.inputs);
    for (const std::string &path : targets)
      written_.insert(storages_.storageOf(path));
    return true;
  }

  // The old contents it may read, element by element. Nobody does who comes later, and nothing is
  // read that an earlier one has written.
  bool canWrite(const PlanBlock &block, const std::vector<std::string> &targets) const {
    llvm::StringSet<> storages;
    for (const std::string &path : targets)
      storages.insert(storages_.storageOf(path));
    for (size_t i = 0; i < block.inputs.size(); ++i) {
      bool isOld = llvm::any_of(targets, [&](const std::string &path) {
        return block.inputs[i] == inputs_.lookup(path);
      });
      bool isInStep = isOld && block.subscripts[i].index == PlanBlock::Index::Each;
      if (storages_.showsAny(block.inputs[i], written_) ||
          (!isInStep && storages_.showsAny(block.inputs[i], storages)))
        return false;
    }
    return !haveCommon(readLater_, storages);
  }

  void addReadsOf(OpId id) {
    const Op &op = function_.op(id);
    if (op.opcode == Opcode::StorageCommit)
      addReads(plan_.storedBy(id, op));
    else
      addReads(op.operands);
  }
  void addReads(llvm::ArrayRef<ValueId> values) {
    for (ValueId value : values)
      for (const auto &storage : storages_.shownBy(value))
        readLater_.insert(storage.getKey());
  }

  const Function &function_;
  Plan &plan_;
  const InputStorages storages_;
  llvm::DenseMap<ValueId, llvm::SmallVector<OpId, 2>> users_;
  llvm::StringMap<ValueId> inputs_;
  llvm::StringSet<> readLater_, written_;
};

}  // namespace

void formBlocks(const Module &module, Plan &plan) {
  BlockFormer(module, plan).run();
  InPlaceWriter(module, plan).run();
}

}  // namespace janus::plan
