// Imitates what generated code does, in the small: functions from C++ bodies, classes from a
// namespace.
#pragma once

#include "value/call/Calls.h"
#include "value/call/Modules.h"
#include "value/error/Raise.h"
#include "value/object/Types.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace janus::test {

class Runtime : public ::testing::Test {
protected:
  static void SetUpTestSuite() { ASSERT_EQ(initRuntime(), 0); }
  void TearDown() override {
    EXPECT_FALSE(hasError()) << errorText();
    clearError();
  }

  // Takes the pending error: "TypeError: text".
  static std::string errorText() {
    Ref e(takeError());
    if (e.get().tag != JN_OBJECT)
      return "";
    Value v = e.get();
    return std::string(typeName(v)) + ": " + formatText("%S", &v);
  }
  static std::string text(Value v) {
    if (v.tag == JN_ERROR)
      return errorText();
    return formatText("%R", &v);
  }
  static std::string textOf(Value owned) {
    Ref keep(owned);
    return text(owned);
  }
};

inline Value name(const char *text) {
  return internStr(text);
}
inline Value string(const char *text) {
  return internStr(text);
}

// A definition record with its parameter names.
struct Definition {
  std::vector<const char *> names;
  jn_function_def def = {};
  Definition(const char *function, std::vector<const char *> parameters, jn_body_fn body,
             uint16_t positional, uint16_t keywordOnly = 0, uint32_t flags = 0,
             uint16_t positionalOnly = 0)
      : names(std::move(parameters)) {
    def.name = def.qualname = function;
    def.file = "test.py";
    def.line = 1;
    def.flags = flags;
    def.positional = positional;
    def.positional_only = positionalOnly;
    def.keyword_only = keywordOnly;
    def.parameters = names.data();
    def.body = body;
  }
};

inline jn_module *testModule() {
  static jn_module *m = newModule("testmodule", nullptr);
  return m;
}

inline Value function(const Definition &d, Value defaults = jn_none(),
                      Value kwdefaults = jn_none()) {
  return jn_make_function(testModule(), &d.def, defaults, kwdefaults, jn_none(), nullptr);
}

// class NAME(bases): the pairs as its namespace.
inline Value makeClass(const char *className, std::initializer_list<Value> bases,
                       std::initializer_list<std::pair<const char *, Value>> members) {
  Ref ns(jn_obj(newDict()));
  for (auto &[key, v] : members)
    dictSet(ns.as<jn_dict>(), internStr(key), v);
  Ref tuple(makeTuple(bases));
  return call(jn_obj(&jn_type_type), {internStr(className), tuple.get(), ns.get()});
}

inline Value callKw(Value f, std::vector<Value> args,
                    std::vector<std::pair<const char *, Value>> keywords) {
  Ref names(jn_obj(newTuple(static_cast<int64_t>(keywords.size()))));
  for (size_t i = 0; i < keywords.size(); ++i) {
    names.as<jn_tuple>()->items[i] = internStr(keywords[i].first);
    args.push_back(keywords[i].second);
  }
  return jn_call_kw(f, args.data(), args.size(), names.get());
}

}  // namespace janus::test
