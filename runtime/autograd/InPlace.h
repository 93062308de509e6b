// In-place operations: what they may write, and the new histories of what they wrote.
#pragma once

#include "autograd/Record.h"

namespace janus {

// May an in-place operation that is being recorded write `t`? False: RuntimeError is pending.
bool checkInPlace(TensorObject *t);
// Is there a history of `t`? False: it is a view that may not be written, what it shows was written
// since, and RuntimeError is pending.
bool checkHistory(TensorObject *t);
// `t` was written by the operation of `node`: that is its history now. When it is a view, its base
// gets one, too.
void rebaseHistory(TensorObject *t, RuleNode *node);

}  // namespace janus
