#include "speculate/NodeTexts.h"

#include <gtest/gtest.h>

using janus::speculate::NodeTexts;

TEST(NodeTexts, EqualTextsAreOne) {
  NodeTexts nodes;
  EXPECT_EQ(nodes.add("{\"a\": 1}"), nodes.add("{\"a\": 1}"));
  EXPECT_NE(nodes.add("{\"a\": 1}"), nodes.add("{\"a\": 2}"));
  EXPECT_EQ(nodes.bytes(), 16u);
}

TEST(NodeTexts, WhatNobodyUsesIsNotWritten) {
  NodeTexts nodes;
  uint32_t first = nodes.add("first"), second = nodes.add("second"), third = nodes.add("third");
  nodes.add("first");
  nodes.drop(first);
  nodes.drop(second);
  EXPECT_EQ(nodes.bytes(), 10u);
  std::vector<uint32_t> numbers;
  EXPECT_EQ(nodes.json(&numbers), "\n  first,\n  third");
  EXPECT_EQ(numbers[first], 0u);
  EXPECT_EQ(numbers[third], 1u);
  // It comes again, at its old place.
  EXPECT_EQ(nodes.add("second"), second);
  EXPECT_EQ(nodes.json(&numbers), "\n  first,\n  second,\n  third");
  EXPECT_EQ(numbers[third], 2u);
}
