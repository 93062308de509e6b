#include "value/text/Unicode.h"

#include <algorithm>
#include <iterator>

namespace janus::unicode {
namespace {

struct Record {
  uint16_t properties;
  uint8_t digit;
  int32_t delta[4];  // by Case, in the order Lower, Upper, Title, Fold
};
constexpr int32_t kLookUp = 0x110000;  // a delta: the mappings stand in kSpecialCases
struct SpecialCase {
  uint32_t from;
  uint32_t to[4][3];
};

#include "value/text/UnicodeTables.inc"

const Record &recordOf(uint32_t c) {
  if (c > 0x10ffff)
    return kRecords[0];
  uint32_t block = kBlockOf[c >> kBlockBits];
  return kRecords[kRecordOf[(block << kBlockBits) + (c & ((1 << kBlockBits) - 1))]];
}

}  // namespace

uint16_t properties(uint32_t c) {
  return recordOf(c).properties;
}

int decimalDigit(uint32_t c) {
  int digit = recordOf(c).digit;
  return digit == 255 ? -1 : digit;
}

int mapCase(uint32_t c, Case which, uint32_t out[3]) {
  const Record &record = recordOf(c);
  int32_t delta = record.delta[static_cast<int>(which)];
  if (delta != kLookUp) {
    out[0] = c + delta;
    return 1;
  }
  auto *special =
      std::lower_bound(std::begin(kSpecialCases), std::end(kSpecialCases), c,
                       [](const SpecialCase &s, uint32_t code) { return s.from < code; });
  int count = 0;
  while (count < 3 && special->to[static_cast<int>(which)][count]) {
    out[count] = special->to[static_cast<int>(which)][count];
    ++count;
  }
  return count;
}

}  // namespace janus::unicode
