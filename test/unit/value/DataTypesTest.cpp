// Numbers, text and containers below the level of programs: limits, layouts, watches.
#include "Program.h"

#include "value/container/Dict.h"
#include "value/container/Sequence.h"
#include "value/container/Set.h"
#include "value/number/BigInt.h"
#include "value/text/Str.h"

#include <cmath>

namespace janus::test {
namespace {

class DataTypes : public Runtime {};

TEST_F(DataTypes, IntsAreSmallWheneverTheyFit) {
  Ref big(intAdd(jn_int(INT64_MAX), jn_int(1)));
  EXPECT_TRUE(isExact(big.get(), &jn_type_int));
  Ref back(intSub(big.get(), jn_int(1)));
  EXPECT_EQ(back.get().tag, JN_INT);
  EXPECT_EQ(back.get().i, INT64_MAX);
  EXPECT_EQ(textOf(intNeg(jn_int(INT64_MIN))), "9223372036854775808");
  EXPECT_EQ(textOf(intFloorDiv(jn_int(INT64_MIN), jn_int(-1))), "9223372036854775808");
  EXPECT_EQ(textOf(intPow(jn_int(2), jn_int(100))), "1267650600228229401496703205376");
}

TEST_F(DataTypes, NumbersThatAreEqualHashEqually) {
  Ref big(intPow(jn_int(2), jn_int(100)));
  int64_t h;
  ASSERT_TRUE(hash(big.get(), &h));
  EXPECT_EQ(h, hashDouble(std::ldexp(1.0, 100)));
  EXPECT_EQ(hashInt64(-1), -2);
  EXPECT_EQ(hashDouble(-1.0), -2);
  EXPECT_EQ(hashInt64((int64_t(1) << 61) - 1), 0);
}

TEST_F(DataTypes, FloatsAreShownWithTheFewestDigits) {
  EXPECT_EQ(reprDouble(0.1), "0.1");
  EXPECT_EQ(reprDouble(1e16), "1e+16");
  EXPECT_EQ(reprDouble(123456789012345680.0), "1.2345678901234568e+17");
  EXPECT_EQ(reprDouble(-0.0), "-0.0");
  EXPECT_EQ(formatDouble(2.5, 'f', 0, false), "2");
  EXPECT_EQ(textOf(roundDouble(2.675, 2)), "2.67");
}

TEST_F(DataTypes, StringsKeepTheNarrowestKind) {
  Ref ascii(makeStr("abc")), latin(makeStr("é")), wide(makeStr("€")), widest(makeStr("😀"));
  EXPECT_EQ(strOf(ascii.get())->kind, 1);
  EXPECT_TRUE(strOf(ascii.get())->ascii);
  EXPECT_EQ(strOf(latin.get())->kind, 1);
  EXPECT_EQ(strOf(wide.get())->kind, 2);
  EXPECT_EQ(strOf(widest.get())->kind, 4);
  Ref both(concatStr(ascii.get(), widest.get()));
  Ref part(substring(both.get(), 0, 3));
  EXPECT_EQ(strOf(part.get())->kind, 1);
  EXPECT_EQ(utf8Of(both.get()), "abc😀");
}

TEST_F(DataTypes, InternedStringsAreOneObject) {
  Ref made(concatStr(name("inter"), name("ned")));
  EXPECT_EQ(internValue(made.get()).o, internStr("interned").o);
  EXPECT_EQ(internStr("interned").o, internStr("interned").o);
}

TEST_F(DataTypes, DictVersionChangesWithKeysOnly) {
  Ref held(jn_obj(newDict()));
  auto *d = held.as<jn_dict>();
  dictSet(d, name("a"), jn_int(1));
  uint64_t version = d->keys_version;
  dictSet(d, name("a"), jn_int(2));
  EXPECT_EQ(d->keys_version, version);
  dictSet(d, name("b"), jn_int(3));
  EXPECT_NE(d->keys_version, version);
  version = d->keys_version;
  EXPECT_EQ(dictDelete(d, name("a")), 1);
  EXPECT_NE(d->keys_version, version);
  EXPECT_EQ(dictGetStr(d, name("a")).tag, JN_UNBOUND);
  EXPECT_EQ(text(held.get()), "{'b': 3}");
}

TEST_F(DataTypes, DictKeepsOrderThroughGrowthAndRemoval) {
  Ref held(jn_obj(newDict()));
  auto *d = held.as<jn_dict>();
  for (int i = 0; i < 1000; ++i)
    dictSet(d, jn_int(i), jn_int(i));
  for (int i = 0; i < 1000; ++i)
    if (i % 100)
      dictDelete(d, jn_int(i));
  dictMoveToEnd(d, jn_int(0), true);
  dictMoveToEnd(d, jn_int(500), false);
  int64_t position = 0;
  Value key;
  std::vector<int64_t> keys;
  while (dictNext(d, &position, &key, nullptr))
    keys.push_back(key.i);
  EXPECT_EQ(keys, (std::vector<int64_t>{500, 100, 200, 300, 400, 600, 700, 800, 900, 0}));
}

TEST_F(DataTypes, SetsIterateInTheReferenceOrder) {
  Ref held(jn_obj(newSet(&jn_type_set)));
  for (int i : {3, 1, 10, 2})
    setAdd(held.as<SetObject>(), jn_int(i));
  EXPECT_EQ(text(held.get()), "{2, 1, 10, 3}");
}

TEST_F(DataTypes, SortFailsWithAPermutation) {
  Ref list(jn_obj(newList(0)));
  for (int i : {4, 2, 3})
    jn_list_append(list.get(), jn_int(i));
  jn_list_append(list.get(), name("x"));
  EXPECT_EQ(listSort(list.get(), jn_none(), false), -1);
  EXPECT_EQ(errorText(), "TypeError: '<' not supported between instances of 'str' and 'int'");
  EXPECT_EQ(list.as<jn_list>()->size, 4);
}

TEST_F(DataTypes, PairsAreReusedOnlyWhenNobodyKeptThem) {
  Value kv[] = {jn_int(1), jn_int(2), jn_int(3), jn_int(4)};
  Ref d(jn_make_dict(kv, 2));
  Ref it(makeDictIterator(d.as<jn_dict>(), DictPart::Items));
  Ref first(jn_next(it.get())), second(jn_next(it.get()));
  EXPECT_EQ(text(first.get()), "(1, 2)");
  EXPECT_EQ(text(second.get()), "(3, 4)");
}

}  // namespace
}  // namespace janus::test
