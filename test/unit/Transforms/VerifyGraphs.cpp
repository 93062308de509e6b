#include "Transforms/Speculate/Verify/VerifyGraphs.h"

#include "IR/Claims.h"
#include "IR/TextParser.h"

#include "llvm/ADT/Twine.h"

#include <gtest/gtest.h>

using namespace janus;

namespace {

const char kInputs[] =
    "%x = heap.input \"$x\" : tensor<float32, (4, 3), cpu, contiguous, nograd>\n"
    "%w = heap.input \"$w\" : tensor<float32, (3), cpu, contiguous, nograd>\n"
    "%s = heap.input \"$s\" : tensor<float32, (s0, 3), cpu, contiguous, nograd>\n"
    "%i = heap.input \"$i\" : int\n"
    "%one = const 1 : int\n%none = const None : none\n";

// What is wrong with a graph of these operations on the inputs; empty when nothing is.
std::string wrong(llvm::StringRef ops, llvm::StringRef more = "") {
  std::string error,
      text = (llvm::Twine("module \"m\"\nfunc @step() graph {\n") + kInputs + ops + "\n}\n" + more)
                 .str();
  std::optional<ir::Module> module = ir::parse(text, &error);
  EXPECT_TRUE(module) << error;
  if (!module)
    return "";
  std::vector<ir::Problem> problems = ir::findProblems(*module);
  if (problems.empty())
    problems = ir::findWrongClaims(*module);
  if (problems.empty())
    problems = speculate::findWrongGraphs(*module);
  return problems.empty() ? "" : problems.front().text;
}

std::string claim(llvm::StringRef type) {
  return ("result 0 claims the type `" + type + "`").str();
}

TEST(VerifyGraphs, TensorTypes) {
  auto sum = [](llvm::StringRef type) {
    return wrong(("%0 = t.add_tensor %x, %w, %one : " + type).str());
  };
  EXPECT_EQ(sum("tensor<float32, (4, 3), cpu, contiguous, nograd>"), "");
  EXPECT_EQ(sum("tensor<?, rank=2>"), "");
  for (llvm::StringRef type :
       {"tensor<float64, (4, 3), cpu, contiguous, nograd>", "tensor<float32, (8, 3), cpu>",
        "tensor<float32, (4, 3, 1), cpu>", "tensor<float32, rank=3>", "int"})
    EXPECT_EQ(sum(type), claim(type));
  // Dense results are looked at when they are there; views with other orders are not.
  EXPECT_EQ(wrong("%0 = t.t %x : tensor<float32, (3, 4), cpu, contiguous, nograd>"), "");
  EXPECT_EQ(wrong("%0 = t.t %x : tensor<float32, (3, 4), cpu, channels_last, nograd>"),
            claim("tensor<float32, (3, 4), cpu, channels_last, nograd>"));
}

TEST(VerifyGraphs, Operands) {
  EXPECT_EQ(wrong("%0 = t.add_tensor %x, %i, %one : tensor<?>"),
            "operand 1 is not what the operation takes for `other`");
  EXPECT_EQ(wrong("%0 = t.mm %x, %none : tensor<?>"),
            "operand 1 is not what the operation takes for `mat2`");
  EXPECT_EQ(wrong("%0 = t.mm %x, %x : tensor<?>"), "the operands do not fit each other");
  EXPECT_EQ(wrong("%0 = t.item %x : float"),
            "its result must be a number, of a tensor of one element");
}

TEST(VerifyGraphs, Sizes) {
  EXPECT_EQ(wrong("%0 = t.relu %s : tensor<float32, (s0, 3), cpu, contiguous, nograd>"), "");
  EXPECT_EQ(wrong("%0 = t.relu %s : tensor<float32, (s1, 3), cpu>"),
            "its type has the size `s1`, which no input tells");
  EXPECT_EQ(wrong("%0 = size \"s1\" : int"), "asks for a size that no input tells");
  // (s0, 3) and (4, 3) broadcast where s0 is 1 or 4 only.
  EXPECT_EQ(wrong("%0 = t.add_tensor %s, %x, %one : tensor<float32, (4, 3), cpu>"),
            "the operands do not fit each other");
  llvm::StringRef view = "%l = pack %n, %m : list\n"
                         "%0 = t.view %s, %l : tensor<float32, (s0, 3), cpu, contiguous, nograd>";
  std::string sizes = "%n = size \"s0\" : int\n%m = const -1 : int\n";
  EXPECT_EQ(wrong(sizes + view.str()), "its result's type holds for some sizes only");
  EXPECT_EQ(wrong(sizes +
                  "%z = const 0 : int\n%c = int.gt %n, %z : bool\n"
                  "guard \"size\" %c {name=\"n\"}\n" +
                  view.str()),
            "");
}

// Sizes that are counted while the graph runs: operations that find something name them.
TEST(VerifyGraphs, Counts) {
  const std::string mask = "%m = t.gt_scalar %w, %i : tensor<bool, (3), cpu, contiguous, nograd>\n",
                    rows =
                        mask +
                        "%none2 = const None : none\n%l = pack %none2, %m : list\n"
                        "%r = t.index %x, %l : tensor<float32, (4, u0), cpu, contiguous, nograd>\n";
  EXPECT_EQ(wrong(rows), "");
  EXPECT_EQ(wrong(rows + "%0 = t.relu %r : tensor<float32, (4, u0), cpu, contiguous, nograd>"), "");
  EXPECT_EQ(wrong(rows + "%0 = t.relu %r : tensor<float32, (4, u1), cpu, contiguous, nograd>"),
            claim("tensor<float32, (4, u1), cpu, contiguous, nograd>"));
  // Another size that they have to be equal to is guarded.
  llvm::StringRef sum = "%0 = t.add_tensor %r, %x, %one : tensor<float32, (4, u0), cpu>";
  EXPECT_EQ(wrong(rows + sum.str()), "its result's type holds for some sizes only");
  llvm::StringRef three =
      "%n = size.of 1 %r : int\n%three = const 3 : int\n%e = int.eq %n, %three : bool\n"
      "guard \"size\" %e {name=\"n\"}\n";
  EXPECT_EQ(wrong(rows + three.str() + sum.str()), "");
  EXPECT_EQ(wrong(mask + "%0 = t.nonzero %m : tensor<int64, (u0, 1), cpu, strided, nograd>"), "");
  EXPECT_EQ(wrong(mask + "%0 = t.nonzero %m : tensor<int64, (3, 1), cpu, strided, nograd>"),
            "nothing is known of its result");
  // They are asked of the tensors, since no input tells.
  EXPECT_EQ(wrong(rows + "%n = size \"u0\" : int"), "asks for a size that no input tells");
  llvm::StringRef zeros =
      "%s2 = pack %c : list\n%f = const \"torch.float32\" : str\n"
      "%0 = t.zeros %s2, %f, %none : tensor<float32, (2*u0), cpu, contiguous, nograd>";
  EXPECT_EQ(wrong(rows +
                  "%n = size.of 1 %r : int\n%two = const 2 : int\n%c = int.mul %n, %two : int\n" +
                  zeros.str()),
            "");
  EXPECT_EQ(wrong(rows + "%n = size.of 1 %r : int\n%c = int.add %n, %one : int\n" + zeros.str()),
            claim("tensor<float32, (2*u0), cpu, contiguous, nograd>"));
}

// An int that contents decide has one symbol, and a symbol is for one int.
TEST(VerifyGraphs, DecidedSizes) {
  llvm::StringRef zeros =
      "%s2 = pack %n : list\n%f = const \"torch.float32\" : str\n"
      "%0 = t.zeros %s2, %f, %none : tensor<float32, (u7), cpu, contiguous, nograd>";
  llvm::StringRef n = "%n = size.decided \"u7\" %i : int\n";
  EXPECT_EQ(wrong((n + zeros).str()), "");
  EXPECT_EQ(wrong(("%n = size.decided \"u6\" %i : int\n" + zeros).str()),
            claim("tensor<float32, (u7), cpu, contiguous, nograd>"));
  EXPECT_EQ(wrong(("%n = size.decided \"s7\" %i : int\n" + zeros).str()),
            "names what is no size that contents decide");
  EXPECT_EQ(wrong(("%m = size.decided \"u7\" %one : int\n" + n + zeros).str()),
            "names a second number so");
}

// Numbers that guards and assumptions fix are as good as constants.
TEST(VerifyGraphs, FixedNumbers) {
  llvm::StringRef sum =
      "%0 = t.unsqueeze %w, %i : tensor<float32, (3, 1), cpu, contiguous, nograd>";
  EXPECT_EQ(wrong(sum), "nothing is known of its result");
  EXPECT_EQ(wrong(("assume \"constant\" {path=\"$i\", value=\"1\"}\n" + sum).str()), "");
  std::string guard = "%c = int.eq %i, %one : bool\nguard \"value\" %c {name=\"n\"}";
  EXPECT_EQ(wrong(guard + "\n" + sum.str()), "");
  EXPECT_EQ(wrong(sum.str() + "\n" + guard), "nothing is known of its result");
}

TEST(VerifyGraphs, Structure) {
  EXPECT_EQ(wrong("", "func @g(%a: dyn) params(positional=1) graph {\n}"),
            "a graph has no parameters and no slots");
  EXPECT_EQ(wrong("%0 = absent : tensor<float32, (4, 3), cpu, contiguous, nograd>\n"
                  "%1 = t.relu %0 : tensor<float32, (4, 3), cpu, contiguous, nograd>"),
            "takes an `absent` value");
  EXPECT_EQ(wrong("%0 = pack %x : list\nheap.commit \"$y\" %0"),
            "takes a `pack`, which is for operations on tensors");
  EXPECT_EQ(wrong("%0 = heap.tensor false %x : tensor<?>\n%1 = t.relu %0 : tensor<?>"),
            "takes an object that is made when all has been computed");
  EXPECT_EQ(wrong("%0 = t.relu %x : tensor<?>\nheap.commit \"$y\" %0"),
            "lets the memory of the plan out");
  EXPECT_EQ(wrong("%0 = t.relu %x : tensor<?>\n%1 = heap.tensor false %0 : tensor<?>\n"
                  "heap.commit \"$y\" %1"),
            "");
  EXPECT_EQ(wrong("storage.commit \"$x\" %w"),
            "writes a tensor of another type or shape than the storage's");
}

// The first operand is the tensor that lives on, the second the edge, the third is kept.
TEST(VerifyGraphs, Histories) {
  auto history = [](llvm::StringRef entry, llvm::StringRef read, llvm::StringRef more = "") {
    return wrong(("%0 = t.relu %x : tensor<float32, (4, 3), cpu, contiguous, nograd>\n"
                  "%1 = heap.tensor true %0 : tensor<float32, (4, 3), cpu, contiguous, grad>\n"
                  "tape.commit [\"0.0\"] %1, %x, %0 {" +
                  more + "edges=1, entries=[\"" + entry + "\"], backward=@back}")
                     .str(),
                 ("func @back() graph {\n%g = heap.input \"%0\" : tensor<float32, (4, 3), cpu>\n"
                  "%k = heap.input \"%1\" : " +
                  read +
                  "\n%d = t.mul_tensor %g, %k : tensor<?>\n"
                  "%o = heap.tensor false %d : tensor<?>\n%t = py.tuple %o : tuple\n"
                  "return %t\n}")
                     .str());
  };
  llvm::StringRef type = "tensor<float32, (4, 3), cpu>";
  EXPECT_EQ(history("Relu lfloat32(4,3):x0 > s0", type), "");
  EXPECT_EQ(history("Relu lfloat32(4,3):x1 > s0", type),
            "the entry `Relu lfloat32(4,3):x1 > s0` cannot be read");
  EXPECT_EQ(history("Relu lfloat32(4,3):x0 > s1", type),
            "the entry `Relu lfloat32(4,3):x0 > s1` cannot be read");
  EXPECT_EQ(history("Relu lfloat32(4,3):x0 > s0", "tensor<float32, (9, 3), cpu>"),
            "its backward reads `%1` as of another type");
  EXPECT_EQ(history("Relu lfloat32(4,3):x0 > s0", type, "bases=0, "), "");
  for (llvm::StringRef bases : {"bases=1, ", "bases=-1, "})
    EXPECT_EQ(history("Relu lfloat32(4,3):x0 > s0", type, bases),
              "its outputs are not more than its bases");
}

TEST(VerifyGraphs, SidesOfBranches) {
  std::string branch = "%c = int.gt %i, %one : bool\n"
                       "%0 = if %c : tensor<float32, (3), cpu, contiguous, nograd> then {\n"
                       "yield_values %w\n} else {\n"
                       "%a = absent : tensor<float32, (3), cpu, contiguous, nograd>\n"
                       "yield_values %a\n}\n";
  llvm::StringRef use = "%1 = t.relu %0 : tensor<float32, (3), cpu, contiguous, nograd>\n";
  EXPECT_EQ(wrong(branch + use.str()), "takes a value of a branch's other side");
  EXPECT_EQ(wrong(branch + "if %c then {\n" + use.str() + "}"), "");
  EXPECT_EQ(wrong(branch + "if %c then {\n} else {\n" + use.str() + "}"),
            "takes a value of a branch's other side");
}

}  // namespace
