// The visible nodes of tree-sitter's tree as a list. Its cursor does the same through an interface
// that costs a sixth of parsing; this one reads the pinned core's own structures, in C.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct TSTree;

// In front of its children. `next` is behind the last of them: that of a leaf is its own place + 1.
typedef struct {
  uint32_t begin, end;  // bytes
  uint32_t next;
  uint16_t symbol;
} JanusGrammarNode;

typedef struct {
  JanusGrammarNode *nodes;
  uint32_t size, capacity;
  uint32_t too_deep_at;  // a byte that is nested deeper than allowed, or UINT32_MAX
} JanusGrammarList;

void janus_list_grammar_tree(const struct TSTree *tree, uint32_t max_depth, JanusGrammarList *out);
void janus_free_grammar_list(JanusGrammarList *list);

#ifdef __cplusplus
}
#endif
