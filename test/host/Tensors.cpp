#include "Host.h"

#include <array>
#include <limits>
#include <numeric>

#include "../../runtime/host/DlPack.h"

using janus::Module;
using janus::Tensor;
using janus::Value;

TEST(Tensors, BorrowedMemoryStaysWhereItIs) {
  Module model(modulePath("model"));
  std::vector<float> memory(6);
  std::iota(memory.begin(), memory.end(), 0.0f);
  int released = 0;
  {
    std::shared_ptr<void> owner(nullptr, [&](void *) { ++released; });
    Tensor t = Tensor::borrow(memory.data(), {2, 3}, owner);
    owner.reset();
    EXPECT_EQ(t.data<float>().data(), memory.data());
    Value row = t[1];
    t = Tensor::zeros(JANUS_FLOAT32, {1});
    EXPECT_EQ(released, 0);  // the row is a view
    model["fill"](row, 9.0);
    EXPECT_EQ(memory[2], 2.0f);
    EXPECT_EQ(memory[5], 9.0f);
  }
  EXPECT_EQ(released, 1);
}

TEST(Tensors, Strides) {
  std::array<double, 6> memory = {0, 1, 2, 3, 4, 5};
  const int64_t sizes[] = {3, 2}, strides[] = {1, 3};
  Tensor t = Tensor::borrow(memory.data(), sizes, nullptr, strides);
  EXPECT_EQ(t.at<double>(2, 1), 5.0);
  EXPECT_EQ(t.call("tolist").repr(), "[[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]");
  EXPECT_STREQ(errorOf([&] { t.data<double>(); }).what(),
               "ValueError: expected elements in order, got sizes (3, 2) with strides (1, 3): call "
               "contiguous() first");
  EXPECT_STREQ(errorOf([&] { t.at<double>(3, 0); }).what(),
               "IndexError: index 3 is out of bounds for dimension 0 with size 3");
  EXPECT_STREQ(errorOf([&] { t.at<double>(0, -1); }).what(),
               "IndexError: index -1 is out of bounds for dimension 1 with size 2");
  EXPECT_STREQ(errorOf([&] { t.at<double>(0); }).what(), "IndexError: expected 2 indices, got 1");
  EXPECT_STREQ(errorOf([&] { t.at<float>(0, 0); }).what(),
               "TypeError: expected a tensor of float32, got one of float64");
  EXPECT_STREQ(errorOf([&] { t.data<int64_t>(); }).what(),
               "TypeError: expected a tensor of int64, got one of float64");
  EXPECT_EQ(errorOf([&] {
              Tensor::borrow(memory.data(), sizes, nullptr, std::span(strides, 1));
            }).message(),
            "expected as many strides as sizes, got 1 and 2");
  EXPECT_TRUE(Tensor::zeros(JANUS_FLOAT32, {0, 3}).data<float>().empty());
  Tensor taken = std::move(t);
  EXPECT_EQ(taken.at<double>(2, 1), 5.0);
  EXPECT_STREQ(errorOf([&] { t.data<double>(); }).what(),
               "TypeError: expected a tensor, got one that was moved from");
  t = taken;
  EXPECT_EQ(Tensor(t.call("contiguous")).data<double>()[1], 3.0);
}

TEST(Tensors, EveryType) {
  int64_t size = 2;
  const char *names[] = {"float32", "float64", "float16", "bfloat16", "int64",     "int32",
                         "int16",   "int8",    "uint8",   "bool",     "complex64", "complex128"};
  for (int i = 0; i < JANUS_DTYPE_COUNT; ++i) {
    Tensor t = Tensor::zeros(static_cast<janus_dtype>(i), std::span(&size, 1));
    EXPECT_EQ(t.dtype(), i);
    EXPECT_EQ(t.attr("dtype").str(), std::string("torch.") + names[i]);
    DLManagedTensor *managed;
    janus::check(janus_to_dlpack(t.raw(), &managed));
    janus_value back;
    janus::check(janus_from_dlpack(managed, &back));
    Tensor again(Value::take(back));
    EXPECT_EQ(again.dtype(), i);
  }
}

TEST(Tensors, WhatIsNoMemoryIsRefused) {
  float element = 0;
  auto refuse = [&](janus_tensor t) {
    static bool released;
    released = false;
    janus_value v;
    EXPECT_NE(janus_borrow_tensor(
                  &t, [](void *) { released = true; }, nullptr, &v),
              JANUS_OK);
    EXPECT_FALSE(released);
    EXPECT_STREQ(janus_error_type(), "ValueError");
    return std::string(janus_error_message());
  };
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  const int64_t negative[] = {-1}, huge[] = {kHuge / 2, 4}, one[] = {4}, back[] = {-1};
  EXPECT_EQ(refuse({&element, JANUS_FLOAT32, 1, negative, nullptr}), "a size is negative: -1");
  EXPECT_EQ(refuse({&element, JANUS_FLOAT32, 2, huge, nullptr}),
            "the sizes reach further than memory does");
  EXPECT_EQ(refuse({&element, JANUS_FLOAT32, 1, one, huge}),
            "the sizes reach further than memory does");
  EXPECT_EQ(refuse({&element, JANUS_FLOAT32, 1, one, back}),
            "a stride is negative: -1; give a copy");
  EXPECT_EQ(refuse({nullptr, JANUS_FLOAT32, 1, one, nullptr}), "the data is null");
  EXPECT_EQ(refuse({reinterpret_cast<char *>(&element) + 1, JANUS_FLOAT32, 1, one, nullptr}),
            "the data is not aligned to its elements");
  EXPECT_EQ(refuse({&element, JANUS_FLOAT32, 65, one, nullptr}),
            "a tensor cannot have 65 dimensions");
  EXPECT_EQ(refuse({&element, JANUS_FLOAT32, 1, nullptr, nullptr}), "the sizes are null");
  EXPECT_EQ(refuse({&element, static_cast<janus_dtype>(77), 1, one, nullptr}),
            "77 is no janus_dtype");
  EXPECT_EQ(errorOf([] { Tensor(Value(1)); }).message(), "expected a tensor, got 'int'");
  const int64_t enormous = int64_t{1} << 46;
  EXPECT_THROW(Tensor::zeros(JANUS_FLOAT64, std::span(&enormous, 1)), janus::Error);
}

TEST(Tensors, DlPackOfOthers) {
  static int deleted;
  deleted = 0;
  float memory[] = {1, 2, 3, 4};
  int64_t shape[] = {3};
  DLManagedTensor managed = {
      {memory, {janus::host::kDlCpu, 0}, 1, {janus::host::kDlFloat, 32, 1}, shape, nullptr, 4},
      nullptr,
      [](DLManagedTensor *) { ++deleted; }};
  janus_value v;
  managed.dl_tensor.device.device_type = 2;
  EXPECT_EQ(janus_from_dlpack(&managed, &v), JANUS_RAISED);
  EXPECT_STREQ(janus_error_message(), "the tensor is on another device than the CPU (DLPack's "
                                      "device type 2): copy it");
  managed.dl_tensor.device.device_type = janus::host::kDlCpu;
  managed.dl_tensor.dtype = {5, 64, 1};  // complex
  EXPECT_EQ(janus_from_dlpack(&managed, &v), JANUS_RAISED);
  managed.dl_tensor.dtype = {janus::host::kDlFloat, 32, 2};
  EXPECT_EQ(janus_from_dlpack(&managed, &v), JANUS_RAISED);
  EXPECT_EQ(deleted, 0);
  managed.dl_tensor.dtype = {janus::host::kDlFloat, 32, 1};
  janus::check(janus_from_dlpack(&managed, &v));
  EXPECT_EQ(Tensor(Value::take(v)).data<float>()[2], 4.0f);
  EXPECT_EQ(deleted, 1);
}

TEST(Tensors, AnExportKeepsItsTensor) {
  Module model(modulePath("model"));
  DLManagedTensor *managed;
  {
    Tensor t = Tensor::zeros(JANUS_FLOAT32, {4});
    model["fill"](t, 3);
    janus::check(janus_to_dlpack(t.raw(), &managed));
  }
  EXPECT_EQ(static_cast<float *>(managed->dl_tensor.data)[3], 3.0f);
  managed->deleter(managed);
  Value weight = model["Net"](2).attr("fc1").attr("weight");
  EXPECT_EQ(janus_to_dlpack(weight.raw(), &managed), JANUS_RAISED);
}

TEST(Tensors, AModelTrains) {
  Module model(modulePath("model"));
  Value net = model["Net"](8), trainer = model["Trainer"](net, 0.1);
  std::vector<float> x(8 * 4), y(8 * 2, 1.0f);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>(i % 5) / 5.0f;
  Tensor tx = Tensor::borrow(x.data(), {8, 4}), ty = Tensor::borrow(y.data(), {8, 2});
  double first = trainer.call("step", tx, ty).as<double>(), last = first;
  for (int i = 0; i < 50; ++i)
    last = trainer.call("step", tx, ty).as<double>();
  EXPECT_LT(last, first / 4);
}

TEST(Weights, ComeBackAsTheyWere) {
  Module model(modulePath("model"));
  Value net = model["Net"](3), other = model["Net"](3);
  for (const char *ending : {".safetensors", ".pt"}) {
    std::string path = testing::TempDir() + "weights" + ending;
    model["fill"](net.attr("fc2").attr("bias").attr("data"), 7.0);
    janus::saveState(net, path);
    Value read = janus::readWeights(path);
    EXPECT_EQ(read.length(), 4);
    EXPECT_EQ(Tensor(read["fc2.bias"]).data<float>()[1], 7.0f);
    model["fill"](net.attr("fc2").attr("bias").attr("data"), 0.0);
    janus::loadState(net, path);
    EXPECT_EQ(Tensor(net.attr("fc2").attr("bias")).data<float>()[0], 7.0f);
    janus::writeWeights(path, read);
    janus::loadState(other, path);
  }
  EXPECT_EQ(errorOf([] { janus::readWeights("/no/such.pt"); }).type(), "FileNotFoundError");
  EXPECT_EQ(
      errorOf([&] { janus::loadState(model["Net"](4), testing::TempDir() + "weights.pt"); }).type(),
      "RuntimeError");
}
