#include "Host.h"

#include <limits>

using janus::Value;

TEST(Values, TravelBothWays) {
  EXPECT_TRUE(Value().isNone());
  EXPECT_EQ(Value(true).kind(), JANUS_BOOL);
  EXPECT_EQ(Value(-7).as<int>(), -7);
  EXPECT_EQ(Value(2.5).as<double>(), 2.5);
  EXPECT_EQ(Value(3).as<double>(), 3.0);
  EXPECT_EQ(Value("gr\xc3\xbc\xc3\x9f").as<std::string>(), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(Value(std::string("a\0b", 3)).as<std::string>().size(), 3u);
  Value list = Value::list({1, "two", 3.0, nullptr, true});
  EXPECT_EQ(list.kind(), JANUS_LIST);
  EXPECT_EQ(list.repr(), "[1, 'two', 3.0, None, True]");
  EXPECT_EQ(Value::tuple({1, 2}).repr(), "(1, 2)");
  Value dict = Value::dict({{"a", 1}, {2, list}});
  EXPECT_EQ(dict["a"].as<int>(), 1);
  dict.setItem("b", 5);
  EXPECT_EQ(dict.length(), 3);
  std::string keys;
  for (const Value &key : dict)
    keys += key.str() + " ";
  EXPECT_EQ(keys, "a 2 b ");
  EXPECT_EQ(list.as<std::vector<Value>>().size(), 5u);
}

TEST(Values, LargeIntegers) {
  janus_value big;
  janus::check(janus_make_int("123456789012345678901234567890", &big));
  Value v = Value::take(big);
  EXPECT_EQ(v.kind(), JANUS_BIG_INT);
  EXPECT_EQ(v.str(), "123456789012345678901234567890");
  EXPECT_EQ(Value(UINT64_MAX).str(), "18446744073709551615");
  EXPECT_EQ(Value(size_t{1} << 62).as<int64_t>(), int64_t{1} << 62);
  EXPECT_EQ(errorOf([&] { v.as<int64_t>(); }).type(), "OverflowError");
  janus::Error narrow = errorOf([] { Value(300).as<int8_t>(); });
  EXPECT_STREQ(narrow.what(), "OverflowError: expected an int of 8 bits with a sign, got 300");
  EXPECT_EQ(narrow.status(), JANUS_RAISED);
  EXPECT_STREQ(janus_error_message(), narrow.message().c_str());
  EXPECT_EQ(errorOf([] { Value(-1).as<uint16_t>(); }).message(),
            "expected an int of 16 bits without a sign, got -1");
  EXPECT_EQ(errorOf([] {
              janus_value v;
              janus::check(janus_make_int("twelve", &v));
            }).type(),
            "ValueError");
}

TEST(Values, ConversionsThatFail) {
  EXPECT_EQ(errorOf([] { Value("x").as<int>(); }).type(), "TypeError");
  EXPECT_EQ(errorOf([] { Value("x").as<double>(); }).type(), "TypeError");
  EXPECT_EQ(errorOf([] { Value(1).as<std::string>(); }).message(), "expected a str, got 'int'");
  EXPECT_EQ(errorOf([] { Value(1).length(); }).message(), "object of type 'int' has no len()");
  EXPECT_EQ(errorOf([] { Value::list({1})[3]; }).type(), "IndexError");
  EXPECT_EQ(errorOf([] { Value::dict({{Value::list({}), 1}}); }).type(), "TypeError");
}

TEST(Values, WhatIsNoValueIsRefused) {
  janus_value never = {0, 0, 0}, out;
  EXPECT_EQ(janus_make_list(&never, 1, &out), JANUS_MISUSE);
  EXPECT_EQ(janus_call(never, nullptr, 0, &out), JANUS_MISUSE);
  EXPECT_EQ(janus_call(janus_none(), nullptr, 3, &out), JANUS_MISUSE);
  EXPECT_STREQ(janus_error_message(), "there are no arguments where 3 are said to be");
  EXPECT_EQ(janus_get(janus_none(), nullptr, &out), JANUS_MISUSE);
  EXPECT_EQ(janus_make_list(nullptr, 0, nullptr), JANUS_MISUSE);
  janus_value object = {JANUS_OBJECT, 0, 0};
  EXPECT_EQ(janus_str(object, &out), JANUS_MISUSE);
  janus_release(object);
  janus_release(never);
}

TEST(Values, TheLibraryIsAtHand) {
  Value math = janus::importModule("math");
  EXPECT_NEAR(math.call("sqrt", 2.0).as<double>(), 1.41421356, 1e-8);
  EXPECT_EQ(math.kind(), JANUS_MODULE);
  Value builtins = janus::importModule("builtins");
  EXPECT_EQ(builtins.attr("sorted")(Value::list({3, 1, 2}), janus::named("reverse", true)).repr(),
            "[3, 2, 1]");
  EXPECT_TRUE(Value(1).isInstance(builtins.attr("int")));
  EXPECT_EQ(errorOf([] { janus::importModule("no.such"); }).type(), "ModuleNotFoundError");
}
