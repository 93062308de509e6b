// The heap along what a root can reach, as the nodes of a profile (lib/Transforms/Speculate/
// HeapNodes.def). Nothing is called and nothing is written: a snapshot does not disturb the
// program.
#pragma once

#include "value/Object.h"

#include <chrono>
#include <string>
#include <unordered_map>
#include <vector>

namespace janus::speculate {

// What a snapshot may cost. What lies beyond becomes opaque, with a note.
struct SnapshotLimits {
  size_t nodes = 200'000;
  int64_t items = 20'000;  // of one container
  size_t text = 1 << 16;   // bytes
  std::chrono::milliseconds time{2'000};
  // Numbers and texts are left out, and items of lists that are such: what remains of two moments
  // is the same when a version made for one may fit the other.
  bool formOnly = false;
};

class Snapshot {
public:
  explicit Snapshot(const SnapshotLimits &limits);

  enum class Holder : uint8_t { Instance, Class, Module };

  // The value as JSON; objects become nodes that finish() fills.
  std::string value(Value v);
  bool isLeftOut(Value v) const;
  // A module whose namespace belongs to the snapshot, not its name alone.
  std::string moduleWithNamespace(jn_module *m);
  // Walks what has been named. Afterwards nodes() has the heap.
  void finish();

  const std::vector<std::string> &nodes() const { return nodes_; }
  // What was left out, and why.
  const std::vector<std::string> &notes() const { return notes_; }

private:
  void hideNamespaces();
  size_t reference(Object *o);
  std::string referenceText(size_t node);
  std::string named(const char *kind, std::string_view name);
  std::string node(Object *o);
  std::string classNode(Type *type);
  std::string functionNode(jn_function *f);
  std::string tensorNode(Object *o);
  std::string containerNode(Object *o, const Type *base);
  std::string opaque(Object *o);
  std::string cut(Object *o, const std::string &why);
  std::string keyText(Value key);
  std::string members(jn_dict *d, Holder holder);
  std::string withType(const char *kind, Object *o);
  void appendAttributes(std::string &out, Object *o);
  bool isOver();

  const SnapshotLimits limits_;
  const std::chrono::steady_clock::time_point start_;
  std::unordered_map<const void *, size_t> ids_;  // by object; storages have their own numbers
  std::unordered_map<const void *, size_t> storages_;
  std::unordered_map<const void *, bool> namespaces_;  // modules
  std::vector<Object *> objects_;                      // by node; null: the node is made already
  std::vector<std::string> nodes_;
  std::vector<std::string> notes_;
  size_t singletons_[2] = {SIZE_MAX, SIZE_MAX};
  bool over_ = false;
};

}  // namespace janus::speculate
