// Each function of janus.h with arguments that are no arguments: an answer and a text, no crash.
#include "Host.h"

#include "../../runtime/host/DlPack.h"

#include <cstring>
#include <set>

using janus::Module;
using janus::Value;

namespace {

struct Case {
  const char *call;
  janus_status answer;
};
#define CASE(call)                                                                                 \
  Case {                                                                                           \
#call, call                                                                                    \
  }

// All are misuse, or raise what Python would.
void expectRefused(std::initializer_list<Case> cases) {
  for (const Case &each : cases) {
    EXPECT_TRUE(each.answer == JANUS_MISUSE || each.answer == JANUS_RAISED) << each.call;
    EXPECT_STRNE(janus_error_message(), "") << each.call;
  }
}

// The sum of what is named "by", times the first argument.
janus_status callNamed(void *, const janus_value *args, size_t count, const char *const *names,
                       size_t named, janus_value *result) {
  int64_t first = 1, by = 0;
  if (count > named && janus_to_int(args[0], &first))
    return JANUS_RAISED;
  for (size_t i = 0; i < named; ++i)
    if (strcmp(names[i], "by") != 0 || janus_to_int(args[count - named + i], &by))
      return janus_raise("TypeError", "an unexpected keyword");
  *result = janus_int(first * by);
  return JANUS_OK;
}
janus_status callBack(void *, const janus_value *, size_t, janus_value *) {
  return JANUS_OK;  // without a result
}

constexpr janus_value kNever = {0, 0, 0};
constexpr janus_value kNoObject = {JANUS_OBJECT, 0, 0};
constexpr janus_value kNoKind = {77, 0, 1};

// A handle whose value was released; the memory of its object is, most often, in use by another
// one's again.
janus_value releasedHandle(Value *inItsPlace) {
  janus_value v;
  EXPECT_EQ(janus_make_str("released", 8, &v), JANUS_OK);
  janus_release(v);
  *inItsPlace = Value("its heir");
  return v;
}
janus_status releaseArgument(void *, const janus_value *args, size_t, janus_value *result) {
  janus_release(args[0]);
  *result = janus_none();
  return JANUS_OK;
}
janus_status giveArgumentAway(void *, const janus_value *args, size_t, janus_value *result) {
  *result = args[0];  // not retained
  return JANUS_OK;
}

}  // namespace

TEST(Misuse, NoPlaceForTheResult) {
  Value text("text"), list = Value::list({1});
  size_t size;
  expectRefused({
      CASE(janus_to_int(janus_int(1), nullptr)),
      CASE(janus_to_double(janus_float(1), nullptr)),
      CASE(janus_to_bool(janus_int(1), nullptr)),
      CASE(janus_to_text(text.raw(), nullptr, &size)),
      CASE(janus_to_bytes(text.raw(), nullptr, &size)),
      CASE(janus_make_str("a", 1, nullptr)),
      CASE(janus_make_bytes("a", 1, nullptr)),
      CASE(janus_make_int("1", nullptr)),
      CASE(janus_make_tuple(nullptr, 0, nullptr)),
      CASE(janus_make_list(nullptr, 0, nullptr)),
      CASE(janus_make_dict(nullptr, 0, nullptr)),
      CASE(janus_str(text.raw(), nullptr)),
      CASE(janus_repr(text.raw(), nullptr)),
      CASE(janus_get(text.raw(), "upper", nullptr)),
      CASE(janus_has(text.raw(), "upper", nullptr)),
      CASE(janus_length(text.raw(), nullptr)),
      CASE(janus_get_item(list.raw(), janus_int(0), nullptr)),
      CASE(janus_iterate(list.raw(), nullptr)),
      CASE(janus_next(list.raw(), nullptr)),
      CASE(janus_is_instance(list.raw(), list.raw(), nullptr)),
      CASE(janus_call(list.attr("copy").raw(), nullptr, 0, nullptr)),
      CASE(janus_call_named(list.attr("copy").raw(), nullptr, 0, nullptr, 0, nullptr)),
      CASE(janus_call_method(list.raw(), "copy", nullptr, 0, nullptr)),
      CASE(janus_import("math", nullptr)),
      CASE(janus_make_function("f", callBack, nullptr, nullptr, nullptr)),
      CASE(janus_make_function_named("f", callNamed, nullptr, nullptr, nullptr)),
      CASE(janus_make_tensor(JANUS_FLOAT32, nullptr, 0, nullptr)),
      CASE(janus_view_tensor(text.raw(), nullptr)),
      CASE(janus_to_dlpack(text.raw(), nullptr)),
      CASE(janus_inspect("model.so", nullptr)),
      CASE(janus_load("model.so", nullptr, nullptr)),
      CASE(janus_read_weights("w.pt", nullptr)),
      CASE(janus_counters(nullptr)),
      CASE(janus_totals(nullptr)),
  });
  janus_module module;
  ASSERT_EQ(janus_load(modulePath("model").c_str(), nullptr, &module), JANUS_OK);
  EXPECT_EQ(janus_module_object(module, nullptr), JANUS_MISUSE);
  EXPECT_EQ(janus_unload(module), JANUS_OK);
  EXPECT_EQ(janus_error_object(nullptr), JANUS_MISUSE);
  EXPECT_EQ(janus_error_frame(0, nullptr), JANUS_MISUSE);
  EXPECT_EQ(janus_error_place(0, nullptr), JANUS_MISUSE);
}

TEST(Misuse, WhatIsNoValue) {
  Value list = Value::list({1});
  janus_value out;
  int64_t number;
  double real;
  int truth;
  const char *text;
  const void *data;
  size_t size;
  janus_tensor view;
  DLManagedTensor *managed;
  Value heir(0);
  for (janus_value v : {kNever, kNoObject, kNoKind, releasedHandle(&heir)}) {
    expectRefused({
        CASE(janus_to_int(v, &number)),
        CASE(janus_to_double(v, &real)),
        CASE(janus_to_bool(v, &truth)),
        CASE(janus_to_text(v, &text, &size)),
        CASE(janus_to_bytes(v, &data, &size)),
        CASE(janus_make_tuple(&v, 1, &out)),
        CASE(janus_make_list(&v, 1, &out)),
        CASE(janus_make_dict(&v, 1, &out)),
        CASE(janus_str(v, &out)),
        CASE(janus_repr(v, &out)),
        CASE(janus_get(v, "a", &out)),
        CASE(janus_set(v, "a", v)),
        CASE(janus_set(list.raw(), "a", v)),
        CASE(janus_has(v, "a", &truth)),
        CASE(janus_length(v, &number)),
        CASE(janus_get_item(v, v, &out)),
        CASE(janus_get_item(list.raw(), v, &out)),
        CASE(janus_set_item(list.raw(), janus_int(0), v)),
        CASE(janus_iterate(v, &out)),
        CASE(janus_next(v, &out)),
        CASE(janus_is_instance(list.raw(), v, &truth)),
        CASE(janus_call(v, nullptr, 0, &out)),
        CASE(janus_call(list.attr("append").raw(), &v, 1, &out)),
        CASE(janus_call_named(v, nullptr, 0, nullptr, 0, &out)),
        CASE(janus_call_method(v, "a", nullptr, 0, &out)),
        CASE(janus_view_tensor(v, &view)),
        CASE(janus_to_dlpack(v, &managed)),
        CASE(janus_write_weights("/nowhere/w.pt", v)),
        CASE(janus_save_state(v, "/nowhere/w.pt")),
        CASE(janus_load_state(v, "/nowhere/w.pt")),
    });
    janus_release(v);
    janus_retain(v);
    janus_kind_of(v);
  }
  EXPECT_EQ(list.repr(), "[1]");
}

TEST(Misuse, NoText) {
  Value list = Value::list({1});
  janus_value out;
  int truth;
  const char *names[] = {"x", nullptr};
  janus_value two[] = {janus_int(1), janus_int(2)};
  Value dict = janus::importModule("builtins").attr("dict");
  janus_module module;
  expectRefused({
      CASE(janus_make_str(nullptr, 3, &out)),
      CASE(janus_make_bytes(nullptr, 3, &out)),
      CASE(janus_make_int(nullptr, &out)),
      CASE(janus_make_int("", &out)),
      CASE(janus_make_int("1 2", &out)),
      CASE(janus_make_tuple(nullptr, 2, &out)),
      CASE(janus_make_list(nullptr, SIZE_MAX, &out)),
      CASE(janus_make_dict(nullptr, SIZE_MAX, &out)),
      CASE(janus_get(list.raw(), nullptr, &out)),
      CASE(janus_set(list.raw(), nullptr, janus_none())),
      CASE(janus_has(list.raw(), nullptr, &truth)),
      CASE(janus_call(dict.raw(), nullptr, 2, &out)),
      CASE(janus_call_named(dict.raw(), two, 2, names, 2, &out)),
      CASE(janus_call_named(dict.raw(), two, 2, nullptr, 2, &out)),
      CASE(janus_call_named(dict.raw(), two, 2, names, 3, &out)),
      CASE(janus_call_method(list.raw(), nullptr, nullptr, 0, &out)),
      CASE(janus_import(nullptr, &out)),
      CASE(janus_import("", &out)),
      CASE(janus_import("..", &out)),
      CASE(janus_make_function(nullptr, callBack, nullptr, nullptr, &out)),
      CASE(janus_make_function("f", nullptr, nullptr, nullptr, &out)),
      CASE(janus_make_function_named("f", nullptr, nullptr, nullptr, &out)),
      CASE(janus_raise(nullptr, nullptr)),
      CASE(janus_load(nullptr, nullptr, &module)),
      CASE(janus_read_weights(nullptr, &out)),
      CASE(janus_write_weights(nullptr, dict.raw())),
      CASE(janus_save_state(dict.raw(), nullptr)),
      CASE(janus_load_state(dict.raw(), nullptr)),
  });
}

TEST(Misuse, TextThatIsNone) {
  janus_value out;
  for (std::string text : {"\xff", "a\x80z", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xc3"}) {
    if (janus_make_str(text.data(), text.size(), &out) != JANUS_OK)
      continue;  // or one that can be shown
    Value made = Value::take(out);
    EXPECT_FALSE(made.repr().empty());
    EXPECT_FALSE(made.as<std::string>().empty());
  }
  Value list = Value::list({1});
  EXPECT_EQ(janus_get(list.raw(), "\xff\xfe", &out), JANUS_RAISED);
  EXPECT_EQ(janus_import("\xff", &out), JANUS_RAISED);
  EXPECT_EQ(janus_raise("ValueError", "\xff"), JANUS_RAISED);
  EXPECT_STREQ(janus_error_type(), "ValueError");
  EXPECT_EQ(janus_raise("list", "a class that is no exception"), JANUS_RAISED);
  EXPECT_STREQ(janus_error_type(), "RuntimeError");
}

TEST(Misuse, NoResult) {
  janus_value function, out;
  ASSERT_EQ(janus_make_function("f", callBack, nullptr, nullptr, &function), JANUS_OK);
  Value none = Value::take(function);
  EXPECT_TRUE(none().isNone());
  auto unset = [](void *, const janus_value *, size_t, janus_value *result) {
    *result = kNever;
    return JANUS_OK;
  };
  auto failed = [](void *, const janus_value *, size_t, janus_value *) {
    janus_error_clear();
    return JANUS_RAISED;
  };
  for (janus_host_function body : {+unset, +failed}) {
    ASSERT_EQ(janus_make_function("g", body, nullptr, nullptr, &function), JANUS_OK);
    Value g = Value::take(function);
    EXPECT_EQ(janus_call(g.raw(), nullptr, 0, &out), JANUS_RAISED);
    EXPECT_STREQ(janus_error_message(), "the host function g failed without an error");
  }
}

TEST(Misuse, KeywordsOfHostFunctions) {
  janus_value function, out;
  ASSERT_EQ(janus_make_function_named("f", callNamed, nullptr, nullptr, &function), JANUS_OK);
  Value named = Value::take(function);
  ASSERT_EQ(janus_make_function("g", callBack, nullptr, nullptr, &function), JANUS_OK);
  Value plain = Value::take(function);
  janus_value args[] = {janus_int(3), janus_int(4)};
  const char *by[] = {"by"}, *other[] = {"other"};
  ASSERT_EQ(janus_call_named(named.raw(), args, 2, by, 1, &out), JANUS_OK);
  EXPECT_EQ(Value::take(out).as<int64_t>(), 12);
  ASSERT_EQ(janus_call_named(named.raw(), args, 1, by, 1, &out), JANUS_OK);
  EXPECT_EQ(Value::take(out).as<int64_t>(), 3);
  EXPECT_EQ(janus_call_named(named.raw(), args, 2, other, 1, &out), JANUS_RAISED);
  EXPECT_STREQ(janus_error_message(), "an unexpected keyword");
  EXPECT_EQ(janus_call_named(plain.raw(), args, 2, by, 1, &out), JANUS_RAISED);
  EXPECT_STREQ(janus_error_message(), "g() takes no keyword arguments");
}

TEST(Misuse, ValuesReleasedTwice) {
  Value heir(0);
  janus_value gone = releasedHandle(&heir);
  janus_error_clear();
  janus_release(gone);
  EXPECT_EQ(janus_error_status(), JANUS_MISUSE);
  EXPECT_STREQ(janus_error_message(),
               "janus_release: this is no value: it was released, or never made");
  janus_error_clear();
  janus_retain(gone);
  EXPECT_EQ(janus_error_status(), JANUS_MISUSE);
  EXPECT_EQ(heir.as<std::string>(), "its heir");

  // Two references are released twice, whichever handle names them.
  janus_value list, again;
  ASSERT_EQ(janus_make_list(nullptr, 0, &list), JANUS_OK);
  again = janus_retain(list);
  janus_error_clear();
  janus_release(list);
  janus_release(again);
  EXPECT_EQ(janus_error_status(), JANUS_OK);
  janus_release(again);
  EXPECT_EQ(janus_error_status(), JANUS_MISUSE);
  janus_error_clear();
}

TEST(Misuse, ArgumentsThatWereLentAreReleased) {
  Value text("lent");
  for (janus_host_function function : {releaseArgument, giveArgumentAway}) {
    janus_value made, out, list;
    ASSERT_EQ(janus_make_function("greedy", function, nullptr, nullptr, &made), JANUS_OK);
    Value greedy = Value::take(made);
    // An object that the host does not hold: it arrives as an item.
    ASSERT_EQ(janus_make_list(nullptr, 0, &list), JANUS_OK);
    Value outer = Value::take(list);
    outer.call("append", Value::list({text}));
    Value map = janus::importModule("builtins").call("map", greedy, outer);
    EXPECT_EQ(janus_next(map.raw(), &out), JANUS_RAISED);
    EXPECT_STREQ(janus_error_message(),
                 "the host function greedy released an argument, which was lent to it");
    EXPECT_EQ(outer.repr(), "[['lent']]");
  }
}

TEST(Misuse, TensorsThatAreNone) {
  float element = 1;
  int64_t one = 1, negative = -1, huge = INT64_MAX;
  int64_t many[JANUS_MOST_DIMENSIONS + 1];
  std::fill(std::begin(many), std::end(many), 1);
  const int64_t large[] = {INT64_MAX, 2};
  auto borrow = [](janus_tensor memory) {
    janus_value out;
    janus_status status = janus_borrow_tensor(&memory, nullptr, nullptr, &out);
    if (status == JANUS_OK)
      janus_release(out);
    return status;
  };
  janus_value out;
  auto wrong = static_cast<janus_dtype>(99), below = static_cast<janus_dtype>(-1);
  expectRefused({
      CASE(janus_borrow_tensor(nullptr, nullptr, nullptr, &out)),
      CASE(borrow({nullptr, JANUS_FLOAT32, 1, &one, nullptr})),
      CASE(borrow({&element, wrong, 1, &one, nullptr})),
      CASE(borrow({&element, below, 1, &one, nullptr})),
      CASE(borrow({&element, JANUS_FLOAT32, 1, nullptr, nullptr})),
      CASE(borrow({&element, JANUS_FLOAT32, -1, &one, nullptr})),
      CASE(borrow({&element, JANUS_FLOAT32, JANUS_MOST_DIMENSIONS + 1, many, nullptr})),
      CASE(borrow({&element, JANUS_FLOAT32, 1, &negative, nullptr})),
      CASE(borrow({&element, JANUS_FLOAT32, 1, &huge, nullptr})),
      CASE(borrow({&element, JANUS_FLOAT32, 2, large, nullptr})),
      CASE(borrow({&element, JANUS_FLOAT32, 1, &one, &negative})),
      CASE(borrow({reinterpret_cast<char *>(&element) + 1, JANUS_FLOAT32, 1, &one, nullptr})),
      CASE(janus_make_tensor(wrong, &one, 1, &out)),
      CASE(janus_make_tensor(JANUS_FLOAT32, &negative, 1, &out)),
      CASE(janus_make_tensor(JANUS_FLOAT32, &huge, 1, &out)),
      CASE(janus_make_tensor(JANUS_FLOAT32, large, 2, &out)),
      CASE(janus_make_tensor(JANUS_FLOAT32, nullptr, 1, &out)),
      CASE(janus_make_tensor(JANUS_FLOAT32, many, JANUS_MOST_DIMENSIONS + 1, &out)),
      CASE(janus_make_tensor(JANUS_FLOAT32, &one, -3, &out)),
      CASE(janus_from_dlpack(nullptr, &out)),
  });
}

TEST(Misuse, HandlesAndFilesThatAreNone) {
  janus_value out;
  janus_module never = {0}, later = {UINT64_MAX};
  for (janus_module module : {never, later}) {
    EXPECT_EQ(janus_unload(module), JANUS_MISUSE);
    EXPECT_EQ(janus_module_object(module, &out), JANUS_MISUSE);
  }
  janus_file_info *info = nullptr;
  for (const char *path : {"", "/", "/nowhere/model.so", "/dev/null", "/proc/self/exe"}) {
    EXPECT_EQ(janus_inspect(path, &info), JANUS_BAD_FILE) << path;
    EXPECT_STRNE(janus_error_message(), "") << path;
    EXPECT_EQ(janus_load(path, nullptr, &never), JANUS_BAD_FILE) << path;
    EXPECT_EQ(janus_read_weights(path, &out), JANUS_RAISED) << path;
  }
  EXPECT_EQ(janus_inspect(nullptr, &info), JANUS_MISUSE);
  janus_inspect_free(nullptr);
  EXPECT_STREQ(janus_file_mismatch(nullptr), "");
  EXPECT_STREQ(janus_file_compiler(nullptr), "");
  EXPECT_STREQ(janus_file_processor(nullptr), "");
  EXPECT_EQ(janus_file_module_count(nullptr), 0u);
  EXPECT_STREQ(janus_file_module_name(nullptr, 0), "");
  ASSERT_EQ(janus_inspect(modulePath("model").c_str(), &info), JANUS_OK);
  EXPECT_STREQ(janus_file_module_name(info, SIZE_MAX), "");
  EXPECT_STREQ(janus_file_module_source(info, 1000), "");
  EXPECT_STREQ(janus_file_module_hash(info, 1000), "");
  janus_inspect_free(info);
}

TEST(Misuse, ErrorsThatAreNotThere) {
  janus_error_clear();
  janus_error_clear();
  janus_frame frame;
  janus_place place;
  janus_value out;
  EXPECT_EQ(janus_error_status(), JANUS_OK);
  EXPECT_STREQ(janus_error_type(), "");
  EXPECT_STREQ(janus_error_message(), "");
  EXPECT_STREQ(janus_error_text(), "");
  EXPECT_EQ(janus_error_frame_count(), 0u);
  EXPECT_EQ(janus_error_frame(0, &frame), JANUS_MISUSE);
  EXPECT_EQ(janus_error_place(0, &place), JANUS_MISUSE);
  EXPECT_EQ(janus_error_object(&out), JANUS_MISUSE);
}

TEST(Misuse, TheLockOfAnother) {
  janus_unlock();  // held by nobody
  janus_lock();
  EXPECT_EQ(janus_try_lock(), 1);
  janus_unlock();
  janus_unlock();
  EXPECT_EQ(Value::list({1, 2}).length(), 2);
}

TEST(Misuse, FunctionsOfAnUnloadedModule) {
  Value add, net, generator;
  {
    Module model(modulePath("model"));
    add = model["add"];
    net = model["Net"](2);
    generator = model["countdown"](3);
    generator = Value(generator);
  }
  EXPECT_EQ(errorOf([&] { add(1, 2); }).status(), JANUS_UNLOADED);
  std::set<janus_status> answers;
  janus_value out;
  for (const char *method : {"forward", "state_dict", "parameters", "no_such"})
    answers.insert(janus_call_method(net.raw(), method, nullptr, 0, &out));
  EXPECT_FALSE(answers.contains(JANUS_OK) && answers.size() == 1);
  EXPECT_NE(net.repr().find("Net"), std::string::npos);
}
