// Elementary functions of float against those of double: in eager kernels and in generated loops,
// at each level that the machine has.
#include "kernels/cpu/LevelTable.h"
#include "kernels/cpu/elementwise/Loops.h"

#include "janus/kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

namespace janus {
JANUS_AT_EACH_LEVEL(extern const LoopSet unaryLoops[];)
}
// Of Inputs/elementary.ir, in its order.
namespace loops_elementary {
extern const jn_loop k0[3], k1[3], k2[3], k3[3], k4[3], k5[3], k6[3], k7[3], k8[3], k9[3], k10[3];
}

namespace janus::test {
namespace {

// The distance between floats around a value.
double unitOf(double value) {
  int exponent;
  std::frexp(static_cast<double>(static_cast<float>(value)), &exponent);
  return std::ldexp(1.0, value == 0 ? -149 : std::max(exponent - 24, -149));
}

// What counts as one unit of the error for an argument and its exact result.
double ofResult(float, double result) {
  return unitOf(result);
}
// Of products with a difference that is nearly nothing, as torch computes them.
double ofArgument(float x, double) {
  return unitOf(static_cast<double>(x));
}
// 1 / (1 + e^-x) is 0 once e^-x is infinite.
double ofLogistic(float, double result) {
  return result < 0x1p-126 ? 0x1p-126 : unitOf(result);
}

double logistic(double x) {
  return 1 / (1 + std::exp(-x));
}
double logLogistic(double x) {
  return x < 0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x));
}
double silu(double x) {
  return x * logistic(x);
}
double gelu(double x) {
  return 0.5 * x * std::erfc(-x * std::sqrt(0.5));
}
double geluByTanh(double x) {
  return x * logistic(2 * std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x));
}

struct Case {
  const char *name;
  Formula eager;
  const jn_loop *fused;
  double (*exact)(double);
  double bound;
  double (*unit)(float, double);
};
namespace loops = loops_elementary;
const Case kCases[] = {
    {"exp", Formula::Exp, loops::k0, std::exp, 2, ofResult},
    {"expm1", Formula::Expm1, loops::k1, std::expm1, 2, ofResult},
    {"log", Formula::Log, loops::k2, std::log, 2, ofResult},
    {"log1p", Formula::Log1p, loops::k3, std::log1p, 2, ofResult},
    {"tanh", Formula::Tanh, loops::k4, std::tanh, 2.5, ofResult},
    {"erf", Formula::Erf, loops::k5, std::erf, 2, ofResult},
    // The exponential's error and two roundings.
    {"sigmoid", Formula::Sigmoid, loops::k6, logistic, 3, ofLogistic},
    {"log_sigmoid", Formula::LogSigmoid, loops::k7, logLogistic, 2, ofResult},
    {"silu", Formula::Silu, loops::k8, silu, 2, ofArgument},
    {"gelu", Formula::GeluErf, loops::k9, gelu, 2, ofArgument},
    {"gelu tanh", Formula::GeluTanh, loops::k10, geluByTanh, 2, ofArgument},
};

// Floats all over the line, subnormal ones, infinities and NaN among them, and all in stretches
// around numbers where a formula changes.
std::vector<float> arguments() {
  std::vector<float> all;
  auto add = [&](uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    all.push_back(x);
  };
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 4099)
    add(static_cast<uint32_t>(bits));
  for (float edge : {0.0f,  1e-4f,   0.34657f, 0.625f,    0.70711f, 1.0f,     1.4142f, 4.0f,
                     4.05f, 9.0f,    16.64f,   26.0f,     80.0f,    87.34f,   88.0f,   88.73f,
                     89.0f, 103.97f, 104.0f,   0x1p-126f, 0x1p127f, HUGE_VALF}) {
    uint32_t middle;
    memcpy(&middle, &edge, sizeof middle);
    for (uint32_t bits = middle < 1500 ? 0 : middle - 1500; bits < middle + 1500; ++bits) {
      add(bits);
      add(bits | 0x80000000u);
    }
  }
  return all;
}

class ElementaryFunctions : public ::testing::TestWithParam<Case> {
protected:
  static void compare(const Case &c, const char *what, int level, const std::vector<float> &x,
                      const std::vector<float> &y) {
    double worst = 0;
    float at = 0;
    for (size_t i = 0; i < x.size(); ++i) {
      double exact = c.exact(static_cast<double>(x[i]));
      if (exact != exact || std::isinf(static_cast<float>(exact))) {
        ASSERT_TRUE(exact != exact ? y[i] != y[i] : y[i] == static_cast<float>(exact))
            << what << " level " << level << ": " << x[i] << " gives " << y[i];
        continue;
      }
      double error = std::fabs(static_cast<double>(y[i]) - exact) / c.unit(x[i], exact);
      ASSERT_EQ(error, error) << what << " level " << level << ": " << x[i] << " gives " << y[i];
      if (error > worst) {
        worst = error;
        at = x[i];
      }
    }
    EXPECT_LE(worst, c.bound) << what << " level " << level << " at " << at;
  }
};

TEST_P(ElementaryFunctions, AreExactToSomeUnits) {
  static const std::vector<float> x = arguments();
  const Case &c = GetParam();
  const LoopSet *const eager[] = {base::unaryLoops, avx2::unaryLoops, avx512::unaryLoops};
  std::vector<float> y(x.size());
  auto count = static_cast<int64_t>(x.size());
  for (int level = 0; level <= static_cast<int>(cpuLevel()); ++level) {
    const void *operands[] = {x.data()};
    const FormulaParam none[4] = {};
    eager[level][static_cast<size_t>(c.eager)].f32(y.data(), operands, 0, count, none);
    compare(c, "kernel", level, x, y);
    void *pointers[] = {y.data(), const_cast<float *>(x.data())};
    c.fused[level](0, count, 1, pointers, nullptr);
    compare(c, "loop", level, x, y);
  }
}

std::string nameOf(const ::testing::TestParamInfo<Case> &info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, ElementaryFunctions, ::testing::ValuesIn(kCases), nameOf);

}  // namespace
}  // namespace janus::test
