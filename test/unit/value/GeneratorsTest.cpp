// Generators whose resume functions are written as the compiler writes them.
#include "Program.h"

#include "value/call/Generator.h"

namespace janus::test {

namespace {

int finished;

// def gen(n):
//   try:
//     for i in range(n): r = yield i
//   finally: finished += 1
//   return 'end'
Value count(jn_generator *g, Value sent) {
  int64_t &i = g->slots[1].i;
  Value r;
  switch (g->state) {
  case 1: goto resume1;
  default: break;
  }
  i = 0;
  for (; i < g->slots[0].i; ++i) {
    r = jn_int(i);
    g->state = 1;
    return r;
  resume1:
    if (sent.tag == JN_ERROR) {
      ++finished;
      return jn_error();
    }
  }
  ++finished;
  return jn_generator_return(g, string("end"));
}

struct CountDefinition : Definition {
  CountDefinition() : Definition("gen", {"n"}, nullptr, 1, 0, JN_FN_GENERATOR) {
    def.resume = count;
    def.frame_slots = 2;
  }
};
const CountDefinition kCount;

class Generators : public Runtime {
protected:
  Value start(int64_t n) {
    Ref f(function(kCount));
    return call(f.get(), {jn_int(n)});
  }
};

TEST_F(Generators, Iterates) {
  finished = 0;
  Ref g(start(3)), list(jn_make_list(nullptr, 0));
  EXPECT_EQ(jn_list_extend(list.get(), g.get()), 0);
  EXPECT_EQ(text(list.get()), "[0, 1, 2]");
  EXPECT_EQ(finished, 1);
  EXPECT_EQ(jn_next(g.get()).tag, uint64_t{JN_DONE});
}

TEST_F(Generators, StopIterationHasTheValue) {
  Ref g(start(0));
  EXPECT_EQ(textOf(callMethod(g.get(), name("__next__"), {})), "StopIteration: end");
  Ref h(start(0));
  Value sent = jn_none();
  EXPECT_EQ(textOf(callMethod(h.get(), name("send"), {sent})), "StopIteration: end");
}

TEST_F(Generators, SendBeforeTheFirstYield) {
  Ref g(start(1));
  EXPECT_EQ(textOf(callMethod(g.get(), name("send"), {jn_int(1)})),
            "TypeError: can't send non-None value to a just-started generator");
}

TEST_F(Generators, CloseRunsFinally) {
  finished = 0;
  Ref g(start(5));
  EXPECT_EQ(textOf(jn_next(g.get())), "0");
  EXPECT_EQ(textOf(callMethod(g.get(), name("close"), {})), "None");
  EXPECT_EQ(finished, 1);
  EXPECT_EQ(textOf(callMethod(g.get(), name("close"), {})), "None");
}

TEST_F(Generators, DroppingRunsFinally) {
  finished = 0;
  {
    Ref g(start(5));
    EXPECT_EQ(textOf(jn_next(g.get())), "0");
  }
  EXPECT_EQ(finished, 1);
}

TEST_F(Generators, Throw) {
  Ref g(start(5));
  EXPECT_EQ(textOf(jn_next(g.get())), "0");
  EXPECT_EQ(textOf(callMethod(g.get(), name("throw"), {jn_obj(&jn_exc_KeyError)})), "KeyError: ");
  EXPECT_EQ(jn_next(g.get()).tag, uint64_t{JN_DONE});
}

TEST_F(Generators, YieldFromTakesTheResult) {
  Ref outer(start(1));
  auto *frame = outer.as<jn_generator>();
  frame->delegate = start(1);
  Value result = jn_none();
  EXPECT_EQ(textOf(jn_yield_from(frame, jn_none(), &result)), "0");
  EXPECT_EQ(jn_yield_from(frame, jn_none(), &result).tag, uint64_t{JN_DONE});
  EXPECT_EQ(textOf(result), "'end'");
}

}  // namespace
}  // namespace janus::test
