// Raising, catching, contexts, and the text of tracebacks.
#include "Program.h"

namespace janus::test {

namespace {

class Exceptions : public Runtime {};

TEST_F(Exceptions, RaiseAndCatch) {
  Value args[] = {string("bad")};
  Ref e(jn_call(jn_obj(&jn_exc_ValueError), args, 1));
  jn_raise(e.get(), jn_unbound());
  ASSERT_TRUE(errorMatches(jn_exc_ValueError));
  Value saved;
  Ref caught(jn_catch(&saved));
  EXPECT_EQ(caught.get().o, e.get().o);
  EXPECT_EQ(jn_exception_matches(caught.get(), jn_obj(&jn_exc_Exception)), 1);
  EXPECT_EQ(jn_exception_matches(caught.get(), jn_obj(&jn_exc_KeyError)), 0);
  // Raised while handling: the context.
  raise(jn_exc_KeyError, "inner");
  jn_catch_end(saved);
  Ref second(takeError());
  EXPECT_EQ(jn_obj(second.as<ExceptionObject>()->context).o, e.get().o);
  EXPECT_EQ(handledException(), nullptr);
}

TEST_F(Exceptions, OnlyExceptionsAreRaised) {
  jn_raise(jn_int(5), jn_unbound());
  EXPECT_EQ(errorText(), "TypeError: exceptions must derive from BaseException");
  jn_reraise();
  EXPECT_EQ(errorText(), "RuntimeError: No active exception to reraise");
  Ref e(jn_call(jn_obj(&jn_exc_ValueError), nullptr, 0));
  EXPECT_EQ(jn_exception_matches(e.get(), jn_int(1)), -1);
  EXPECT_EQ(errorText(),
            "TypeError: catching classes that do not inherit from BaseException is not allowed");
}

TEST_F(Exceptions, Texts) {
  auto shown = [&](Type &type, std::initializer_list<Value> args) {
    Ref e(call(jn_obj(&type), args));
    Value v = e.get();
    return formatText("%R|%S", &v, &v);
  };
  EXPECT_EQ(shown(jn_exc_ValueError, {}), "ValueError()|");
  EXPECT_EQ(shown(jn_exc_ValueError, {jn_int(1), string("a")}), "ValueError(1, 'a')|(1, 'a')");
  EXPECT_EQ(shown(jn_exc_KeyError, {string("k")}), "KeyError('k')|'k'");
  EXPECT_EQ(
      shown(jn_exc_OSError, {jn_int(2), string("No such file or directory"), string("x")}),
      "FileNotFoundError(2, 'No such file or directory')|[Errno 2] No such file or directory: 'x'");
  EXPECT_EQ(shown(jn_exc_UnicodeDecodeError, {string("utf-8"), makeBytes("\xff"), jn_int(0),
                                              jn_int(1), string("invalid start byte")})
                .substr(0, 18),
            "UnicodeDecodeError");
}

TEST_F(Exceptions, SystemExitCode) {
  Ref none(call(jn_obj(&jn_exc_SystemExit), {})),
      three(call(jn_obj(&jn_exc_SystemExit), {jn_int(3)}));
  EXPECT_EQ(textOf(getattr(none.get(), name("code"))), "None");
  EXPECT_EQ(textOf(getattr(three.get(), name("code"))), "3");
}

TEST_F(Exceptions, TracebackText) {
  Definition f("f", {}, nullptr, 0);
  raise(jn_exc_ValueError, "deep");
  jn_trace(&f.def, nullptr, 3, 0);
  jn_trace(&f.def, nullptr, 7, 0);
  Ref first(takeError());
  jn_raise(jn_obj(&jn_exc_KeyError), first.get());
  jn_trace(&f.def, nullptr, 9, 0);
  Ref second(takeError());
  callMethod(second.get(), name("add_note"), {string("a note")});
  EXPECT_EQ(formatException(second.as<ExceptionObject>()),
            "Traceback (most recent call last):\n"
            "  File \"test.py\", line 7, in f\n"
            "  File \"test.py\", line 3, in f\n"
            "ValueError: deep\n"
            "\nThe above exception was the direct cause of the following exception:\n\n"
            "Traceback (most recent call last):\n"
            "  File \"test.py\", line 9, in f\n"
            "KeyError\n"
            "a note\n");
}

TEST_F(Exceptions, RepeatedFramesAreFolded) {
  Definition f("f", {}, nullptr, 0);
  raise(jn_exc_RecursionError, "deep");
  for (int i = 0; i < 10; ++i)
    jn_trace(&f.def, nullptr, 3, 0);
  Ref e(takeError());
  std::string line = "  File \"test.py\", line 3, in f\n";
  EXPECT_EQ(formatException(e.as<ExceptionObject>()),
            "Traceback (most recent call last):\n" + line + line + line +
                "  [Previous line repeated 7 more times]\nRecursionError: deep\n");
}

TEST_F(Exceptions, Suggestions) {
  Ref list(jn_make_list(nullptr, 0));
  EXPECT_TRUE(Ref(getattr(list.get(), name("apend"))).failed());
  Ref e(takeError());
  EXPECT_EQ(formatException(e.as<ExceptionObject>()),
            "AttributeError: 'list' object has no attribute 'apend'. Did you mean: 'append'?\n");
}

TEST_F(Exceptions, RecursionLimit) {
  int64_t depth = jn_call_depth.depth, n = 0;
  while (jn_enter())
    ++n;
  EXPECT_EQ(n, jn_call_depth.limit - depth);
  jn_call_depth.depth = depth;
  EXPECT_EQ(errorText(), "RecursionError: maximum recursion depth exceeded");
}

}  // namespace
}  // namespace janus::test
