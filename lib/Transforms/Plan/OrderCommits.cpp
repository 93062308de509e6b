#include "Transforms/Plan/OrderCommits.h"

#include "IR/Walk.h"
#include "Transforms/Plan/InputStorages.h"

namespace janus::plan {
namespace {

using namespace ir;

// An operand that shows elements of inputs.
struct Read {
  OpId op;
  ValueId value;
  llvm::StringSet<> storages;
};

// A step of the commits. Some write more than once: the sides of a branch, parts of a storage.
struct Write {
  PlanStep step;
  std::vector<Read> reads;
  llvm::StringSet<> written;
};

class CommitOrder {
public:
  CommitOrder(const Module &module, Plan &plan)
      : function_(module.function(plan.function)), plan_(plan), storages_(function_) {}

  void run() {
    std::vector<PlanStep> others;
    for (PlanStep &step : plan_.commits)
      if (Write write = of(step); write.written.empty())
        others.push_back(std::move(step));
      else
        left_.push_back(std::move(write));
    plan_.commits.clear();
    for (Write &write : left_)
      if (write.written.size() > 1 || plan_.parts.count(write.step.op))
        copyReads(write, write.written);
    while (!left_.empty()) {
      auto next = llvm::find_if(left_, [&](const Write &each) { return !isRead(each); });
      if (next == left_.end()) {
        next = left_.begin();
        for (Write &each : left_)
          if (&each != &*next)
            copyReads(each, next->written);
      }
      plan_.commits.push_back(std::move(next->step));
      left_.erase(next);
    }
    llvm::append_range(plan_.commits, others);
  }

private:
  Write of(const PlanStep &step) {
    Write write{step, {}, {}};
    auto add = [&](OpId id) {
      const Op &op = function_.op(id);
      auto update = plan_.written.find(id);
      if (update != plan_.written.end()) {
        for (ValueId operand : op.operands)
          addReads(id, operand, update->second, write);
        for (ValueId target : update->second)
          for (const auto &storage : storages_.shownBy(target))
            write.written.insert(storage.getKey());
      } else if (op.opcode == Opcode::StorageCommit) {
        write.written.insert(storages_.storageOf(function_.stringAttribute(id, "path")));
        if (!plan_.inPlace.contains(id))
          for (ValueId stored : plan_.storedBy(id, op))
            addReads(id, stored, {}, write);
      }
    };
    add(step.op);
    for (RegionId side : function_.op(step.op).regions)
      walk(function_, side, add);
    return write;
  }

  void addReads(OpId op, ValueId operand, const std::vector<ValueId> &written, Write &write) const {
    const Op &made = function_.op(function_.value(operand).definedBy);
    if (made.opcode == Opcode::Pack)
      for (ValueId item : made.operands)
        addReads(op, item, written, write);
    else if (!llvm::is_contained(written, operand))
      if (llvm::StringSet<> shown = storages_.shownBy(operand); !shown.empty())
        write.reads.push_back({op, operand, std::move(shown)});
  }

  // By others, which have to come before it.
  bool isRead(const Write &write) const {
    return llvm::any_of(left_, [&](const Write &each) {
      return &each != &write && llvm::any_of(each.reads, [&](const Read &read) {
        return haveCommon(read.storages, write.written);
      });
    });
  }

  void copyReads(Write &write, const llvm::StringSet<> &written) {
    llvm::erase_if(write.reads, [&](const Read &read) {
      if (!haveCommon(read.storages, written))
        return false;
      plan_.copied[read.op].push_back(read.value);
      return true;
    });
  }

  const Function &function_;
  Plan &plan_;
  const InputStorages storages_;
  std::vector<Write> left_;
};

}  // namespace

void orderCommits(const Module &module, Plan &plan) {
  CommitOrder(module, plan).run();
}

}  // namespace janus::plan
