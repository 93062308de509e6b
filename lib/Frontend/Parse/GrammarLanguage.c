#include "GrammarLanguage.h"

#include "language.h"

#include <stdlib.h>
#include <string.h>

const TSLanguage *tree_sitter_python(void);

// Where the parser recovers from an error the text ends: the program is refused, and what a guess
// would make of the rest is of no use.
enum { kReads = 0, kRecovers = 1 };

static bool next_token(TSLexer *lexer, TSStateId state) {
  int32_t byte = state == kRecovers ? 0 : lexer->lookahead;
  lexer->result_symbol = 0;  // the end
  if (byte != 0) {
    lexer->result_symbol = (TSSymbol)(byte - kSymbolByte);
    lexer->advance(lexer, false);
  }
  lexer->mark_end(lexer);
  return true;
}

// The pinned grammar without its scanner and its keywords: tokens come as they are, in all states.
const TSLanguage *janus_token_language(void) {
  const TSLanguage *python = tree_sitter_python();
  TSLanguage *language = malloc(sizeof *language);
  TSLexMode *modes = malloc(python->state_count * sizeof *modes);
  if (!language || !modes || python->token_count + kSymbolByte > kSymbolBytesEnd)
    return NULL;
  for (uint32_t state = 0; state < python->state_count; ++state) {
    modes[state] = python->lex_modes[state];
    modes[state].external_lex_state = 0;
    if (modes[state].lex_state != (uint16_t)-1)
      modes[state].lex_state = state == 0 ? kRecovers : kReads;
  }
  *language = *python;
  language->lex_modes = modes;
  language->lex_fn = next_token;
  language->keyword_lex_fn = NULL;
  language->keyword_capture_token = 0;
  memset(&language->external_scanner, 0, sizeof language->external_scanner);
  language->external_token_count = 0;
  return language;
}
