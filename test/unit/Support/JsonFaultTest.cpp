#include "Support/JsonFault.h"

#include <gtest/gtest.h>

namespace janus {
namespace {

TEST(JsonFault, LineAndColumn) {
  EXPECT_EQ(jsonFault("{,", 1), "1:2: unexpected `,` in the JSON");
  EXPECT_EQ(jsonFault("{\n\"a\": }\n", 7), "2:6: unexpected `}` in the JSON");
  EXPECT_EQ(jsonFault("{\n\x01", 2), "2:1: unexpected `\\x01` in the JSON");
}

TEST(JsonFault, EndOfText) {
  EXPECT_EQ(jsonFault("", 0), "1:1: the JSON ends early");
  EXPECT_EQ(jsonFault("[1,\n", 4), "2:1: the JSON ends early");
}

}  // namespace
}  // namespace janus
