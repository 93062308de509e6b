#include "Support/Unicode.h"

#include "llvm/ADT/ArrayRef.h"

#include <algorithm>
#include <iterator>

namespace janus::unicode {

namespace {

struct CodeRange {
  char32_t first, last;
};
struct OffsetRange {
  char32_t first, last;
  int offset;
};
struct Decomposition {
  char32_t code;
  unsigned start, count;  // into kDecomposed
};
struct Composition {
  char32_t first, second, composed;
};

#include "Support/UnicodeTables.inc"

template <class Range, size_t N>
const Range *findRange(const Range (&ranges)[N], char32_t c) {
  const Range *found =
      std::upper_bound(std::begin(ranges), std::end(ranges), c,
                       [](char32_t code, const Range &range) { return code < range.first; });
  if (found == std::begin(ranges) || (--found)->last < c)
    return nullptr;
  return found;
}

// Hangul syllables decompose and compose by arithmetic (Unicode, chapter 3.12).
constexpr char32_t kSyllables = 0xAC00, kLeads = 0x1100, kVowels = 0x1161, kTrails = 0x11A7;
constexpr char32_t kLeadCount = 19, kVowelCount = 21, kTrailCount = 28;
constexpr char32_t kSyllableCount = kLeadCount * kVowelCount * kTrailCount;

void decompose(char32_t c, std::u32string &out) {
  if (c >= kSyllables && c < kSyllables + kSyllableCount) {
    char32_t index = c - kSyllables;
    out += kLeads + index / (kVowelCount * kTrailCount);
    out += kVowels + index % (kVowelCount * kTrailCount) / kTrailCount;
    if (index % kTrailCount != 0)
      out += kTrails + index % kTrailCount;
    return;
  }
  if (const OffsetRange *range = findRange(kSingleDecompositions, c)) {
    out += static_cast<char32_t>(static_cast<int>(c) + range->offset);
    return;
  }
  auto found =
      std::lower_bound(std::begin(kDecompositions), std::end(kDecompositions), c,
                       [](const Decomposition &row, char32_t code) { return row.code < code; });
  if (found != std::end(kDecompositions) && found->code == c)
    out.append(kDecomposed + found->start, found->count);
  else
    out += c;
}

int combiningClass(char32_t c) {
  const OffsetRange *range = findRange(kCombiningClasses, c);
  return range ? range->offset : 0;
}

// Combining marks by class, those of one class in their order.
void reorder(std::u32string &text) {
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && combiningClass(text[end]) != 0)
      ++end;
    std::stable_sort(text.begin() + static_cast<std::ptrdiff_t>(i),
                     text.begin() + static_cast<std::ptrdiff_t>(end),
                     [](char32_t a, char32_t b) { return combiningClass(a) < combiningClass(b); });
    i = end + 1;
  }
}

// The character that the two compose to, or 0.
char32_t composePair(char32_t first, char32_t second) {
  if (first >= kLeads && first < kLeads + kLeadCount && second >= kVowels &&
      second < kVowels + kVowelCount)
    return kSyllables + ((first - kLeads) * kVowelCount + (second - kVowels)) * kTrailCount;
  bool openSyllable = first >= kSyllables && first < kSyllables + kSyllableCount &&
                      (first - kSyllables) % kTrailCount == 0;
  if (openSyllable && second > kTrails && second < kTrails + kTrailCount)
    return first + (second - kTrails);
  auto found = std::lower_bound(
      std::begin(kCompositions), std::end(kCompositions), std::pair(first, second),
      [](const Composition &row, auto pair) { return std::pair(row.first, row.second) < pair; });
  bool composes =
      found != std::end(kCompositions) && found->first == first && found->second == second;
  return composes ? found->composed : 0;
}

std::u32string compose(const std::u32string &text) {
  std::u32string result;
  size_t starter = std::u32string::npos;
  int lastClass = -1;  // of the last character kept behind the starter; -1: none
  for (char32_t c : text) {
    int ccc = combiningClass(c);
    if (starter != std::u32string::npos && lastClass < ccc) {
      if (char32_t composed = composePair(result[starter], c)) {
        result[starter] = composed;
        continue;
      }
    }
    if (ccc == 0) {
      starter = result.size();
      lastClass = -1;
    } else {
      lastClass = ccc;
    }
    result += c;
  }
  return result;
}

}  // namespace

char32_t decode(llvm::StringRef text, size_t &offset) {
  auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0x80u;
  };
  char32_t lead = byte(offset);
  auto tail = [&](size_t i) { return static_cast<char32_t>(byte(offset + i) & 0x3F); };
  char32_t result;
  size_t length;
  if (lead < 0x80) {
    result = lead, length = 1;
  } else if (lead < 0xE0) {
    result = (lead & 0x1F) << 6 | tail(1), length = 2;
  } else if (lead < 0xF0) {
    result = (lead & 0x0F) << 12 | tail(1) << 6 | tail(2), length = 3;
  } else {
    result = (lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), length = 4;
  }
  offset = std::min(offset + length, text.size());
  return result;
}

void append(std::string &text, char32_t c) {
  auto put = [&](char32_t byte) { text += static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | c >> 18);
    put(0x80 | (c >> 12 & 0x3F));
    put(0x80 | (c >> 6 & 0x3F));
    put(0x80 | (c & 0x3F));
  }
}

size_t findInvalidUtf8(llvm::StringRef text) {
  for (size_t i = 0; i < text.size();) {
    auto byte = [&](size_t k) {
      return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0u;
    };
    auto isTail = [&](size_t k) { return (byte(k) & 0xC0) == 0x80; };
    unsigned lead = byte(0);
    size_t length = lead < 0x80                   ? 1
                    : lead >= 0xC2 && lead < 0xE0 ? 2
                    : lead >= 0xE0 && lead < 0xF0 ? 3
                    : lead >= 0xF0 && lead < 0xF5 ? 4
                                                  : 0;
    bool valid = length != 0;
    for (size_t k = 1; k < length; ++k)
      valid = valid && isTail(k);
    valid = valid && !(lead == 0xE0 && byte(1) < 0xA0) && !(lead == 0xED && byte(1) >= 0xA0) &&
            !(lead == 0xF0 && byte(1) < 0x90) && !(lead == 0xF4 && byte(1) >= 0x90);
    if (!valid)
      return i;
    i += length;
  }
  return llvm::StringRef::npos;
}

bool isIdentifierStart(char32_t c) {
  return findRange(kIdentifierStart, c) != nullptr;
}
bool isIdentifierContinue(char32_t c) {
  return findRange(kIdentifierContinue, c) != nullptr;
}
bool isPrintable(char32_t c) {
  return findRange(kPrintable, c) != nullptr;
}

std::string nfkc(llvm::StringRef identifier) {
  std::u32string decomposed;
  for (size_t i = 0; i < identifier.size();)
    decompose(decode(identifier, i), decomposed);
  reorder(decomposed);
  std::string result;
  for (char32_t c : compose(decomposed))
    append(result, c);
  return result;
}

}  // namespace janus::unicode
