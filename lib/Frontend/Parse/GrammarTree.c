#include "GrammarTree.h"

#include "language.h"
#include "subtree.h"
#include "tree.h"

#include <stdlib.h>

typedef struct {
  const TSLanguage *language;
  JanusGrammarList *out;
} Walk;

static uint32_t append(JanusGrammarList *out) {
  if (out->size == out->capacity) {
    out->capacity = out->capacity == 0 ? 1024 : out->capacity * 2;
    out->nodes = realloc(out->nodes, out->capacity * sizeof(JanusGrammarNode));
    if (!out->nodes)
      abort();
  }
  return out->size++;
}

// `at` is where the blanks in front of the tree begin; `alias` is what its parent calls it, if
// anything else.
static void visit(Walk *walk, Subtree tree, TSSymbol alias, uint32_t at, uint32_t depth) {
  JanusGrammarList *out = walk->out;
  bool visible = alias != 0 || ts_subtree_visible(tree);
  uint32_t index = 0;
  if (visible) {
    index = append(out);
    JanusGrammarNode *node = &out->nodes[index];
    node->begin = at + ts_subtree_padding(tree).bytes;
    node->end = node->begin + ts_subtree_size(tree).bytes;
    node->symbol =
        ts_language_public_symbol(walk->language, alias != 0 ? alias : ts_subtree_symbol(tree));
  }
  uint32_t count = ts_subtree_child_count(tree);
  if (count != 0 && depth == 0) {
    out->too_deep_at = at;
  } else if (count != 0) {
    const TSSymbol *aliases =
        ts_language_alias_sequence(walk->language, tree.ptr->production_id);
    const Subtree *children = ts_subtree_children(tree);
    for (uint32_t i = 0, structural = 0; i < count && out->too_deep_at == UINT32_MAX; ++i) {
      bool extra = ts_subtree_extra(children[i]);
      visit(walk, children[i], aliases && !extra ? aliases[structural] : 0, at, depth - 1);
      structural += extra ? 0 : 1;
      at += ts_subtree_total_bytes(children[i]);
    }
  }
  if (visible)
    out->nodes[index].next = out->size;
}

void janus_list_grammar_tree(const TSTree *tree, uint32_t max_depth, JanusGrammarList *out) {
  *out = (JanusGrammarList){.too_deep_at = UINT32_MAX};
  Walk walk = {tree->language, out};
  visit(&walk, tree->root, 0, 0, max_depth);
}

void janus_free_grammar_list(JanusGrammarList *list) {
  free(list->nodes);
  list->nodes = NULL;
}
