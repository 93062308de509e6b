#include "Support/UnicodeNames.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <string>

namespace janus::unicode {

namespace {

#include "Support/UnicodeNames.inc"

constexpr unsigned kBase = sizeof(kDigits) - 1;

std::string codeOfRank(unsigned rank) {
  if (rank < kOneCharacterCodes)
    return {kDigits[rank]};
  rank -= kOneCharacterCodes;
  if (rank < kTwoCharacterCodes * kBase)
    return {kDigits[kOneCharacterCodes + rank / kBase], kDigits[rank % kBase]};
  rank -= kTwoCharacterCodes * kBase;
  return {kDigits[kOneCharacterCodes + kTwoCharacterCodes + rank / (kBase * kBase)],
          kDigits[rank / kBase % kBase], kDigits[rank % kBase]};
}

const llvm::StringMap<unsigned> &ranksOfWords() {
  static const llvm::StringMap<unsigned> ranks = [] {
    llvm::StringMap<unsigned> map;
    llvm::SmallVector<llvm::StringRef, 0> words;
    llvm::StringRef(kWords, sizeof(kWords) - 1).split(words, ' ');
    for (unsigned rank = 0; rank < words.size(); ++rank)
      map.try_emplace(words[rank], rank);
    return map;
  }();
  return ranks;
}

// Hangul syllables are named by their letters.
constexpr llvm::StringLiteral kLeads[] = {"G",  "GG", "N", "D",  "DD", "R", "M", "B", "BB", "S",
                                          "SS", "",   "J", "JJ", "C",  "K", "T", "P", "H"};
constexpr llvm::StringLiteral kVowels[] = {"A",   "AE", "YA", "YAE", "EO", "E",  "YEO",
                                           "YE",  "O",  "WA", "WAE", "OE", "YO", "U",
                                           "WEO", "WE", "WI", "YU",  "EU", "YI", "I"};
constexpr llvm::StringLiteral kTrails[] = {
    "",   "G",  "GG", "GS", "N",  "NJ", "NH", "D",  "L", "LG", "LM", "LB", "LS", "LT",
    "LP", "LH", "M",  "B",  "BS", "S",  "SS", "NG", "J", "C",  "K",  "T",  "P",  "H"};

// The longest of the letters that `name` begins with.
template <size_t N>
unsigned consumeLetter(llvm::StringRef &name, const llvm::StringLiteral (&letters)[N]) {
  unsigned best = N;
  for (unsigned i = 0; i < N; ++i)
    if (name.startswith(letters[i]) && (best == N || letters[i].size() > letters[best].size()))
      best = i;
  if (best != N)
    name = name.drop_front(letters[best].size());
  return best;
}

std::optional<char32_t> hangulSyllable(llvm::StringRef name) {
  unsigned lead = consumeLetter(name, kLeads);
  unsigned vowel = consumeLetter(name, kVowels);
  unsigned trail = consumeLetter(name, kTrails);
  if (vowel == std::size(kVowels) || !name.empty())
    return std::nullopt;
  return 0xAC00 + (lead * std::size(kVowels) + vowel) * std::size(kTrails) + trail;
}

std::optional<char32_t> ideograph(llvm::StringRef digits) {
  constexpr std::pair<char32_t, char32_t> kBlocks[] = {
      {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0x20000, 0x2A6DF}, {0x2A700, 0x2B738},
      {0x2B740, 0x2B81D}, {0x2B820, 0x2CEA1}, {0x2CEB0, 0x2EBE0}, {0x30000, 0x3134A}};
  unsigned code = 0;
  if ((digits.size() != 4 && digits.size() != 5) || digits.getAsInteger(16, code))
    return std::nullopt;
  for (auto [first, last] : kBlocks)
    if (code >= first && code <= last)
      return code;
  return std::nullopt;
}

}  // namespace

std::optional<char32_t> characterByName(llvm::StringRef name) {
  std::string upper = name.upper();
  llvm::StringRef rest = upper;
  if (rest.consume_front("HANGUL SYLLABLE "))
    return hangulSyllable(rest);
  if (rest.consume_front("CJK UNIFIED IDEOGRAPH-"))
    return ideograph(rest);

  std::string wanted;
  llvm::SmallVector<llvm::StringRef, 8> words;
  rest.split(words, ' ');
  for (llvm::StringRef word : words) {
    auto found = ranksOfWords().find(word);
    if (found == ranksOfWords().end())
      return std::nullopt;
    wanted += codeOfRank(found->getValue());
  }
  llvm::StringRef names(kNames, sizeof(kNames) - 1);
  char32_t code = 0xFFFFFFFF;
  while (!names.empty()) {
    bool next = names.front() == '!';
    names = names.drop_front();
    if (next) {
      ++code;
    } else {
      unsigned number = 0;
      names.substr(0, names.find('#')).getAsInteger(16, number);
      code = number;
      names = names.drop_front(names.find('#') + 1);
    }
    size_t end = std::min(names.find_first_of("!\""), names.size());
    if (names.substr(0, end) == wanted)
      return code;
    names = names.drop_front(end);
  }
  return std::nullopt;
}

}  // namespace janus::unicode
