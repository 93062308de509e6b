#include "IR/TapeEntries.h"

#include <gtest/gtest.h>

using namespace janus::ir;

namespace {

TEST(TapeEntries, ArgumentsAndResults) {
  std::optional<TapeRecord> entry = parseTapeEntry("Mm s3:x0 lfloat32(4,s8):e1.2 - > s5");
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->op, "Mm");
  EXPECT_FALSE(entry->isFreed || entry->isPartWritten);
  ASSERT_EQ(entry->args.size(), 3u);
  EXPECT_EQ(entry->args[0].kind, JN_TAPE_SAVED);
  EXPECT_EQ(entry->args[0].index, 3u);
  EXPECT_EQ(entry->args[0].edge, JN_EDGE_OUT);
  EXPECT_EQ(entry->args[1].kind, JN_TAPE_SHAPE);
  EXPECT_EQ(entry->args[1].name, "float32");
  ASSERT_EQ(entry->args[1].sizes.size(), 2u);
  EXPECT_TRUE(entry->args[1].sizes[1].isSaved);
  EXPECT_EQ(entry->args[1].edge, JN_EDGE_ENTRY);
  EXPECT_EQ(entry->args[1].to, 1u);
  EXPECT_EQ(entry->args[1].result, 2u);
  EXPECT_EQ(entry->args[2].kind, JN_TAPE_NONE);
  ASSERT_EQ(entry->results.size(), 1u);
  EXPECT_EQ(entry->results[0].index, 5u);
}

TEST(TapeEntries, ListsAndMarks) {
  std::optional<TapeRecord> entry =
      parseTapeEntry("Cat!~ [ s0:x0 - lfloat64() ] dint64 fchannels_last > s1");
  ASSERT_TRUE(entry);
  EXPECT_TRUE(entry->isFreed && entry->isPartWritten);
  ASSERT_EQ(entry->args.size(), 3u);
  EXPECT_EQ(entry->args[0].items.size(), 3u);
  EXPECT_EQ(entry->args[1].kind, JN_TAPE_DTYPE);
  EXPECT_EQ(entry->args[2].kind, JN_TAPE_FORMAT);
  EXPECT_TRUE(parseTapeEntry("Cat [ ] > s1"));
}

TEST(TapeEntries, CannotBeRead) {
  for (const char *bad : {"", "Mm", "Mm s0", "Mm s0 >s1", "Mm s >", "Mm s0:x >", "Mm s0:e1 > s1",
                          "Mm lfloat32(2 > s1", "Mm lfloat32 > s1", "Mm [ s0 > s1", "Mm q0 > s1",
                          "Mm s0 > s1 ", "Mm s0  > s1", "Mm s99999999999999999999 > s1"})
    EXPECT_FALSE(parseTapeEntry(bad)) << bad;
  EXPECT_FALSE(parseTapeOutput("1"));
  EXPECT_FALSE(parseTapeOutput("1.2.3"));
  EXPECT_EQ(parseTapeOutput("1.2")->result, 2u);
}

}  // namespace
