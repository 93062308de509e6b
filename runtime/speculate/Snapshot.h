// The heap along what a root can reach, as the nodes of a profile (lib/Transforms/Profile/
// HeapNodes.def). Nothing is called and nothing is written: a snapshot does not disturb the
// program.
#pragma once

#include "janus/contract/ProcessorClock.h"
#include "speculate/ProfileBudget.h"
#include "value/object/Object.h"

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace janus::speculate {

// The part of the heap that is written: all, or its form. The form leaves out numbers and texts,
// and items of lists that are such: two moments have one form when a version made for one may fit
// the other.
enum class SnapshotOf : uint8_t { All, Form };

class Snapshot {
public:
  explicit Snapshot(SnapshotOf what);

  enum class Holder : uint8_t { Instance, Class, Module };

  // The value as JSON; objects become nodes that finish() fills.
  std::string value(Value v);
  bool isLeftOut(Value v) const, isPlainTuple(Value v, int depth = 0) const;
  // A module whose namespace belongs to the snapshot, not its name alone.
  std::string moduleWithNamespace(jn_module *m);
  // Walks what has been named. Afterwards takeNodes() has the heap.
  void finish();

  std::vector<std::string> takeNodes() { return std::move(nodes_); }
  // Notes on what was left out, and why.
  const std::vector<std::string> &notes() const { return notes_; }
  // True when the budget was met before the walk came to its end.
  bool isCut() const { return over_; }

private:
  void cutFunctions(size_t whole);
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
  void appendElements(std::string &out, Value array);
  bool isOver();

  const SnapshotOf what_;
  const ProcessorClock::time_point start_;
  std::unordered_map<const void *, size_t> ids_;  // by object; storages have their own numbers
  std::unordered_map<const void *, size_t> storages_;
  std::unordered_map<const void *, bool> namespaces_;   // modules
  std::unordered_map<const void *, Object *> namesOf_;  // whose attributes a dict holds
  std::vector<Object *> objects_;                       // by node; null: the node is made already
  std::vector<Ref> kept_;                               // what is listed there
  std::vector<std::string> nodes_;
  std::vector<std::string> notes_;
  size_t storageCount_ = 0, arrays_ = 0;
  size_t singletons_[2] = {SIZE_MAX, SIZE_MAX};
  size_t bytes_ = 0;  // of the nodes
  bool over_ = false;
};

}  // namespace janus::speculate
