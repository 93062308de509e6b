// Sizes of tensors that were others at other recorded entries of a root: the snapshots are walked
// side by side, breadth first, so that an object is compared at its shortest path. Each object of
// the first snapshot is compared once: it has one path in the evaluator, too.
#include "Transforms/Speculate/Budget.h"
#include "Transforms/Speculate/Heap/AbstractHeap.h"
#include "Transforms/Speculate/Shapes/SizeSymbols.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <deque>
#include <unordered_map>

namespace janus::speculate {

namespace {

class SizeComparison {
public:
  SizeComparison(const Profile &a, const Profile &b, VaryingSizes &varying)
      : a_(a), b_(b), varying_(varying) {}

  void compare(const ProfileValue &x, const ProfileValue &y, std::string path) {
    compareValues(x, y, [&] { return path; });
    compareOpen();
  }

  // The global variables of modules that both entries know.
  void compareGlobals() {
    for (const NamedValue &one : a_.modules)
      for (const NamedValue &other : b_.modules)
        if (one.name == other.name)
          compareAttributes(
              a_.heap[std::get<NodeId>(one.value.value)],
              b_.heap[std::get<NodeId>(other.value.value)],
              [&](llvm::StringRef name) { return attributePath("@" + one.name, true, name); });
    compareOpen();
  }

private:
  struct Pair {
    NodeId one, other;
    std::string path;
  };
  using PathOf = llvm::function_ref<std::string()>;

  void compareValues(const ProfileValue &x, const ProfileValue &y, PathOf path) {
    auto *number = std::get_if<int64_t>(&x.value), *sameNumber = std::get_if<int64_t>(&y.value);
    if (number && sameNumber && *number != *sameNumber)
      varying_[path()] = {true};
    auto *text = std::get_if<std::string>(&x.value), *sameText = std::get_if<std::string>(&y.value);
    if (text && sameText && *text != *sameText)
      varying_.try_emplace(path());
    auto *one = std::get_if<NodeId>(&x.value), *other = std::get_if<NodeId>(&y.value);
    if (!one != !other)
      noteForm(path());
    if (one && other && seen_.size() < kBudget.comparedObjects && seen_.insert(one->index).second)
      open_.push_back({*one, *other, path()});
  }

  void compareOpen() {
    while (!open_.empty()) {
      Pair next = std::move(open_.front());
      open_.pop_front();
      compareNodes(next);
    }
  }

  // An object has another form: of a tree, another one is there.
  void noteForm(const std::string &path) { varying_.try_emplace(path + kFormOf.str()); }

  void compareNodes(const Pair &pair) {
    const HeapNode &m = a_.heap[pair.one], &n = b_.heap[pair.other];
    if (m.kind != n.kind || m.items.size() != n.items.size())
      noteForm(pair.path);
    if (m.kind != n.kind)
      return;
    switch (m.kind) {
    case NodeKind::Tensor: return compareTensors(*m.tensor, *n.tensor, pair.path);
    case NodeKind::List:
    case NodeKind::Tuple:
    case NodeKind::Slice:
    case NodeKind::Range:
      for (size_t i = 0; i < std::min(m.items.size(), n.items.size()); ++i)
        compareValues(m.items[i], n.items[i], [&] { return pair.path + partStep(m.kind, i); });
      return;
    case NodeKind::Dict: return compareEntries(m, n, pair.path);
    case NodeKind::Opaque:  // arrays of packages
    case NodeKind::Instance:
      return compareAttributes(
          m, n, [&](llvm::StringRef name) { return attributePath(pair.path, false, name); });
    default: return;
    }
  }

  void compareTensors(const TensorFacts &x, const TensorFacts &y, const std::string &path) {
    // Parameters of two models: each is bound once, and quicker with numbers.
    bool isParameter = path.find_first_of(".[") != std::string::npos && x.requiresGrad && x.isLeaf;
    if (isParameter || x.dtype != y.dtype || x.shape.size() != y.shape.size() || x.shape == y.shape)
      return;
    std::vector<bool> &varies = varying_[path];
    varies.resize(x.shape.size());
    for (size_t i = 0; i < x.shape.size(); ++i)
      if (x.shape[i] != y.shape[i])
        varies[i] = true;
  }

  void compareAttributes(const HeapNode &m, const HeapNode &n,
                         llvm::function_ref<std::string(llvm::StringRef)> pathOf) {
    std::unordered_map<std::string, const ProfileValue *> others;
    for (const auto &[name, value] : n.attributes)
      others.try_emplace(name, &value);
    for (const auto &[name, value] : m.attributes)
      if (auto other = others.find(name); other != others.end())
        compareValues(value, *other->second, [&, &name = name] { return pathOf(name); });
  }

  void compareEntries(const HeapNode &m, const HeapNode &n, const std::string &path) {
    std::unordered_map<std::string, const ProfileValue *> others;
    for (const auto &[key, value] : n.entries)
      if (std::string text = keyText(key); !text.empty())
        others.try_emplace(std::move(text), &value);
    for (const auto &[key, value] : m.entries) {
      std::string text = keyText(key);
      auto other = text.empty() ? others.end() : others.find(text);
      if (other != others.end())
        compareValues(value, *other->second, [&] { return path + "[" + text + "]"; });
    }
  }

  // The text of a key as paths have it; none for keys that are neither numbers nor plain texts.
  static std::string keyText(const ProfileValue &key) {
    if (auto *number = std::get_if<int64_t>(&key.value))
      return std::to_string(*number);
    auto *text = std::get_if<std::string>(&key.value);
    bool plain = text && llvm::all_of(*text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
    return plain ? "\"" + *text + "\"" : "";
  }

  const Profile &a_, &b_;
  VaryingSizes &varying_;
  llvm::DenseSet<uint32_t> seen_;  // of the first snapshot
  std::deque<Pair> open_;
};

}  // namespace

VaryingSizes varyingSizes(llvm::ArrayRef<RecordedEntry> entries) {
  VaryingSizes varying;
  for (size_t i = 1; i < entries.size(); ++i) {
    const RootProfile &first = *entries[0].second, &other = *entries[i].second;
    SizeComparison sides(*entries[0].first, *entries[i].first, varying);
    for (size_t k = 0; k < std::min(first.liveIns.size(), other.liveIns.size()); ++k)
      sides.compare(first.liveIns[k], other.liveIns[k], "%" + std::to_string(k));
    for (const NamedValue &slot : first.slots)
      for (const NamedValue &same : other.slots)
        if (slot.name == same.name)
          sides.compare(slot.value, same.value, "$" + slot.name);
    sides.compareGlobals();
  }
  for (const RecordedEntry &entry : entries)
    for (const Extremes &each : entry.second->extremes)
      if (each.least != each.most)
        varying[each.path] = {true};
  return varying;
}

}  // namespace janus::speculate
