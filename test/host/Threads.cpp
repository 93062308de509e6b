#include "Host.h"

#include <atomic>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using janus::Module;
using janus::Tensor;
using janus::Value;

namespace {

constexpr int kThreads = 32;

template <class Work>
void inThreads(Work work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back(work, i);
  for (std::thread &thread : threads)
    thread.join();
}

}  // namespace

TEST(Threads, ManyCallOneModule) {
  Module model(modulePath("model"));
  Value add = model["add"], net = model["Net"](16), fail = model["fail"];
  std::vector<float> ones(4, 1.0f);
  float expected = Tensor(net(Tensor::borrow(ones.data(), {1, 4}))).data<float>()[0];
  std::atomic<int> wrong = 0;
  inThreads([&](int thread) {
    std::vector<float> x(4, 1.0f);
    for (int i = 0; i < 60; ++i) {
      wrong += add(i, thread).as<int>() != i + thread;
      Tensor y = net(Tensor::borrow(x.data(), {1, 4}));
      wrong += y.data<float>()[0] != expected;
      std::string text = std::to_string(thread * 1000 + i);
      try {
        fail(text);
        ++wrong;
      } catch (const janus::Error &error) {
        wrong += error.message() != text;
      }
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, EachTrainsItsOwnModel) {
  Module model(modulePath("model"));
  std::vector<double> losses(kThreads);
  // Made by one thread: others may get their turn between a seed and the draws behind it.
  std::vector<Value> nets;
  for (int i = 0; i < kThreads; ++i)
    nets.push_back(model["Net"](8));
  inThreads([&](int thread) {
    Value trainer = model["Trainer"](nets[static_cast<size_t>(thread)], 0.05);
    std::vector<float> x(16, 0.5f), y(8, 1.0f);
    Tensor tx = Tensor::borrow(x.data(), {4, 4}), ty = Tensor::borrow(y.data(), {4, 2});
    for (int i = 0; i < 20; ++i)
      losses[static_cast<size_t>(thread)] = trainer.call("step", tx, ty).as<double>();
  });
  for (double loss : losses)
    EXPECT_EQ(loss, losses[0]);
}

// Large products let the other threads have the runtime.
TEST(Threads, ProductsAtTheSameTime) {
  Module model(modulePath("plain"));
  Value product = model["product"], lookup = model["lookup"];
  std::atomic<int> wrong = 0;
  inThreads([&](int thread) {
    std::vector<float> x(512 * 64, static_cast<float>(thread));
    for (int i = 0; i < 10; ++i) {
      Tensor y = product(Tensor::borrow(x.data(), {512, 64}));
      for (float element : y.data<float>())
        wrong += element != 64.0f * static_cast<float>(thread);
      wrong += lookup(i).as<std::string>() != std::to_string(i);
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Threads, GradModeBelongsToTheThread) {
  Module model(modulePath("model"));
  Value torch = janus::importModule("torch");
  Value guard = torch.attr("no_grad")();
  guard.call("__enter__");
  std::thread([&] { EXPECT_TRUE(torch.call("is_grad_enabled").as<bool>()); }).join();
  EXPECT_FALSE(torch.call("is_grad_enabled").as<bool>());
  guard.call("__exit__", nullptr, nullptr, nullptr);
}

TEST(Threads, AModuleComesAndGoesMeanwhile) {
  inThreads([&](int thread) {
    for (int i = 0; i < 5; ++i) {
      Module model(modulePath("model"));
      EXPECT_EQ(model["add"](thread, i).as<int>(), thread + i);
    }
  });
}

TEST(Threads, DeepRecursionIsAnError) {
  Module model(modulePath("model"));
  Value deep = model["deep"];
  EXPECT_EQ(deep(200).as<int>(), 200);
  EXPECT_EQ(errorOf([&] { deep(5000); }).type(), "RecursionError");
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 512 << 10);
  pthread_t thread;
  auto run = [](void *context) -> void * {
    EXPECT_EQ(errorOf([&] { (*static_cast<Value *>(context))(900); }).type(), "RecursionError");
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &deep), 0);
  pthread_join(thread, nullptr);
}

TEST(Threads, CallbacksMayCallBack) {
  Module model(modulePath("model"));
  Value add = model["add"], apply = model["apply"];
  inThreads([&](int) {
    Value f = janus::function("f", [&](std::span<const Value> args) { return add(args[0], 1); });
    EXPECT_EQ(apply(f, Value::list({1, 2})).repr(), "[2, 3]");
  });
}

// Memory after many cycles is what it was after some.
TEST(Memory, StaysFlat) {
  auto cycle = [] {
    Module model(modulePath("plain"));
    EXPECT_EQ(model["lookup"](7).as<std::string>(), "7");
    model["product"](Tensor::zeros(JANUS_FLOAT32, {2, 64}));
  };
  for (int i = 0; i < 100; ++i)
    cycle();
  size_t before = residentBytes();
  for (int i = 0; i < kCycles; ++i)
    cycle();
  if (kMemoryIsGivenBack) {
    EXPECT_LT(residentBytes(), before + (1 << 20));
  }
}

// Unloading ends the classes of a module and what they hold, so the next has no more to look at.
TEST(Memory, ClassesOfUnloadedModulesEnd) {
  Module living(modulePath("living"));
  auto cycle = [] {
    Module model(modulePath("classes"));
    EXPECT_EQ(model["use"](3).as<int>(), 25);
  };
  for (int i = 0; i < 100; ++i)
    cycle();
  size_t before = residentBytes();
  int classes = living["classes"]().as<int>(), objects = living["objects"]().as<int>();
  for (int i = 0; i < kCycles; ++i)
    cycle();
  EXPECT_EQ(living["classes"]().as<int>(), classes);
  EXPECT_EQ(living["objects"]().as<int>(), objects);
  if (kMemoryIsGivenBack) {
    EXPECT_LT(residentBytes(), before + (1 << 20));
  }
}

// What the host holds of a module holds its class.
TEST(Memory, ClassesEndWithWhatTheHostHolds) {
  Module living(modulePath("living"));
  auto count = [&] { return living["classes"]().as<int>(); };
  { Module once(modulePath("classes")); }
  int before = count();
  Value square;
  {
    Module model(modulePath("classes"));
    square = model["Square"](2);
  }
  EXPECT_GT(count(), before);
  EXPECT_EQ(square.attr("__class__").attr("__name__").as<std::string>(), "Square");
  EXPECT_EQ(square.attr("side").as<int>(), 2);
  square = Value();
  janus::importModule("gc").call("collect");
  EXPECT_EQ(count(), before);
}

TEST(Memory, CallsAndErrorsLeaveNothing) {
  Module model(modulePath("model"));
  Value add = model["add"], fail = model["fail"];
  std::vector<float> memory(1024);
  auto work = [&] {
    for (int i = 0; i < 2000; ++i) {
      add("a", "b");
      EXPECT_THROW(fail("x"), janus::Error);
      EXPECT_THROW(add(1), janus::Error);
      Tensor t = Tensor::borrow(memory.data(), {1024});
      EXPECT_THROW(Tensor::borrow(memory.data(), {-1}), janus::Error);
      Value::list({1, "text", t});
    }
  };
  work();
  size_t before = residentBytes();
  work();
  work();
  if (kMemoryIsGivenBack) {
    EXPECT_LT(residentBytes(), before + (1 << 20));
  }
}

namespace {

// What the child answers: 0 when `work` says yes. A child that hangs is ended.
template <class Work>
int inForkedProcess(Work work) {
  pid_t child = fork();
  if (child == 0) {
    alarm(20);
    _exit(work() ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status;
}

}  // namespace

TEST(Threads, ForkWhileNobodyCalls) {
  Module model(modulePath("model")), plain(modulePath("plain"));
  Value add = model["add"], product = plain["product"];
  std::vector<float> x(512 * 64, 2.0f);
  product(Tensor::borrow(x.data(), {512, 64}));
  EXPECT_EQ(inForkedProcess([&] {
              Tensor y = product(Tensor::borrow(x.data(), {512, 64}));
              return add(1, 2).as<int>() == 3 && y.data<float>()[0] == 128.0f;
            }),
            0);
  EXPECT_EQ(add(1, 2).as<int>(), 3);
}

TEST(Threads, ForkWhileAnotherThreadCalls) {
  Module model(modulePath("model"));
  Value add = model["add"];
  std::atomic<bool> isInside = false, mayLeave = false;
  Value wait = janus::function("wait", [&](std::span<const Value>) {
    isInside = true;
    while (!mayLeave)
      std::this_thread::yield();
    return Value(1);
  });
  std::thread caller([&] { wait(); });
  while (!isInside)
    std::this_thread::yield();
  EXPECT_EQ(inForkedProcess([&] {
              try {
                add(1, 2);
              } catch (const janus::Error &error) {
                return error.type() == "RuntimeError" &&
                       error.message().find("forked while another thread") != std::string::npos;
              }
              return false;
            }),
            0);
  mayLeave = true;
  caller.join();
  EXPECT_EQ(add(1, 2).as<int>(), 3);
}
