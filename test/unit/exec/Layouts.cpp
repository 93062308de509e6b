// Plans with symbols: what lies where for which sizes.
#include "exec/Layouts.h"
#include "tensor/core/Tensor.h"
#include "value/object/Object.h"

#include <gtest/gtest.h>

namespace janus::test {
namespace {

// Three places of s0 x 4 and 2*s0 floats, the first two of which are used at one time; a list
// (s0, -1); an exposed result of s0 floats.
bool sizesOf(const int64_t *symbols, int64_t *n) {
  bool fits = true;
  n[0] = symbols[0];
  n[1] = jn_size_mul(&fits, 2, symbols[0]);
  return fits;
}
const int64_t kMatrix[] = {JN_PLAN_SIZE(0), 4}, kRow[] = {JN_PLAN_SIZE(1)},
              kList[] = {JN_PLAN_SIZE(0), -1}, kExposed[] = {JN_PLAN_SIZE(0)};
const uint32_t kFloat = static_cast<uint32_t>(DType::F32);
const jn_plan_place kPlaces[] = {{0, kMatrix, kFloat, 2, 0, 1, false},
                                 {0, kRow, kFloat, 1, 1, 2, false},
                                 {0, kMatrix, kFloat, 2, 2, 3, false}};
const jn_plan_place kExposedPlaces[] = {{0, kExposed, kFloat, 1, 0, 3, false}};
const jn_plan_size_list kLists[] = {{kList, 2}};

jn_plan_def definition() {
  jn_plan_def def = {};
  def.places = kPlaces;
  def.place_count = 3;
  def.exposed = kExposedPlaces;
  def.exposed_count = 1;
  def.size_lists = kLists;
  def.size_list_count = 1;
  def.symbol_count = 1;
  def.size_count = 2;
  def.sizes = sizesOf;
  return def;
}

class Layouts : public testing::Test {
protected:
  ~Layouts() override { jn_plan_release(&plan); }

  bool enter(int64_t rows) {
    if (!jn_plan_enter(&plan, &def, &rows))
      return false;
    jn_plan_leave(&plan, nullptr, 0, JN_REGION_COMMITTED);
    return true;
  }
  const TensorObject *place(uint32_t index) const { return asTensor(plan.places[index]); }
  char *begin(uint32_t index) const { return jn_plan_data(plan.places[index], sizeof(float)); }
  char *end(uint32_t index) const {
    return begin(index) + place(index)->numel * static_cast<int64_t>(sizeof(float));
  }
  int64_t listed(uint32_t at) const {
    return reinterpret_cast<jn_tuple *>(plan.size_lists[0].o)->items[at].i;
  }

  jn_plan_def def = definition();
  jn_plan plan = {};
};

TEST_F(Layouts, FollowTheSymbols) {
  ASSERT_TRUE(enter(100));
  for (int64_t rows : {100, 3, 1000, 3, 0, 1}) {
    ASSERT_TRUE(enter(rows));
    EXPECT_EQ(place(0)->numel, rows * 4);
    EXPECT_EQ(place(0)->sizes[0], rows);
    EXPECT_EQ(place(0)->strides[0], 4);
    EXPECT_EQ(place(1)->numel, rows * 2);
    EXPECT_EQ(listed(0), rows);
    EXPECT_EQ(listed(1), -1);
    // Those that are used at one time lie apart, the others above each other.
    for (uint32_t other : {0, 2})
      EXPECT_TRUE(end(other) <= begin(1) || end(1) <= begin(other)) << rows;
    EXPECT_EQ(begin(0), begin(2));
  }
}

TEST_F(Layouts, ObjectsStayWhileNobodyElseHasThem) {
  ASSERT_TRUE(enter(5));
  const TensorObject *first = place(0);
  jn_object *list = plan.size_lists[0].o;
  ASSERT_TRUE(enter(9));
  EXPECT_EQ(place(0), first);
  EXPECT_EQ(plan.size_lists[0].o, list);
  Value kept = jn_own(plan.size_lists[0]), tensor = jn_own(plan.places[1]);
  ASSERT_TRUE(enter(5));
  EXPECT_NE(plan.size_lists[0].o, list);
  EXPECT_EQ(reinterpret_cast<jn_tuple *>(kept.o)->items[0].i, 9);
  EXPECT_EQ(asTensor(tensor)->numel, 18);
  EXPECT_EQ(place(1)->numel, 10);
  jn_decref(kept);
  jn_decref(tensor);
}

TEST_F(Layouts, ExposedResultsAreOfTheirSize) {
  for (int64_t rows : {4, 6, 4}) {
    ASSERT_TRUE(enter(rows));
    Value fresh = jn_plan_fresh(&plan, 0);
    EXPECT_EQ(asTensor(fresh)->numel, rows);
    jn_decref(fresh);
  }
}

TEST_F(Layouts, WhatDoesNotFitIsNotEntered) {
  ASSERT_TRUE(enter(2));
  EXPECT_FALSE(enter(-1));
  EXPECT_FALSE(enter(int64_t{1} << 62));
  EXPECT_FALSE(enter(int64_t{1} << 60));
  ASSERT_TRUE(enter(2));
  EXPECT_EQ(place(0)->numel, 8);
}

TEST_F(Layouts, ManySizesTakeNoMoreMemoryThanTheLargest) {
  ASSERT_TRUE(enter(500));
  const char *arena = begin(0);
  for (int64_t turn = 0; turn < 1000; ++turn) {
    ASSERT_TRUE(enter(turn * 37 % 500));
    EXPECT_GE(begin(0), arena);
    EXPECT_LE(end(1), arena + 500 * 6 * sizeof(float) + 128);
  }
}

}  // namespace
}  // namespace janus::test
