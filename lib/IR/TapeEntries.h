// The entries of `tape.commit`: operations as the tape would have recorded them, so that the run
// time can make the tape after all. An entry says what each argument is, then behind `>` each
// result:
//
//   Mm s3:x0 lfloat32(4,8):e1.0 > s5
//
//   s3       number 3 of what is kept
//   s3+2     number 3, a tensor that was there before and that the region had written twice by then
//   s3+2!    such a tensor that the region has written since
//   lD(..)   a tensor of which only type and sizes matter; a size is a number, or kept as `s3`
//   :x0      it gets its gradient by edge 0; :e1.0 is result 0 of entry 1
//   dN fN    a type or memory format by its name; `-` None, or what no gradient asks for
//   @N       behind the name: how PyTorch calls the node
//   !        behind the name: a write to a part of a tensor, which no second walk passes
//   ~        behind the name: backward has run through it, and what it saved is gone
//   [ ]      around the tensors of a list
#pragma once

#include "janus/contract/Tape.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace janus::ir {

struct TapeSize {
  bool isSaved = false;
  int64_t number = 0;
};
struct TapeValue {
  jn_tape_value_kind kind = JN_TAPE_NONE;
  unsigned index = 0;
  unsigned writes = 0;  // of the region to what is kept, before that
  std::string name;
  std::vector<TapeSize> sizes;
  std::vector<TapeValue> items;
  jn_tape_edge_kind edge = JN_EDGE_NONE;
  unsigned to = 0, result = 0;
};
struct TapeRecord {
  std::string op, node;
  std::vector<TapeValue> args, results;
  bool isPartWritten = false, isFreed = false;
};
// Nothing when it cannot be read.
std::optional<TapeRecord> parseTapeEntry(llvm::StringRef text);

// "1.0": a result of an entry.
struct TapeOutput {
  unsigned entry = 0, result = 0;
};
std::optional<TapeOutput> parseTapeOutput(llvm::StringRef text);

}  // namespace janus::ir
