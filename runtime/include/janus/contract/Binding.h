// What a specialised version states about the heap it needs: paths, what is assumed at their ends,
// which values it reads, what it writes. The compiler writes these tables, runtime/speculate binds
// by them. docs/rationale/speculation.md: Access paths and assumptions.
#ifndef JANUS_CONTRACT_BINDING_H
#define JANUS_CONTRACT_BINDING_H

#include <stdint.h>

// A constant: a key of a path, or what is assumed of a value.
enum jn_literal_kind : uint8_t {
  JN_LITERAL_NONE,
  JN_LITERAL_FALSE,
  JN_LITERAL_TRUE,
  JN_LITERAL_ELLIPSIS,
  JN_LITERAL_INT,
  JN_LITERAL_BIG_INT,
  JN_LITERAL_FLOAT,
  JN_LITERAL_STR,
  JN_LITERAL_TUPLE,
};
struct jn_literal {
  jn_literal_kind kind;
  int64_t number;           // INT; of STR the bytes, of TUPLE the items
  double real;              // FLOAT
  const char *text;         // STR: UTF-8; BIG_INT: decimal
  const jn_literal *items;  // TUPLE
};

// A step of an access path.
enum jn_path_step_kind : uint8_t {
  JN_STEP_OPERAND,    // `index` of the region's operands
  JN_STEP_SLOT,       // the variable `name`, one that the region may read
  JN_STEP_MODULE,     // the module `name`
  JN_STEP_CLASS,      // the class `name`: "module:qualname", or "module.Class" of native ones
  JN_STEP_ATTRIBUTE,  // `name`: of the object's own dict; or a part of a function, method, cell,
                      // tensor
  JN_STEP_ITEM,       // under the index or key `key`
  JN_STEP_ITEM_AT,    // under the object at the step `index` as a key
  JN_STEP_KEY_AT,     // the key number `index` of a dict
  JN_STEP_END,        // behind the last item of a list; only written
  JN_STEP_NODES,      // the nodes of the tree whose root is the holder, as a tensor: `forms`
};
constexpr uint32_t JN_NO_STEP = UINT32_MAX;

// The kinds of nodes of a tree. The tensor of a tree's nodes is int64, of one row for each and one
// in front of them: where the nodes of each form begin, and where they end. Nodes stand by their
// forms, children before their parents, so that the root is the last one. The row of a node has its
// fields of the kinds INT and CHILD: the number, and the place of the child.
enum jn_node_kind : uint8_t {
  JN_NODE_INSTANCE,
  JN_NODE_TUPLE,
  JN_NODE_LIST,
  JN_NODE_INT,
  JN_NODE_NONE
};
enum jn_field_kind : uint8_t {
  JN_FIELD_ABSENT,  // an instance has no such attribute of its own
  JN_FIELD_ANY,
  JN_FIELD_NONE,
  JN_FIELD_INT,    // of 64 bits, no bool
  JN_FIELD_CHILD,  // a node
};
struct jn_node_field {
  const char *name;  // of an instance's attribute; null: the next item
  jn_field_kind kind;
};
struct jn_node_form {
  jn_node_kind kind;
  const char *name;  // of an INSTANCE: its class
  const jn_node_field *fields;
  uint32_t field_count;
};
struct jn_path_step {
  jn_path_step_kind kind;
  uint32_t holder;  // the step before; JN_NO_STEP where a path begins
  uint32_t index;   // of NODES: how many forms
  const char *name;
  const jn_literal *key;
  const jn_node_form *forms = nullptr;
};

enum jn_assumption_kind : uint8_t {
#define JANUS_ASSUMPTION(NAME, text, form, what, watched, relaxed) JN_ASSUME_##NAME,
#include "janus/contract/Assumptions.def"
};
struct jn_key {
  const jn_literal *constant;  // null: the object at `path`, if that is a step
  uint32_t path;
};
struct jn_assumption {
  jn_assumption_kind kind;
  uint32_t path;          // its last step; of a mode JN_NO_STEP
  const char *name;       // of a class, a function, a module; of a mode
  const char *attribute;  // of what the name is looked up in, or is not in
  jn_key key;             // a key, a constant, or another path; else without either
  int64_t number;         // of items or keys; of a mode whether it is on
  const jn_key *keys;
};

// A value that the version reads on each entry.
enum jn_input_kind : uint8_t {
  JN_INPUT_ANY,
  JN_INPUT_INT,
  JN_INPUT_FLOAT,
  JN_INPUT_BOOL,
  JN_INPUT_STR,
  JN_INPUT_TENSOR,
};
// Rows: strides do not grow from one dimension to the next.
enum jn_input_layout : uint8_t { JN_LAYOUT_ANY, JN_LAYOUT_CONTIGUOUS, JN_LAYOUT_ROWS };
constexpr uint8_t JN_ANY_DTYPE = UINT8_MAX;
struct jn_heap_input {
  uint32_t path;
  jn_input_kind kind;
  // Of a tensor.
  uint8_t dtype;  // a row of DType.def
  jn_input_layout layout;
  int8_t requires_grad;  // -1: either
  bool has_history;      // a result of an operation with a gradient, no leaf
  int32_t rank;          // -1: any
  const int64_t *sizes;  // -1: hangs on symbols, the version itself looks at it
  const char *type;      // for messages, as the IR prints it
};

enum jn_commit_kind : uint8_t {
  JN_COMMIT_VALUE,     // a value at a path
  JN_COMMIT_VARIABLE,  // `name`, which the region gives out
  JN_COMMIT_STORAGE,   // the storage of the tensor that came in at a path
  JN_COMMIT_TEXT,
};
struct jn_commit_target {
  jn_commit_kind kind;
  uint32_t path;
  const char *name;
};

#endif  // JANUS_CONTRACT_BINDING_H
