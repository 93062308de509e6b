// Classes: mro, slots from methods, attributes through caches, descriptors.
#include "Program.h"
#include "value/container/DictWatch.h"

namespace janus::test {

namespace {

Value first(jn_function *, const Value *args) {
  return jn_own(args[0]);
}
Value seven(jn_function *, const Value *) {
  return jn_int(7);
}
Value eight(jn_function *, const Value *) {
  return jn_int(8);
}
Value setX(jn_function *, const Value *args) {
  static jn_attr_cache cache;
  return jn_setattr(args[0], name("x"), args[1], &cache) < 0 ? jn_error() : jn_none();
}
Value getX(jn_function *, const Value *args) {
  static jn_attr_cache cache;
  return jn_getattr(args[0], name("x"), &cache);
}
Value notImplemented(jn_function *, const Value *) {
  return jn_notimplemented();
}

const Definition kInit("__init__", {"self", "x"}, setX, 2), kSeven("seven", {"self"}, seven, 1),
    kEight("eight", {"self"}, eight, 1), kGetX("get", {"self"}, getX, 1),
    kBinary7("op", {"self", "other"}, seven, 2), kBinary8("rop", {"self", "other"}, eight, 2),
    kRefuse("op", {"self", "other"}, notImplemented, 2), kFirst("first", {"self"}, first, 1);

class Classes : public Runtime {};

TEST_F(Classes, InstancesAndInit) {
  Ref init(function(kInit)), get(function(kGetX));
  Ref c(makeClass("C", {}, {{"__init__", init.get()}, {"get", get.get()}}));
  Ref a(call(c.get(), {jn_int(5)})), b(call(c.get(), {jn_int(6)}));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(textOf(callMethod(a.get(), name("get"), {})), "5");
    EXPECT_EQ(textOf(callMethod(b.get(), name("get"), {})), "6");
  }
  EXPECT_EQ(textOf(call(c.get(), {})),
            "TypeError: __init__() missing 1 required positional argument: 'x'");
  EXPECT_EQ(textOf(getattr(a.get(), name("nope"))),
            "AttributeError: 'C' object has no attribute 'nope'");
  EXPECT_EQ(textOf(getattr(c.get(), name("nope"))),
            "AttributeError: type object 'C' has no attribute 'nope'");
  EXPECT_EQ(textOf(getattr(a.get(), name("__dict__"))), "{'x': 5}");
}

TEST_F(Classes, ArgumentsWithoutInit) {
  Ref c(makeClass("C", {}, {}));
  EXPECT_EQ(textOf(call(c.get(), {jn_int(1)})), "TypeError: C() takes no arguments");
}

TEST_F(Classes, CachesSeeChanges) {
  Ref seven(function(kSeven)), eight(function(kEight));
  Ref c(makeClass("C", {}, {{"m", seven.get()}}));
  Ref a(call(c.get(), {}));
  jn_attr_cache cache = {};
  Value self = a.get();
  auto invoke = [&] { return textOf(jn_call_method(name("m"), &self, 1, jn_unbound(), &cache)); };
  EXPECT_EQ(invoke(), "7");
  EXPECT_EQ(invoke(), "7");
  EXPECT_EQ(setattr(c.get(), name("m"), eight.get()), 0);  // the class changes
  EXPECT_EQ(invoke(), "8");
  EXPECT_EQ(invoke(), "8");
  Definition d("free", {}, janus::test::seven, 0);
  Ref hidden(function(d));
  EXPECT_EQ(setattr(a.get(), name("m"), hidden.get()), 0);  // the instance hides it
  EXPECT_EQ(invoke(), "7");
  EXPECT_EQ(invoke(), "7");
  EXPECT_EQ(setattr(a.get(), name("m"), jn_unbound()), 0);
  EXPECT_EQ(invoke(), "8");
}

TEST_F(Classes, HiddenThroughDict) {
  Ref seven(function(kSeven));
  Ref c(makeClass("C", {}, {{"v", jn_int(1)}}));
  Ref a(call(c.get(), {}));
  jn_attr_cache cache = {};
  EXPECT_EQ(textOf(jn_getattr(a.get(), name("v"), &cache)), "1");
  EXPECT_EQ(textOf(jn_getattr(a.get(), name("v"), &cache)), "1");
  Ref dict(getattr(a.get(), name("__dict__")));
  EXPECT_EQ(dictSet(dict.as<jn_dict>(), name("v"), jn_int(2)), 0);
  EXPECT_EQ(textOf(jn_getattr(a.get(), name("v"), &cache)), "2");
}

TEST_F(Classes, MroAndSuper) {
  Ref seven(function(kSeven)), eight(function(kEight));
  Ref a(makeClass("A", {}, {{"m", seven.get()}})), b(makeClass("B", {a.get()}, {})),
      c(makeClass("C", {a.get()}, {{"m", eight.get()}})), d(makeClass("D", {b.get(), c.get()}, {}));
  EXPECT_EQ(textOf(getattr(d.get(), name("__mro__"))),
            "(<class '__main__.D'>, <class '__main__.B'>, <class '__main__.C'>, <class "
            "'__main__.A'>, <class 'object'>)");
  Ref o(call(d.get(), {}));
  EXPECT_EQ(textOf(callMethod(o.get(), name("m"), {})), "8");
  Ref super(jn_super(c.get(), o.get()));
  EXPECT_EQ(textOf(callMethod(super.get(), name("m"), {})), "7");
  EXPECT_EQ(textOf(makeClass("E", {a.get(), d.get()}, {})),
            "TypeError: Cannot create a consistent method resolution\norder (MRO) for bases A, D");
  EXPECT_EQ(textOf(makeClass("F", {jn_obj(&jn_type_bool)}, {})),
            "TypeError: type 'bool' is not an acceptable base type");
  EXPECT_EQ(textOf(makeClass("G", {jn_obj(&jn_type_list), jn_obj(&jn_type_dict)}, {})),
            "TypeError: multiple bases have instance lay-out conflict");
}

TEST_F(Classes, OperatorsAndReflection) {
  Ref seven(function(kBinary7)), eight(function(kBinary8)), refuse(function(kRefuse));
  Ref a(makeClass("A", {}, {{"__add__", seven.get()}, {"__mul__", refuse.get()}})),
      b(makeClass("B", {a.get()}, {{"__radd__", eight.get()}}));
  Ref x(call(a.get(), {})), y(call(b.get(), {}));
  EXPECT_EQ(textOf(jn_add(x.get(), jn_int(1))), "7");
  EXPECT_EQ(textOf(jn_add(x.get(), y.get())), "8");  // the subclass goes first
  EXPECT_EQ(textOf(jn_add(jn_int(1), y.get())), "8");
  EXPECT_EQ(textOf(jn_add(jn_int(1), x.get())),
            "TypeError: unsupported operand type(s) for +: 'int' and 'A'");
  EXPECT_EQ(textOf(jn_mul(x.get(), jn_int(1))),
            "TypeError: unsupported operand type(s) for *: 'A' and 'int'");
  EXPECT_EQ(textOf(jn_iadd(x.get(), jn_int(1))), "7");
  EXPECT_EQ(textOf(jn_isub(x.get(), jn_int(1))),
            "TypeError: unsupported operand type(s) for -=: 'A' and 'int'");
  EXPECT_EQ(textOf(jn_lt(x.get(), jn_int(1))),
            "TypeError: '<' not supported between instances of 'A' and 'int'");
  EXPECT_EQ(textOf(jn_eq(x.get(), jn_int(1))), "False");
  EXPECT_EQ(textOf(jn_neg(x.get())), "TypeError: bad operand type for unary -: 'A'");
}

TEST_F(Classes, EqualityTakesTheHashAway) {
  Ref eq(function(kBinary7));
  Ref c(makeClass("C", {}, {{"__eq__", eq.get()}}));
  Ref o(call(c.get(), {}));
  int64_t h;
  EXPECT_FALSE(hash(o.get(), &h));
  EXPECT_EQ(errorText(), "TypeError: unhashable type: 'C'");
}

TEST_F(Classes, SubclassesOfBuiltins) {
  Ref seven(function(kSeven));
  Ref c(makeClass("L", {jn_obj(&jn_type_list)}, {{"m", seven.get()}}));
  Ref o(call(c.get(), {}));
  EXPECT_EQ(jn_list_append(o.get(), jn_int(3)), 0);
  EXPECT_EQ(setattr(o.get(), name("tag"), jn_int(4)), 0);
  EXPECT_EQ(text(o.get()), "[3]");
  EXPECT_EQ(textOf(getattr(o.get(), name("tag"))), "4");
  Ref t(makeClass("T", {jn_obj(&jn_type_tuple)}, {}));
  Ref items(makeTuple({jn_int(1), jn_int(2)}));
  Ref p(call(t.get(), {items.get()}));
  EXPECT_EQ(setattr(p.get(), name("tag"), jn_int(5)), 0);
  EXPECT_EQ(textOf(getattr(p.get(), name("tag"))), "5");
  EXPECT_EQ(text(p.get()), "(1, 2)");
  Ref i(makeClass("I", {jn_obj(&jn_type_int)}, {}));
  Ref n(call(i.get(), {jn_int(41)}));
  EXPECT_EQ(setattr(n.get(), name("tag"), jn_int(6)), 0);
  EXPECT_EQ(textOf(jn_add(n.get(), jn_int(1))), "42");
}

TEST_F(Classes, Slots) {
  Ref names(makeTuple({name("x"), name("y")}));
  Ref c(makeClass("S", {}, {{"__slots__", names.get()}}));
  Ref o(call(c.get(), {}));
  EXPECT_EQ(textOf(getattr(o.get(), name("x"))), "AttributeError: 'S' object has no attribute 'x'");
  EXPECT_EQ(setattr(o.get(), name("x"), jn_int(1)), 0);
  jn_attr_cache load = {}, store = {};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(jn_setattr(o.get(), name("y"), jn_int(i), &store), 0);
    EXPECT_EQ(textOf(jn_getattr(o.get(), name("y"), &load)), std::to_string(i));
  }
  EXPECT_EQ(setattr(o.get(), name("z"), jn_int(1)), -1);
  EXPECT_EQ(errorText(), "AttributeError: 'S' object has no attribute 'z'");
}

TEST_F(Classes, Properties) {
  Ref seven(function(kSeven));
  Ref property(call(jn_obj(&jn_type_property), {seven.get()}));
  Ref c(makeClass("C", {}, {{"p", property.get()}}));
  Ref o(call(c.get(), {}));
  jn_attr_cache cache = {};
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(textOf(jn_getattr(o.get(), name("p"), &cache)), "7");
  EXPECT_EQ(setattr(o.get(), name("p"), jn_int(1)), -1);
  EXPECT_EQ(errorText(), "AttributeError: property 'p' of 'C' object has no setter");
}

TEST_F(Classes, WatchedStoresTell) {
  static int hits;
  hits = 0;
  auto *before = watchHook;
  auto *beforeReplaced = watchReplacedHook;
  watchHook = [](Object *) { ++hits; };
  watchReplacedHook = [](jn_dict *, int64_t, Value) { ++hits; };
  Ref c(makeClass("C", {}, {}));
  Ref o(call(c.get(), {}));
  EXPECT_EQ(setattr(o.get(), name("x"), jn_int(1)), 0);
  EXPECT_EQ(hits, 0);
  instanceDict(o.get().o)->head.flags |= JN_FLAG_WATCHED;
  jn_attr_cache cache = {};
  EXPECT_EQ(jn_setattr(o.get(), name("x"), jn_int(2), &cache), 0);
  EXPECT_EQ(hits, 1);
  EXPECT_EQ(jn_setattr(o.get(), name("x"), jn_int(3), &cache), 0);
  EXPECT_EQ(hits, 2);
  c.get().o->flags |= JN_FLAG_WATCHED;
  EXPECT_EQ(setattr(c.get(), name("k"), jn_int(1)), 0);
  EXPECT_EQ(hits, 3);
  watchHook = before;
  watchReplacedHook = beforeReplaced;
}

}  // namespace
}  // namespace janus::test
