// Loads weights, classifies a batch that lies in the program's own memory, trains, saves.
#include <digits.hpp>

#include <cstdio>

int main(int argc, char **argv) try {
  digits::Module module;
  janus::Value net = module.Digits(janus::named("hidden", 16));
  if (argc > 1)
    janus::loadState(net, argv[1]);

  // Eight pictures of 8x8 points, each with one bright row, and the row as the class.
  std::vector<float> pictures(8 * 64, 0.1f);
  std::vector<int64_t> rows(8);
  for (size_t i = 0; i < 8; ++i) {
    rows[i] = static_cast<int64_t>(i);
    for (size_t column = 0; column < 8; ++column)
      pictures[i * 64 + i * 8 + column] = 1.0f;
  }
  auto x = janus::Tensor::borrow(pictures.data(), {8, 64});
  auto labels = janus::Tensor::borrow(rows.data(), {8});

  janus::Value trainer = module.Trainer(net);
  double first = trainer.call("step", x, labels).as<double>(), last = first;
  for (int step = 0; step < 60; ++step)
    last = trainer.call("step", x, labels).as<double>();
  std::printf("loss %s\n", last < first / 2 ? "has fallen" : "has not fallen");

  janus::Tensor found(net.call("classify", x));
  for (int64_t row : found.data<int64_t>())
    std::printf("%d ", static_cast<int>(row));
  std::printf("\n");
  janus::saveState(net, "trained.safetensors");

  // Errors of the program are exceptions that know its lines.
  try {
    net(x.call("reshape", 4, 128));
  } catch (const janus::Error &error) {
    std::printf("%s\n  in %s\n", error.what(), error.frames()[0].source.c_str());
  }
  return 0;
} catch (const janus::Error &error) {
  std::fputs(error.traceback().c_str(), stderr);
  return 1;
}
