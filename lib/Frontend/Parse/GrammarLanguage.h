// The grammar over tokens instead of text: each byte of the text is a token, its symbol in the
// grammar and kSymbolByte.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct TSLanguage;

// Clear of the zero at the end, and of the line ends that tree-sitter counts.
enum { kSymbolByte = 16, kSymbolBytesEnd = 128 };

// To be called once. Null when there is no memory, or the grammar has too many tokens.
const struct TSLanguage *janus_token_language(void);

#ifdef __cplusplus
}
#endif
