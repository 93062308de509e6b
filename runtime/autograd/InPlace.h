// In-place operations: what they may write, and the new histories of what they wrote.
#pragma once

#include "autograd/Meta.h"
#include "autograd/Record.h"

namespace janus {

// Whether `t` has a history, as far as it was looked at: a view whose base got one through another
// view counts as a leaf until its own is asked for.
inline bool knowsHistory(const TensorObject *t) {
  return t->meta && t->meta->gradFn;
}
// May an in-place operation that is being recorded write `t`, which had a history or not when it
// was called? False: RuntimeError is pending.
bool checkInPlace(TensorObject *t, bool hadHistory);
// Is there a history of `t`? False: it is a view that may not be written, what it shows was written
// since, and RuntimeError is pending.
bool checkHistory(TensorObject *t);
// `t` was written by the operation of `node`: that is its history now. When it is a view, its base
// gets one, too.
void rebaseHistory(TensorObject *t, RuleNode *node);

}  // namespace janus
