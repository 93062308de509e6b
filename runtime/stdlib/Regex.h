// Regular expressions: pattern text -> tree (RegexParser) -> program (RegexCompiler) -> matches
// (RegexMatcher). Regex.cpp is the module _sre on top.
#pragma once

#include "value/object/Object.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace janus::regex {

enum Flag : int {
  kIgnoreCase = 2,
  kLocale = 4,
  kMultiline = 8,
  kDotAll = 16,
  kUnicode = 32,
  kVerbose = 64,
  kDebug = 128,
  kAscii = 256,
};
constexpr int64_t kUnlimited = INT64_MAX;

enum Category : uint8_t {
  kDigits = 1,
  kNoDigits = 2,
  kSpaces = 4,
  kNoSpaces = 8,
  kWord = 16,
  kNoWord = 32
};

bool isWordChar(uint32_t c, bool ascii);

// A set of characters; those below 256 are looked up.
class CharSet {
public:
  CharSet(bool ignoreCase, bool ascii) : ignoreCase_(ignoreCase), ascii_(ascii) {}
  void add(uint32_t first, uint32_t last) { ranges_.emplace_back(first, last); }
  void add(Category category) { categories_ |= category; }
  void negate() { negated_ = true; }
  void finish();  // after the last add
  bool has(uint32_t c) const { return c < 256 ? latin_[c] : slow(c); }

private:
  bool slow(uint32_t c) const;
  bool plain(uint32_t c) const;

  std::vector<std::pair<uint32_t, uint32_t>> ranges_;
  bool latin_[256] = {};
  uint8_t categories_ = 0;
  bool ignoreCase_, ascii_, negated_ = false;
};

enum class NodeKind : uint8_t {
  Sequence,
  Branch,
  Char,  // c
  AnyButNewline,
  Any,
  Set,        // index into sets
  Begin,      // ^ or \A: At
  Repeat,     // min, max, mode; one child
  Group,      // index; one child
  BackRef,    // index
  Condition,  // index; children yes, no
  Look,       // ahead or behind, negated; one child
  Atomic,     // one child
  Fail,       // an empty negative lookahead
};
enum class At : uint8_t { Start, LineStart, End, LineEnd, TextEnd, Boundary, NoBoundary };
enum class RepeatMode : uint8_t { Greedy, Lazy, Possessive };

struct Node {
  NodeKind kind = NodeKind::Sequence;
  At at = At::Start;
  RepeatMode mode = RepeatMode::Greedy;
  bool behind = false, negated = false, ignoreCase = false, ascii = false;
  uint32_t c = 0;
  int index = 0;
  int64_t min = 0, max = 0;
  std::vector<Node> children;
};

struct ParseError {
  std::string message;
  int64_t position = -1;
  bool overflow = false;  // OverflowError, not re.error
};

struct Pattern {
  Node root;
  std::vector<CharSet> sets;
  std::vector<std::pair<std::string, int>> names;
  int groups = 0;
  int flags = 0;
};

// False with *error set.
bool parse(Value text, bool isBytes, int flags, Pattern *out, ParseError *error);
// The least and the greatest number of characters that a node takes.
std::pair<int64_t, int64_t> widthOf(const Node &node, const Pattern &pattern);

enum class Op : uint8_t {
  Match,
  Char,  // a
  AnyButNewline,
  Any,
  Set,        // a
  At,         // a: At, b: ascii
  Jump,       // a
  Split,      // goes on; tries a on failure
  Save,       // a: slot
  Star,       // a single-character matcher any number of times: the next instruction, min, max
  LoopStart,  // a: loop
  Loop,       // a: loop, b: place of the body, min, max; goes on behind it
  BackRef,    // a: group, b: ignoreCase, c: ascii
  Condition,  // a: group, b: place when it did not match
  Look,       // a: place behind, b: characters back, c: negated
  Atomic,     // a: place behind
  Accept,     // the end of a Look or Atomic
  Fail,
};
struct Instruction {
  Op op;
  RepeatMode mode = RepeatMode::Greedy;
  int a = 0, b = 0, c = 0;
  int64_t min = 0, max = 0;
};
struct Program {
  std::vector<Instruction> code;
  std::vector<CharSet> sets;
  int loops = 0, groups = 0;
  // Which characters below 256 can start a match; null when that says nothing.
  std::unique_ptr<CharSet> first;
  // The Star that matches begin with, of one character or more, as many as there are; -1 for
  // another beginning. Where no match begins at the start of a run of these characters, none begins
  // within it: the same places behind the run have been tried.
  int leadingRun = -1;
};
void compile(const Pattern &pattern, Program *out);

enum class Mode : int { Search, Match, FullMatch };
struct Subject {
  const void *chars;
  int kind;  // bytes a character
  int64_t end;
};
// Fills slots (start and end per group, -1 where it took no part), and the last group closed.
bool match(const Program &program, const Subject &subject, int64_t start, Mode mode,
           bool mustAdvance, std::vector<int64_t> *slots, int64_t *lastIndex);

}  // namespace janus::regex
