// torch.autograd.graph.saved_tensors_hooks: a node keeps what `pack` makes of a tensor, and its
// gradient function gets what `unpack` makes of that. While hooks are set, no version of
// specialised code is entered.
#pragma once

#include "autograd/Saved.h"

#include <vector>

namespace janus {

// Facts that stand beside a packed value.
struct PackedValue {
  Value unpack = jn_unbound();  // owned
  std::vector<Edge> edges;      // owned: where gradients of each tensor go
  bool isList = false;
};

// Hooks are those of the thread, the last pair that was pushed.
bool areSavedHooksSet();
void pushSavedHooks(Value pack, Value unpack);
void popSavedHooks();

// Hands the tensors of a saved value to `pack`. False: an exception is pending.
bool packSaved(SavedValue &s);
// What `unpack` makes of it (owned), or JN_ERROR.
Value unpackSaved(const SavedValue &s, Node *node);
void dropPacked(PackedValue *packed);

}  // namespace janus
