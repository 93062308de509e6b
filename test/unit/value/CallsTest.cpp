// Binding of arguments, with CPython 3.11's texts.
#include "Program.h"

namespace janus::test {

namespace {

Value asTuple(jn_function *f, const Value *args) {
  return jn_make_tuple(args, parameterCount(f->def));
}

class Calls : public Runtime {};

TEST_F(Calls, PositionalOnTheFastPath) {
  Definition d("f", {"a", "b"}, asTuple, 2);
  Ref f(function(d));
  EXPECT_EQ(textOf(call(f.get(), {jn_int(1), jn_int(2)})), "(1, 2)");
}

TEST_F(Calls, MissingArguments) {
  Definition d("f", {"a", "b", "c"}, asTuple, 3);
  Ref f(function(d));
  EXPECT_EQ(textOf(call(f.get(), {})),
            "TypeError: f() missing 3 required positional arguments: 'a', 'b', and 'c'");
  EXPECT_EQ(textOf(call(f.get(), {jn_int(1)})),
            "TypeError: f() missing 2 required positional arguments: 'b' and 'c'");
  EXPECT_EQ(textOf(call(f.get(), {jn_int(1), jn_int(2)})),
            "TypeError: f() missing 1 required positional argument: 'c'");
}

TEST_F(Calls, TooManyArguments) {
  Definition one("f", {"a"}, asTuple, 1), two("g", {"a", "b"}, asTuple, 2);
  Ref f(function(one));
  EXPECT_EQ(textOf(call(f.get(), {jn_int(1), jn_int(2)})),
            "TypeError: f() takes 1 positional argument but 2 were given");
  Ref defaults(makeTuple({jn_int(9)}));
  Ref g(function(two, defaults.get()));
  EXPECT_EQ(textOf(call(g.get(), {jn_int(1)})), "(1, 9)");
  EXPECT_EQ(textOf(call(g.get(), {jn_int(1), jn_int(2), jn_int(3)})),
            "TypeError: g() takes from 1 to 2 positional arguments but 3 were given");
  Definition none("h", {}, asTuple, 0);
  Ref h(function(none));
  EXPECT_EQ(textOf(call(h.get(), {jn_int(1)})),
            "TypeError: h() takes 0 positional arguments but 1 was given");
}

TEST_F(Calls, TooManyWithKeywordOnly) {
  Definition d("f", {"a", "k"}, asTuple, 1, 1);
  Ref f(function(d));
  EXPECT_EQ(textOf(callKw(f.get(), {jn_int(1), jn_int(2)}, {{"k", jn_int(3)}})),
            "TypeError: f() takes 1 positional argument but 2 positional arguments (and 1 "
            "keyword-only argument) were given");
}

TEST_F(Calls, Keywords) {
  Definition d("f", {"a", "b", "k"}, asTuple, 2, 1);
  Ref kwdefaults(jn_obj(newDict()));
  dictSet(kwdefaults.as<jn_dict>(), name("k"), jn_int(7));
  Ref f(function(d, jn_none(), kwdefaults.get()));
  EXPECT_EQ(textOf(callKw(f.get(), {}, {{"b", jn_int(2)}, {"a", jn_int(1)}})), "(1, 2, 7)");
  EXPECT_EQ(textOf(callKw(f.get(), {jn_int(1)}, {{"k", jn_int(3)}, {"b", jn_int(2)}})),
            "(1, 2, 3)");
  EXPECT_EQ(textOf(callKw(f.get(), {jn_int(1)}, {{"a", jn_int(2)}})),
            "TypeError: f() got multiple values for argument 'a'");
  EXPECT_EQ(textOf(callKw(f.get(), {jn_int(1)}, {{"z", jn_int(2)}})),
            "TypeError: f() got an unexpected keyword argument 'z'");
  Ref g(function(d));
  EXPECT_EQ(textOf(call(g.get(), {jn_int(1), jn_int(2)})),
            "TypeError: f() missing 1 required keyword-only argument: 'k'");
}

TEST_F(Calls, PositionalOnly) {
  Definition d("f", {"a", "b"}, asTuple, 2, 0, 0, 1);
  Ref f(function(d));
  EXPECT_EQ(textOf(callKw(f.get(), {}, {{"a", jn_int(1)}, {"b", jn_int(2)}})),
            "TypeError: f() got some positional-only arguments passed as keyword arguments: 'a'");
}

TEST_F(Calls, StarParameters) {
  Definition d("f", {"a", "k", "args", "kw"}, asTuple, 1, 1, JN_FN_VARARGS | JN_FN_VARKW);
  Ref f(function(d));
  EXPECT_EQ(textOf(callKw(f.get(), {jn_int(1), jn_int(2), jn_int(3)},
                          {{"k", jn_int(4)}, {"z", jn_int(5)}})),
            "(1, 4, (2, 3), {'z': 5})");
  EXPECT_EQ(textOf(callKw(f.get(), {jn_int(1)}, {{"k", jn_int(4)}})), "(1, 4, (), {})");
}

TEST_F(Calls, CallEx) {
  Definition d("f", {"a", "kw"}, asTuple, 1, 0, JN_FN_VARKW);
  Ref f(function(d)), args(makeTuple({jn_int(1)})), kw(jn_obj(newDict()));
  dictSet(kw.as<jn_dict>(), name("x"), jn_int(2));
  EXPECT_EQ(textOf(jn_call_ex(f.get(), args.get(), kw.get())), "(1, {'x': 2})");
  EXPECT_EQ(textOf(jn_call_ex(f.get(), jn_int(5), jn_none())),
            "TypeError: testmodule.f() argument after * must be an iterable, not int");
  EXPECT_EQ(textOf(jn_call_ex(f.get(), args.get(), jn_int(5))),
            "TypeError: testmodule.f() argument after ** must be a mapping, not int");
  Ref other(jn_obj(newDict()));
  dictSet(other.as<jn_dict>(), name("x"), jn_int(3));
  EXPECT_EQ(jn_dict_merge_kwargs(kw.get(), other.get(), f.get()), -1);
  EXPECT_EQ(errorText(), "TypeError: testmodule.f() got multiple values for keyword argument 'x'");
}

TEST_F(Calls, NotCallable) {
  EXPECT_EQ(textOf(call(jn_int(5), {})), "TypeError: 'int' object is not callable");
}

TEST_F(Calls, NativeFunctions) {
  Ref list(jn_make_list(nullptr, 0));
  auto method = [&](const char *m, std::initializer_list<Value> args) {
    return textOf(callMethod(list.get(), name(m), args));
  };
  EXPECT_EQ(method("append", {jn_int(1), jn_int(2)}),
            "TypeError: list.append() takes exactly one argument (2 given)");
  EXPECT_EQ(method("append", {jn_int(1)}), "None");
  EXPECT_EQ(text(list.get()), "[1]");
  EXPECT_EQ(method("__len__", {}), "1");
  EXPECT_EQ(method("__len__", {jn_int(1)}), "TypeError: expected 0 arguments, got 1");
  Ref append(getattr(jn_obj(&jn_type_list), name("append")));
  EXPECT_EQ(textOf(call(append.get(), {})),
            "TypeError: unbound method list.append() needs an argument");
  EXPECT_EQ(textOf(call(append.get(), {jn_int(5), jn_int(1)})),
            "TypeError: descriptor 'append' for 'list' objects doesn't apply to a 'int' object");
  Ref bound(getattr(list.get(), name("append")));
  EXPECT_EQ(textOf(callKw(bound.get(), {}, {{"x", jn_int(2)}})),
            "TypeError: list.append() takes no keyword arguments");
}

}  // namespace
}  // namespace janus::test
