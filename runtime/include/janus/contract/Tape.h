// Operations as the tape would have recorded them, which a version keeps for results that live on
// with their history.
#ifndef JANUS_CONTRACT_TAPE_H
#define JANUS_CONTRACT_TAPE_H

#include <stdint.h>

enum jn_tape_value_kind : uint8_t {
  JN_TAPE_NONE,     // None, or what no gradient asks for
  JN_TAPE_SAVED,    // number `index` of what is kept
  JN_TAPE_SHAPE,    // a tensor of the type `name` of which only type and `sizes` matter
  JN_TAPE_DTYPE,    // by its `name`
  JN_TAPE_FORMAT,   // a memory format by its `name`
  JN_TAPE_LIST,     // of the tensors `items`
  JN_TAPE_WRITTEN,  // number `index` of what is kept, which the region had written `count` times
  JN_TAPE_OVERWRITTEN,  // the same, and the region has written it since
};
// Where the gradient of an argument goes.
enum jn_tape_edge_kind : uint8_t {
  JN_EDGE_NONE,
  JN_EDGE_OUT,    // the node's edge `to`
  JN_EDGE_ENTRY,  // result `result` of the entry `to`
};
struct jn_tape_size {
  bool is_saved;  // the number `number` of what is kept
  int64_t number;
};
struct jn_tape_value {
  jn_tape_value_kind kind;
  uint32_t index, count;  // `count`: of sizes, items or writes
  const char *name;
  const jn_tape_size *sizes;
  const jn_tape_value *items;
  jn_tape_edge_kind edge;
  uint32_t to, result;
};
struct jn_tape_entry {
  const char *op;  // its row
  const jn_tape_value *args, *results;
  uint32_t arg_count, result_count;
  const char *node;      // its name, where that is not the row's; else null
  bool is_part_written;  // a write to a part of a tensor, which no second walk passes
  bool is_freed;         // backward has run through it, and what it saved is gone
};
struct jn_tape_output {
  uint32_t entry, result;
};

#endif  // JANUS_CONTRACT_TAPE_H
