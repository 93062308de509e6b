// Function bodies, loops and bodies of loops become `region` operations: the places where tier 2
// can be entered.
//
//   %1 = for %0, %a : dyn do(%2: dyn, %3: dyn) {...}
// =>
//   %1 = region "f.loop" %0, %a : dyn body(%2: dyn, %3: dyn) {
//     %4 = for %2, %3 : dyn do(%5: dyn, %6: dyn) {...}
//     yield_values %4
//   }
//
// Operands are the values that the region uses, results those that are used after it; `slots_in`
// are the slots whose values it may read, `slots_out` those it writes that may be read after it.
// Generators and class bodies have no roots.
//
// No graph goes over to Python or calls `random`, and none is for a list or dict of any length.
// A body with statements that do the one, call a function that does, or look at a container that
// the body makes longer at each turn, is split: the runs of statements between them become roots of
// their own, inside that of the body: `f.loop.body.part`, `f.loop.body.part#1`; so are those in a
// `with`, a `try` or on a side of a condition: `f.block.part`.
//
// Within the root of a body or part there are others, which are entered where that one is not:
// * Arrays of packages that index a tensor, or are made one, are inputs of graphs, if they are of a
//   kind that tensors have. An item of a list is the one at the place of the profile. What stands
//   behind the last such operation: `f.behind`.
// * The updates of several optimizers, of which one may be for no graph: `f.step`, `f.step#1`.
// * The statements in front of a `backward()`, which may go on through a history that no graph
//   knows, and those behind it, but for those that remove items of containers: `f.forward`,
//   `f.update`, `f.update#1`.
//
// A graph is for one choice of items. What stands behind a statement that chooses some of a
// container by what they are (`[s for s in states if s is not None]`) is a root of its own, too,
// inside the one of the whole: `f.tail`, `f.tail.tail`. It is entered when that of the whole is
// not.
#include "Transforms/Roots/FormRoots.h"

#include "IR/Builder.h"
#include "IR/Rewriter.h"
#include "IR/Walk.h"
#include "Transforms/Infer/ArrayReads.h"
#include "Transforms/Infer/Crossings.h"
#include "Transforms/Infer/GrowingContainers.h"
#include "Transforms/Infer/OutsideCalls.h"
#include "Transforms/Infer/SlotLiveness.h"
#include "Transforms/PassManager.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

#include <array>
#include <optional>

namespace janus::transforms {
namespace {

using namespace ir;

class RootFormer {
public:
  RootFormer(Module &module, FunctionId id, const ForeignValues &foreign, const ArrayReads &reads,
             const OutsideCalls &outside, const ObjectClasses &objects, RootChoice wanted)
      : builder_(module, id), function_(module.function(id)), id_(id), foreign_(foreign),
        reads_(reads), outside_(outside), objects_(objects), wanted_(wanted) {}

  void run() {
    // Inner ones first: an outer root holds regions already formed.
    std::vector<OpId> loops;
    walkPostOrder(function_, function_.body, [&](OpId op) {
      Opcode opcode = function_.op(op).opcode;
      if (opcode == Opcode::While || opcode == Opcode::For)
        loops.push_back(op);
    });
    nameLoops();
    for (OpId loop : loops) {
      const Op &op = function_.op(loop);
      bool isFor = op.opcode == Opcode::For;
      RegionId body = op.regions[isFor ? 0 : 1];
      std::string name = names_[loop] + ".body";
      wrapAll(body, name, isFor && beginsAnyRoot(name) ? unpackTargets(body) : 0);
      size_t index = positionOf(function_, loop);
      wrap(function_.op(loop).parent, index, index + 1, names_[loop]);
    }
    if (!(function_.flags & kFnModuleBody))
      wrapAll(function_.body, function_.qualname);
  }

private:
  // `f.loop`, `f.loop#1`, in the order of the text.
  void nameLoops() {
    llvm::StringMap<unsigned> counts;
    walk(function_, function_.body, [&](OpId op) {
      Opcode opcode = function_.op(op).opcode;
      if (opcode != Opcode::While && opcode != Opcode::For)
        return;
      std::string name = function_.qualname + ".loop";
      if (unsigned count = counts[name]++)
        name += "#" + std::to_string(count);
      names_[op] = name;
    });
  }

  // True when the body itself is a root, or one of those within it that begin where it does.
  bool beginsAnyRoot(const std::string &body) {
    return llvm::any_of(std::array{"", ".forward", ".step", ".step.forward"},
                        [&](const char *inner) { return wanted_(id_, body + inner); });
  }

  // The begin of the body of `for i, (x, y) in ...` behind the operations that unpack the item, so
  // that its parts are the root's operands: a batch is another list at each turn. Stores among
  // those operations are repeated in the body.
  size_t unpackTargets(RegionId body) {
    llvm::DenseSet<ValueId> parts = {function_.region(body).arguments[0]};
    std::vector<OpId> stores;
    size_t begin = 0, known = 0;
    const std::vector<OpId> ops = function_.region(body).ops;
    for (size_t i = 0; i < ops.size(); ++i) {
      const Op &op = function_.op(ops[i]);
      bool isUnpack = op.opcode == Opcode::PyUnpack;
      bool isStore = op.opcode == Opcode::SlotStore || op.opcode == Opcode::GlobalStore;
      if ((!isUnpack && !isStore) || !parts.contains(op.operands[0]))
        break;
      if (isStore) {
        stores.push_back(ops[i]);
        continue;
      }
      parts.insert(op.results.begin(), op.results.end());
      begin = i + 1;
      known = stores.size();
    }
    builder_.setInsertionPoint(body, begin);
    for (OpId store : llvm::ArrayRef(stores).take_front(known)) {
      const Op op = function_.op(store);
      builder_.setSpan(op.span);
      builder_.create(op.opcode, op.operands, op.attributes, {});
    }
    return begin;
  }

  void wrapAll(RegionId region, const std::string &name, size_t begin = 0) {
    size_t all = function_.region(region).ops.size();
    size_t plain = all - (terminatorOf(function_, region) ? 1 : 0);
    size_t count = region == function_.body ? all : plain;  // the end of a function is its root's
    if (count == 0)
      return;
    size_t inParts = wrapParts(region, plain, name);
    if (inParts == 0)  // the inner ones, too, begin behind what unpacks the item
      count -= wrapInner(region, std::min(begin, plain), plain, name);
    count -= inParts;
    wrap(region, inParts == 0 && begin < count ? begin : 0, count, name);
  }

  // The runs of whole statements that a graph can hold, when there are others. Answers by how many
  // operations the region has become shorter.
  size_t wrapParts(RegionId region, size_t count, const std::string &name) {
    GrowingContainers growing(builder_.module(), objects_, id_, region, count);
    if (foreign_.empty() && outside_.empty() && growing.empty())
      return 0;
    struct Part {
      size_t begin, end;
      bool staysOut, isWorth;
    };
    std::vector<Part> parts;
    auto add = [&](Part part) {
      if (!parts.empty() && parts.back().staysOut == part.staysOut) {
        parts.back().end = part.end;
        parts.back().isWorth |= part.isWorth;
      } else {
        parts.push_back(part);
      }
    };
    for (auto [begin, end] : statements(region, count)) {
      Part out{begin, begin, true, false}, rest{begin, end, false, false};
      for (size_t i = begin; i < end; ++i) {
        OpId op = function_.region(region).ops[i];
        rest.isWorth |= (effectsOf(function_, op) & CallsUser) != 0;
        if (staysOut(op, growing)) {
          out.end = rest.begin = i + 1;
          rest.isWorth = false;
        }
      }
      // `model(x[places])`: what comes behind the last such operation of a statement can begin a
      // part, to which the values so far are given.
      if (out.end > begin && !rest.isWorth)
        out.end = end;
      if (out.end > begin)
        add(out);
      if (out.end < end)
        add(rest);
    }
    wrapInside(region, count, growing, name);
    if (llvm::none_of(parts, [](const Part &part) { return part.staysOut; }))
      return 0;
    llvm::erase_if(parts, [](const Part &part) { return part.staysOut || !part.isWorth; });
    size_t before = function_.region(region).ops.size();
    for (size_t i = parts.size(); i-- > 0;) {  // the places of those in front stay
      std::string part = name + ".part" + (i == 0 ? "" : "#" + std::to_string(i));
      size_t inner = wrapInner(region, parts[i].begin, parts[i].end, part);
      wrap(region, parts[i].begin, parts[i].end - inner, part);
    }
    return before - function_.region(region).ops.size();
  }

  // Makes parts of the sides of conditions, and of the blocks of `with` and `try`, that hold such
  // statements.
  void wrapInside(RegionId region, size_t count, const GrowingContainers &growing,
                  const std::string &name) {
    unsigned blocks = 0;
    for (size_t i = 0; i < count; ++i) {
      OpId id = function_.region(region).ops[i];
      Opcode opcode = function_.op(id).opcode;
      if (opcode != Opcode::If && opcode != Opcode::Try)
        continue;
      // A copy: parts are operations, for which those that there are may move.
      std::vector<RegionId> blocksOf(function_.op(id).regions.begin(),
                                     function_.op(id).regions.end());
      if (opcode == Opcode::Try)
        blocksOf.resize(1);
      for (RegionId inner : blocksOf) {
        const std::vector<OpId> &ops = function_.region(inner).ops;
        if (llvm::none_of(ops, [&](OpId each) { return staysOut(each, growing); }))
          continue;
        size_t plain = ops.size() - (terminatorOf(function_, inner) ? 1 : 0);
        std::string block = name + ".block" + (blocks == 0 ? "" : "#" + std::to_string(blocks));
        ++blocks;
        wrapParts(inner, plain, block);
      }
    }
  }

  // Makes the roots within the one of [begin, end), which are entered where that is not. Answers by
  // how many operations it has become shorter.
  size_t wrapInner(RegionId region, size_t begin, size_t end, const std::string &name) {
    size_t inner = wrapTails(region, begin, end, name);
    if (inner != 0)
      return inner;
    inner = wrapSteps(region, begin, end, name);
    return inner != 0 ? inner : wrapPasses(region, begin, end, name);
  }

  // Makes the roots of one update: what stands behind its arrays, and the statements around its
  // `backward()`.
  size_t wrapPasses(RegionId region, size_t begin, size_t end, const std::string &name) {
    size_t inner = wrapBehindReads(region, begin, end, name);
    return inner != 0 ? inner : wrapAroundBackward(region, begin, end, name);
  }

  // True when code of the program may run in [from, to): a graph may be worth it.
  bool callsUser(RegionId region, size_t from, size_t to) {
    const std::vector<OpId> &ops = function_.region(region).ops;
    return std::any_of(ops.begin() + from, ops.begin() + to,
                       [&](OpId op) { return (effectsOf(function_, op) & CallsUser) != 0; });
  }

  bool callsMethod(RegionId region, size_t from, size_t to, llvm::StringRef method) {
    const std::vector<OpId> &ops = function_.region(region).ops;
    return std::any_of(ops.begin() + from, ops.begin() + to, [&](OpId op) {
      return function_.op(op).opcode == Opcode::PyCallMethod &&
             function_.stringAttribute(op, "name") == method;
    });
  }

  // The runs of statements of [begin, end) between those that remove items of containers, which may
  // be of any length.
  std::vector<std::pair<size_t, size_t>> betweenRemovals(RegionId region, size_t begin,
                                                         size_t end) {
    std::vector<std::pair<size_t, size_t>> runs;
    auto isRemoval = [&](OpId op) { return function_.op(op).opcode == Opcode::PyDelItem; };
    for (auto [from, to] : statements(region, end)) {
      const std::vector<OpId> &ops = function_.region(region).ops;
      if (from < begin || std::any_of(ops.begin() + from, ops.begin() + to, isRemoval))
        continue;
      if (!runs.empty() && runs.back().second == from)
        runs.back().second = to;
      else
        runs.emplace_back(from, to);
    }
    llvm::erase_if(runs, [&](auto &run) { return !callsUser(region, run.first, run.second); });
    return runs;
  }

  // The statements in front of each `backward()` of [begin, end), and those behind the last one.
  size_t wrapAroundBackward(RegionId region, size_t begin, size_t end, const std::string &name) {
    std::vector<std::pair<size_t, size_t>> pieces;
    size_t last = begin;
    for (auto [from, to] : statements(region, end))
      if (from >= begin && callsMethod(region, from, to, "backward")) {
        pieces.emplace_back(last, from);
        last = to;
      }
    if (pieces.empty())
      return 0;
    size_t before = function_.region(region).ops.size();
    auto wrapAt = [&](std::pair<size_t, size_t> piece, llvm::StringRef kind, size_t i) {
      wrap(region, piece.first, piece.second,
           name + kind.str() + (i == 0 ? "" : "#" + std::to_string(i)), kind == ".forward");
    };
    std::vector<std::pair<size_t, size_t>> updates = betweenRemovals(region, last, end);
    for (size_t i = updates.size(); i-- > 0;)  // the places of those in front stay
      wrapAt(updates[i], ".update", i);
    for (size_t i = pieces.size(); i-- > 0;)
      if (callsUser(region, pieces[i].first, pieces[i].second))
        wrapAt(pieces[i], ".forward", i);
    return before - function_.region(region).ops.size();
  }

  // The updates of several optimizers, each with its forward and backward part: from one `step()`
  // in front of another `backward()` to the next one.
  size_t wrapSteps(RegionId region, size_t begin, size_t end, const std::string &name) {
    std::vector<size_t> cuts = {begin};
    bool hasBackward = false, hasStep = false;
    for (auto [from, to] : statements(region, end)) {
      if (from < begin)
        continue;
      if (callsMethod(region, from, to, "backward")) {
        hasBackward = true;
        hasStep = false;
      } else if (hasBackward && !hasStep && callsMethod(region, from, to, "step")) {
        hasStep = true;
        cuts.push_back(to);
      }
    }
    if (!hasStep)  // the last update has none
      return 0;
    cuts.back() = end;
    if (cuts.size() < 3)
      return 0;
    size_t before = function_.region(region).ops.size();
    for (size_t i = cuts.size() - 1; i-- > 0;) {  // the places of those in front stay
      std::string step = name + ".step" + (i == 0 ? "" : "#" + std::to_string(i));
      size_t inner = wrapPasses(region, cuts[i], cuts[i + 1], step);
      wrap(region, cuts[i], cuts[i + 1] - inner, step);
    }
    return before - function_.region(region).ops.size();
  }

  // Makes a root of what stands behind the last read of an array, or the last item that a list
  // gives to a forward pass, in [begin, end).
  size_t wrapBehindReads(RegionId region, size_t begin, size_t end, const std::string &name) {
    std::optional<size_t> behind = behindReads(region, begin, end);
    if (!behind)
      return 0;
    size_t before = function_.region(region).ops.size();
    size_t inner = wrapAroundBackward(region, *behind, end, name + ".behind");
    wrap(region, *behind, end - inner, name + ".behind");
    return before - function_.region(region).ops.size();
  }

  // Makes roots of what stands behind statements that choose, in [begin, end). Answers by how
  // many operations they have become fewer.
  size_t wrapTails(RegionId region, size_t begin, size_t end, const std::string &name) {
    constexpr size_t kMost = 3;
    std::vector<size_t> begins;
    for (auto [from, to] : statements(region, end)) {
      const std::vector<OpId> &ops = function_.region(region).ops;
      bool isWorth = callsUser(region, to, end);
      bool choosing =
          std::any_of(ops.begin() + from, ops.begin() + to, [&](OpId op) { return chooses(op); });
      if (from >= begin && choosing && isWorth && begins.size() < kMost)
        begins.push_back(to);
    }
    size_t before = function_.region(region).ops.size();
    std::string tail = name;
    for (size_t i = 0; i < begins.size(); ++i)
      tail += ".tail";
    while (!begins.empty()) {  // inner ones first
      size_t shorter = before - function_.region(region).ops.size();
      wrap(region, begins.back(), end - shorter, tail);
      begins.pop_back();
      tail.resize(tail.size() - llvm::StringRef(".tail").size());
    }
    return before - function_.region(region).ops.size();
  }

  // The place behind the last such operation in [begin, end), where operations of the program
  // follow. The elements of an array may be of a kind that no graph knows, or it may be none at
  // all.
  std::optional<size_t> behindReads(RegionId region, size_t begin, size_t end) {
    const std::vector<OpId> &ops = function_.region(region).ops;
    size_t behind = begin, items = begin;
    bool isPassed = false;
    for (size_t i = begin; i < end; ++i) {
      isPassed |= callsMethod(region, i, i + 1, "backward");
      if (reads_.contains(id_, ops[i]))
        behind = i + 1;
      else if (!isPassed && outside_.takesItem(id_, region, ops[i]))
        items = i + 1;
    }
    if (items > behind && callsUser(region, items, end))
      behind = items;
    return behind > begin && callsUser(region, behind, end) ? std::optional(behind) : std::nullopt;
  }

  // A loop that puts something into a container, or yields it, on one side of a condition.
  bool chooses(OpId id) {
    const Op &op = function_.op(id);
    if (op.opcode == Opcode::PyFunction) {  // a generator expression's
      const Function &inner =
          builder_.module().function(function_.functionAttribute(id, "function"));
      return inner.flags & kFnGenerator &&
             llvm::any_of(inner.region(inner.body).ops,
                          [&](OpId each) { return choosesIn(inner, each); });
    }
    return choosesIn(function_, id);
  }

  static bool choosesIn(const Function &function, OpId id) {
    bool isLoop = function.op(id).opcode == Opcode::For, decides = false, puts = false;
    for (RegionId inner : function.op(id).regions)
      walk(function, inner, [&](OpId op) {
        Opcode opcode = function.op(op).opcode;
        isLoop |= opcode == Opcode::For;
        decides |= isLoop && opcode == Opcode::If;
        puts |=
            isLoop &&
            (opcode == Opcode::PyListAppend || opcode == Opcode::PyDictSet ||
             opcode == Opcode::PyYield ||
             (opcode == Opcode::PyCallMethod && function.stringAttribute(op, "name") == "append"));
      });
    return decides && puts;
  }

  // The finest runs of operations that hand no value to those behind them.
  std::vector<std::pair<size_t, size_t>> statements(RegionId region, size_t count) {
    const std::vector<OpId> &ops = function_.region(region).ops;
    llvm::DenseMap<ValueId, size_t> definedAt;
    for (size_t i = 0; i < count; ++i)
      for (ValueId result : function_.op(ops[i]).results)
        definedAt[result] = i;
    // The first operation whose value is used here or later.
    std::vector<size_t> reaches(ops.size(), count);
    auto note = [&](size_t at, OpId op) {
      for (ValueId operand : function_.op(op).operands)
        if (auto found = definedAt.find(operand); found != definedAt.end())
          reaches[at] = std::min(reaches[at], found->second);
    };
    for (size_t i = 0; i < ops.size(); ++i) {
      note(i, ops[i]);
      for (RegionId inner : function_.op(ops[i]).regions)
        walk(function_, inner, [&](OpId op) { note(i, op); });
    }
    std::vector<std::pair<size_t, size_t>> runs;
    size_t end = count, first = count;
    for (size_t i = ops.size(); i-- > count;)
      first = std::min(first, reaches[i]);
    for (size_t i = count; i-- > 0;) {
      first = std::min(first, reaches[i]);
      if (first >= i) {
        runs.emplace_back(i, end);
        end = i;
      }
    }
    std::reverse(runs.begin(), runs.end());
    return runs;
  }

  // One side of a condition does not count: it may be for some of the times only, and then there is
  // a version for the others.
  bool staysOut(OpId id, const GrowingContainers &growing) const {
    const Op &op = function_.op(id);
    auto isForeign = [&](ValueId value) { return foreign_.contains(id_, value); };
    bool crosses = function_.attribute(id, "foreign") || llvm::any_of(op.operands, isForeign) ||
                   llvm::any_of(op.results, isForeign);
    if ((crosses && !reads_.contains(id_, id)) || growing.dependsOnOne(id) ||
        outside_.contains(id_, id))
      return true;
    auto hasOne = [&](RegionId region) {
      return llvm::any_of(function_.region(region).ops,
                          [&](OpId inner) { return staysOut(inner, growing); });
    };
    if (op.opcode == Opcode::If)
      return looksAtGrowing(id, growing) || llvm::all_of(op.regions, hasOne);
    return llvm::any_of(op.regions, hasOne);
  }

  // On either side of a condition, too: at the next time the container is longer. Python's own
  // objects (`np.append`) are no containers.
  bool looksAtGrowing(OpId id, const GrowingContainers &growing) const {
    bool looks = false;
    auto isForeign = [&](ValueId value) { return foreign_.contains(id_, value); };
    for (RegionId region : function_.op(id).regions)
      walk(function_, region, [&](OpId inner) {
        looks |=
            growing.dependsOnOne(inner) && llvm::none_of(function_.op(inner).operands, isForeign);
      });
    return looks;
  }

  // Puts the operations [begin, end) of `region` into a root.
  void wrap(RegionId region, size_t begin, size_t end, const std::string &name,
            bool isBeforeBackward = false) {
    if (!wanted_(id_, name))
      return;
    std::vector<OpId> ops(function_.region(region).ops.begin() + begin,
                          function_.region(region).ops.begin() + end);
    Uses uses = usesOf(ops);
    SlotLiveness live = slotLiveness(function_, region, begin, end);
    uses.slotsIn.remove_if([&](SlotId slot) { return !live.before.test(slot.index); });
    uses.slotsOut.remove_if([&](SlotId slot) { return !live.after.test(slot.index); });
    builder_.setInsertionPoint(region, begin);
    Span span = function_.op(ops.front()).span;
    span.end = std::max(span.end, function_.op(ops.back()).span.end);  // which may begin before it
    builder_.setSpan(span);
    llvm::SmallVector<TypeId, 4> types;
    for (ValueId out : uses.out)
      types.push_back(function_.value(out).type);
    OpId root =
        builder_.create(Opcode::Region, uses.in.getArrayRef(), NamedAttribute{"name", name}, types);
    setSlots(root, "slots_in", uses.slotsIn);
    setSlots(root, "slots_out", uses.slotsOut);
    if (isBeforeBackward)
      function_.setAttribute(root, "before_backward", true);

    // The operations move; uses inside become uses of arguments, uses outside of results.
    RegionId body = function_.op(root).regions[0];
    std::vector<OpId> &around = function_.region(region).ops;
    around.erase(around.begin() + begin + 1, around.begin() + end + 1);
    llvm::DenseMap<ValueId, ValueId> inside, outside;
    for (ValueId in : uses.in)
      inside[in] = function_.addArgument(body, function_.value(in).type);
    for (size_t i = 0; i < uses.out.size(); ++i)
      outside[uses.out[i]] = function_.op(root).results[i];
    substitute(function_.body, outside);
    for (OpId op : ops)
      function_.append(body, op);
    substitute(body, inside);
    if (!uses.out.empty()) {
      Builder::RegionScope scope(builder_, body);
      builder_.create(Opcode::YieldValues, uses.out.getArrayRef());
    }
  }

  struct Uses {
    llvm::SetVector<ValueId> in, out;
    llvm::SetVector<SlotId> slotsIn, slotsOut;
  };

  Uses usesOf(llvm::ArrayRef<OpId> ops) {
    llvm::DenseSet<ValueId> defined;
    llvm::DenseSet<OpId> inside;
    std::vector<OpId> all;
    auto collect = [&](OpId op) {
      inside.insert(op);
      all.push_back(op);
      defined.insert(function_.op(op).results.begin(), function_.op(op).results.end());
      for (RegionId region : function_.op(op).regions) {
        auto &arguments = function_.region(region).arguments;
        defined.insert(arguments.begin(), arguments.end());
      }
    };
    for (OpId op : ops) {
      collect(op);
      for (RegionId region : function_.op(op).regions)
        walk(function_, region, collect);
    }
    Uses uses;
    for (OpId op : all) {
      for (ValueId operand : function_.op(op).operands)
        if (!defined.contains(operand))
          uses.in.insert(operand);
      noteSlots(op, uses);
    }
    walk(function_, function_.body, [&](OpId op) {
      if (!inside.contains(op))
        for (ValueId operand : function_.op(op).operands)
          if (defined.contains(operand))
            uses.out.insert(operand);
    });
    return uses;
  }

  void noteSlots(OpId op, Uses &uses) {
    Opcode opcode = function_.op(op).opcode;
    if (opcode == Opcode::Region) {
      for (SlotId slot : function_.slotsAttribute(op, "slots_in"))
        uses.slotsIn.insert(slot);
      for (SlotId slot : function_.slotsAttribute(op, "slots_out"))
        uses.slotsOut.insert(slot);
    }
    for (SlotId slot : function_.slotsAttribute(op, "captures"))
      uses.slotsIn.insert(slot);
    if (!has(opcode, ReadsSlot | WritesSlot))
      return;
    SlotId slot = function_.slotAttribute(op, "slot");
    if (has(opcode, WritesSlot))
      uses.slotsOut.insert(slot);
    else
      uses.slotsIn.insert(slot);
  }

  void setSlots(OpId root, llvm::StringRef name, const llvm::SetVector<SlotId> &slots) {
    if (!slots.empty())
      function_.setAttribute(root, name, std::vector<SlotId>(slots.begin(), slots.end()));
  }

  void substitute(RegionId region, const llvm::DenseMap<ValueId, ValueId> &map) {
    if (map.empty())
      return;
    walk(function_, region, [&](OpId op) {
      for (ValueId &operand : function_.op(op).operands)
        if (auto found = map.find(operand); found != map.end())
          operand = found->second;
    });
  }

  Builder builder_;
  Function &function_;
  FunctionId id_;
  const ForeignValues &foreign_;
  const ArrayReads &reads_;
  const OutsideCalls &outside_;
  const ObjectClasses &objects_;
  RootChoice wanted_;
  llvm::DenseMap<OpId, std::string> names_;
};

}  // namespace

void formRoots(Module &module, RootChoice wanted) {
  ForeignValues foreign(module);
  ArrayReads reads(module, foreign);
  OutsideCalls outside(module, foreign, reads);
  ObjectClasses objects(module);
  for (FunctionId id : module.functions())
    if (!(module.function(id).flags & (kFnGenerator | kFnClassBody | kFnGraph | kFnInPython)))
      RootFormer(module, id, foreign, reads, outside, objects, wanted).run();
}

void runFormRoots(Module &module) {
  formRoots(module, [](FunctionId, llvm::StringRef) { return true; });
}

}  // namespace janus::transforms
