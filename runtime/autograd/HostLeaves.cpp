#include "autograd/HostLeaves.h"

#include "autograd/Meta.h"

#include <algorithm>
#include <vector>

namespace janus {
namespace {

// Not counted: who ends takes itself out. Under the runtime's lock.
std::vector<HostLeaf *> &changed() {
  static auto &leaves = *new std::vector<HostLeaf *>;
  return leaves;
}

}  // namespace

void linkHost(TensorObject *leaf, void *context,
              void (*release)(void *context, bool isChanged, TensorObject *gradient)) {
  AutogradMeta &m = metaOf(leaf);
  if (HostLeaf *old = std::exchange(m.host, nullptr))
    endHostLeaf(old, m.grad);
  m.host = new HostLeaf{leaf, context, release, false};
}

void *hostOf(const TensorObject *leaf) {
  return leaf->meta && leaf->meta->host ? leaf->meta->host->context : nullptr;
}

void noteChanged(HostLeaf *leaf) {
  if (!leaf->isChanged)
    changed().push_back(leaf);
  leaf->isChanged = true;
}

TensorObject *takeChangedLeaf() {
  if (changed().empty())
    return nullptr;
  HostLeaf *leaf = changed().back();
  changed().pop_back();
  leaf->isChanged = false;
  ++leaf->tensor->head.refs;
  return leaf->tensor;
}

void endHostLeaf(HostLeaf *leaf, TensorObject *gradient) {
  if (leaf->isChanged)
    changed().erase(std::find(changed().begin(), changed().end(), leaf));
  leaf->release(leaf->context, leaf->isChanged, gradient);
  delete leaf;
}

}  // namespace janus
