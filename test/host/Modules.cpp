#include "Host.h"

#include <cstdio>
#include <sstream>

using janus::Module;
using janus::Value;

TEST(Modules, CallFunctionsAndClasses) {
  Module model(modulePath("model"));
  EXPECT_EQ(model["add"](1, 2).as<int>(), 3);
  EXPECT_EQ(model["add"]("a", "b").as<std::string>(), "ab");
  EXPECT_EQ(model["scale"](3.0, janus::named("offset", 1)).as<double>(), 7.0);
  EXPECT_EQ(model["LIMIT"].as<int>(), 10);
  EXPECT_EQ(model["__name__"].as<std::string>(), "model");
  Value net = model["Net"](3);
  EXPECT_EQ(net.attr("fc1").attr("in_features").as<int>(), 4);
  net.set("note", "mine");
  EXPECT_TRUE(net.has("note"));
  EXPECT_FALSE(net.has("nothing"));
  std::string counted;
  for (const Value &i : model["countdown"](3))
    counted += i.str();
  EXPECT_EQ(counted, "321");
}

TEST(Modules, ErrorsTellWhere) {
  Module model(modulePath("model"));
  janus::Error error = errorOf([&] { model["fail"]("no luck"); });
  EXPECT_EQ(error.status(), JANUS_RAISED);
  EXPECT_EQ(error.type(), "ValueError");
  EXPECT_EQ(error.message(), "no luck");
  EXPECT_STREQ(error.what(), "ValueError: no luck");
  ASSERT_EQ(error.frames().size(), 2u);
  EXPECT_EQ(error.frames()[1].function, "inner");
  EXPECT_EQ(error.frames()[1].source, "raise ValueError(text)");
  EXPECT_NE(error.traceback().find("Traceback (most recent call last):\n  File \""),
            std::string::npos);
  EXPECT_NE(error.traceback().find(", in inner\n    raise ValueError(text)\nValueError: no luck"),
            std::string::npos);
}

TEST(Modules, WrongArguments) {
  Module model(modulePath("model"));
  EXPECT_EQ(errorOf([&] { model["add"](1); }).message(),
            "add() missing 1 required positional argument: 'b'");
  EXPECT_EQ(errorOf([&] { model["add"](1, 2, 3); }).message(),
            "add() takes 2 positional arguments but 3 were given");
  EXPECT_EQ(errorOf([&] { model["scale"](1, janus::named("of", 1)); }).message(),
            "scale() got an unexpected keyword argument 'of'");
  EXPECT_EQ(errorOf([&] { model["LIMIT"](); }).message(), "'int' object is not callable");
  EXPECT_EQ(errorOf([&] { model["nothing"]; }).type(), "AttributeError");
  janus_value f = model["add"].raw(), out;
  const char *names[] = {nullptr};
  janus_value one = janus_int(1);
  EXPECT_EQ(janus_call_named(f, &one, 1, names, 2, &out), JANUS_MISUSE);
}

TEST(Modules, OneStateForAllHandles) {
  Module first(modulePath("model")), second(modulePath("model"));
  first.object().set("LIMIT", 11);
  EXPECT_EQ(second["LIMIT"].as<int>(), 11);
  EXPECT_EQ(errorOf([] { Module(modulePath("model"), "another"); }).status(), JANUS_BAD_FILE);
  first.unload();
  EXPECT_EQ(second["LIMIT"].as<int>(), 11);
  EXPECT_EQ(errorOf([&] { first.object(); }).status(), JANUS_MISUSE);
}

TEST(Modules, UnloadingEndsTheState) {
  Value add, net, numbers;
  {
    Module model(modulePath("model"));
    add = model["add"];
    numbers = model["countdown"](2);
    net = model["Net"](2);
    model.object().set("LIMIT", 12);
  }
  janus::Error error = errorOf([&] { add(1, 2); });
  EXPECT_EQ(error.status(), JANUS_UNLOADED);
  EXPECT_EQ(error.message(), "the module 'model' was unloaded");
  EXPECT_EQ(errorOf([&] {
              for (const Value &n : numbers)
                (void)n;
            }).message(),
            "the module 'model' was unloaded");
  janus::Tensor x = janus::Tensor::zeros(JANUS_FLOAT32, {1, 4});
  EXPECT_EQ(errorOf([&] { net.call("forward", x); }).message(), "the module 'model' was unloaded");
  Module again(modulePath("model"));
  EXPECT_EQ(again["LIMIT"].as<int>(), 10);
  EXPECT_EQ(again["add"](1, 2).as<int>(), 3);
}

TEST(Modules, StaleHandles) {
  janus_module module;
  janus_value out;
  janus::check(janus_load(modulePath("model").c_str(), nullptr, &module));
  EXPECT_EQ(janus_unload(module), JANUS_OK);
  EXPECT_EQ(janus_unload(module), JANUS_UNLOADED);
  EXPECT_EQ(janus_module_object(module, &out), JANUS_UNLOADED);
  EXPECT_EQ(janus_unload(janus_module{0}), JANUS_MISUSE);
  EXPECT_EQ(janus_unload(janus_module{1u << 30}), JANUS_MISUSE);
}

TEST(Modules, AModuleThatRaisesIsNotLoaded) {
  for (int i = 0; i < 3; ++i) {
    janus::Error error = errorOf([] { Module(modulePath("broken")); });
    EXPECT_EQ(error.type(), "RuntimeError");
    EXPECT_EQ(error.frames().back().line, 3u);
  }
  EXPECT_EQ(errorOf([] { janus::importModule("broken"); }).type(), "ModuleNotFoundError");
}

// A copy of the module with some bytes changed.
static std::string damaged(const std::string &name, size_t keep, const std::string &from = "",
                           const std::string &to = "") {
  std::stringstream bytes;
  bytes << std::ifstream(modulePath("model"), std::ios::binary).rdbuf();
  std::string text = bytes.str();
  if (!from.empty()) {
    size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    text.replace(at, from.size(), to);
  }
  std::string path = testing::TempDir() + name;
  std::ofstream(path, std::ios::binary) << text.substr(0, keep);
  return path;
}

TEST(Files, AreLookedAtBeforeTheyAreLoaded) {
  auto reason = [](const std::string &path) {
    janus::Error error = errorOf([&] { Module{path}; });
    EXPECT_EQ(error.status(), JANUS_BAD_FILE) << path;
    EXPECT_EQ(error.type(), "ImportError");
    return error.message().substr(error.message().find("`: ") + 3);
  };
  constexpr size_t kAll = std::string::npos;
  EXPECT_EQ(reason("/no/such.so"), "No such file or directory");
  EXPECT_EQ(reason("/"), "it is a folder");
  EXPECT_EQ(reason("/dev/null"), "it is not a regular file");
  EXPECT_EQ(reason(damaged("empty.so", 0)), "it is not a shared library");
  EXPECT_EQ(reason(damaged("cut.so", 4000)), "it was not made by janusc, or it is damaged");
  EXPECT_EQ(reason("/proc/self/exe"), "it was not made by janusc, or it is damaged");
  EXPECT_EQ(reason(damaged("other.so", kAll, "janus 1 ", "janus 9 ")).substr(0, 30),
            "it was built by janusc 0.1.0 (");
  EXPECT_EQ(reason(damaged("cpu.so", kAll, "x86-64\ncontract", "x86-99\ncontract")),
            "it was built for x86-99 processors, which this one is not");
  EXPECT_EQ(reason(damaged("name.so", kAll, "__main__", "__male__")),
            "it is damaged: it is not what janusc has written");
  EXPECT_EQ(reason(damaged("text.so", kAll, "janus 1 ", "janux 1 ")),
            "it was not made by janusc, or it is damaged");
}

TEST(Files, AnyCutIsRefused) {
  std::ifstream file(modulePath("model"), std::ios::binary | std::ios::ate);
  auto size = static_cast<size_t>(file.tellg());
  for (size_t keep = 0; keep < size; keep += size / 97 + 1) {
    janus_file_info *info;
    EXPECT_EQ(janus_inspect(damaged("cut.so", keep).c_str(), &info), JANUS_BAD_FILE) << keep;
  }
}

TEST(Files, DamagedOnesAreRead) {
  std::stringstream bytes;
  bytes << std::ifstream(modulePath("plain"), std::ios::binary).rdbuf();
  std::string whole = bytes.str(), path = testing::TempDir() + "damaged.so";
  uint32_t seed = 1;
  auto next = [&](size_t below) {
    seed = seed * 1664525u + 1013904223u;
    return static_cast<size_t>(seed >> 8) % below;
  };
  for (int i = 0; i < 400; ++i) {
    std::string text = whole;
    for (size_t n = 1 + next(8); n > 0; --n) {
      // The header, or the table of sections at the end.
      size_t at = next(2) ? next(1024) : text.size() - 1 - next(2048);
      text[at] = static_cast<char>(next(256));
    }
    std::ofstream(path, std::ios::binary) << text;
    janus_file_info *info;
    if (janus_inspect(path.c_str(), &info) == JANUS_OK)
      janus_inspect_free(info);
  }
}

TEST(Files, SayWhatTheyHold) {
  janus_file_info *info;
  ASSERT_EQ(janus_inspect(modulePath("model").c_str(), &info), JANUS_OK);
  EXPECT_STREQ(janus_file_mismatch(info), "");
  EXPECT_STREQ(janus_file_compiler(info), janus_version());
  ASSERT_EQ(janus_file_module_count(info), 1u);
  EXPECT_STREQ(janus_file_module_name(info, 0), "__main__");
  EXPECT_EQ(std::string(janus_file_module_hash(info, 0)).size(), 64u);
  EXPECT_TRUE(std::string(janus_file_module_source(info, 0)).ends_with("Inputs/model.py"));
  EXPECT_STREQ(janus_file_module_hash(info, 1), "");
  janus_inspect_free(info);
}

TEST(HostFunctions, AreCalledByTheProgram) {
  Module model(modulePath("model"));
  int destroyed = 0;
  {
    std::shared_ptr<void> token(nullptr, [&](void *) { ++destroyed; });
    Value twice = janus::function(
        "twice", [token](std::span<const Value> args) { return Value(args[0].as<int>() * 2); });
    EXPECT_EQ(model["apply"](twice, Value::list({1, 2, 3})).repr(), "[2, 4, 6]");
    EXPECT_EQ(twice.repr(), "<host function twice>");
    EXPECT_EQ(errorOf([&] { twice(janus::named("x", 1)); }).type(), "TypeError");
  }
  EXPECT_EQ(destroyed, 1);
}

TEST(HostFunctions, ErrorsPassThroughTheProgram) {
  Module model(modulePath("model"));
  Value items = Value::list({1});
  Value inner =
      janus::function("inner", [&](std::span<const Value>) { return model["fail"]("from below"); });
  janus::Error error = errorOf([&] { model["apply"](inner, items); });
  EXPECT_EQ(error.type(), "ValueError");
  EXPECT_EQ(error.message(), "from below");
  Value standard = janus::function("standard", [](std::span<const Value>) -> Value {
    throw std::logic_error("a host's error");
  });
  error = errorOf([&] { model["apply"](standard, items); });
  EXPECT_EQ(error.type(), "RuntimeError");
  EXPECT_EQ(error.message(), "a host's error");
  EXPECT_EQ(error.frames().back().source, "return [function(item) for item in items]");
}

TEST(HostFunctions, ErrorsOfTheInterfacePassThroughTheProgram) {
  Module model(modulePath("model"));
  Value items = Value::list({"a"});
  Value narrow =
      janus::function("narrow", [](std::span<const Value>) { return Value(300).as<int8_t>(); });
  EXPECT_STREQ(errorOf([&] { model["apply"](narrow, items); }).what(),
               "OverflowError: expected an int of 8 bits with a sign, got 300");
  // One that is thrown again after another has come.
  Value again = janus::function("again", [](std::span<const Value> args) -> Value {
    try {
      return args[0].as<int>();
    } catch (const janus::Error &) {
      errorOf([] { janus::importModule("no.such"); });
      throw;
    }
  });
  EXPECT_STREQ(errorOf([&] { model["apply"](again, items); }).what(),
               "TypeError: 'str' object cannot be interpreted as an integer");
}
