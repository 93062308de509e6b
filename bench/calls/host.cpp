// Microseconds of CPU time of calls from C++; one line a case.
#include <janus/janus.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>

template <class Work>
static void measure(const char *name, int count, Work work) {
  clock_t start = clock();
  for (int i = 0; i < count; ++i)
    work();
  std::printf("%s %.4f\n", name, 1e6 * double(clock() - start) / CLOCKS_PER_SEC / count);
}

int main(int, char **argv) {
  int count = std::atoi(argv[2]);
  janus::Module module(argv[1]);
  janus::Value add = module["add"], same = module["same"], stop = module["stop"],
               net = module["net"];
  std::vector<float> memory(16);
  measure("scalars", count, [&] { add(1.0, 2.0).as<double>(); });
  measure("text", count, [&] { add("a", "b"); });
  measure("borrow_tensor", count, [&] { same(janus::Tensor::borrow(memory.data(), {1, 16})); });
  measure("linear", count / 10, [&] { net(janus::Tensor::borrow(memory.data(), {1, 16})); });
  measure("exception", count / 10, [&] {
    try {
      stop();
    } catch (const janus::Error &) {
    }
  });
  janus::Lock lock;
  measure("scalars_locked", count, [&] { add(1.0, 2.0).as<double>(); });
}
