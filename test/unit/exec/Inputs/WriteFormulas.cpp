// Writes graphs with every operation that can be part of a loop (`element` of the op table), in
// each of its forms:
//
//   write-formulas loops|kernels FILE
//
// `kernels` gives the inputs unknown strides, so that each operation runs its eager kernel.
#include "OpcodeText.h"

#include "janus/contract/Schema.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <string>

namespace janus {
namespace {

FILE *output;

constexpr const char *kShape = "(16, 20)";

// "2: 1, 3: >0 ? ..." by position.
std::map<size_t, std::string> conditionsOf(std::string_view alternative) {
  std::map<size_t, std::string> conditions;
  size_t mark = alternative.find(" ? ");
  if (mark == std::string_view::npos)
    return conditions;
  for (std::string_view rest = alternative.substr(0, mark); !rest.empty();) {
    size_t end = rest.find(", ");
    std::string_view one = rest.substr(0, end);
    conditions[static_cast<size_t>(one[0] - '0')] = one.substr(3);
    rest = end == std::string_view::npos ? "" : rest.substr(end + 2);
  }
  return conditions;
}

// One function: all operations on one floating type.
class Writer {
public:
  Writer(const char *dtype, bool isDense) : dtype_(dtype), isDense_(isDense) {
    fprintf(output, "\nfunc @%s() graph name \"%s\" {\n", dtype, dtype);
    for (const char *name : {"x", "y", "p"})
      input(name, kShape);
    input("row", "(20)");
    input("column", "(16, 1)");
    input("one", "()");
    number_ = next_++;
    fprintf(output, "  %%%d = heap.input \"$n\" : float\n", number_);
    mask_ = greater("x", "y");
    otherMask_ = greater("x", "p");
  }

  void write(TensorOp op, std::string_view alternative) {
    Schema schema = parseSchema(op);
    size_t tensors = 0;
    for (const Param &param : schema.params)
      tensors += param.kind == ArgKind::Tensor;
    for (bool ofMasks : {false, true})
      if (ofMasks ? hasTrait(op, Trait::Masks) : !hasTrait(op, Trait::NoFloats)) {
        ofMasks_ = ofMasks;
        writeCase(op, schema, alternative, ofMasks ? "masks" : "");
      }
    ofMasks_ = false;
    if (hasTrait(op, Trait::NoFloats))
      return;
    writeCase(op, schema, alternative, "positive");
    if (tensors > 1 && row(op).shape == ShapeRule::Broadcast && dtype_ == "float32")
      for (const char *broadcast : {"row", "column", "one"})
        writeCase(op, schema, alternative, broadcast);
  }
  void finish() { fprintf(output, "  return %%%d\n}\n", constant("None", "none")); }

private:
  std::string tensor(const std::string &dtype, const char *shape = kShape) const {
    return "tensor<" + dtype + ", " + shape + ", cpu, " + (isDense_ ? "contiguous, " : "") +
           "nograd>";
  }
  void input(const char *name, const char *shape) {
    inputs_[name] = next_;
    fprintf(output, "  %%%d = heap.input \"$%s\" : %s\n", next_++, name,
            tensor(dtype_, shape).c_str());
  }
  int greater(const char *a, const char *b) {
    fprintf(output, "  %%%d = t.gt_tensor %%%d, %%%d : %s\n", next_, inputs_[a], inputs_[b],
            tensor("bool").c_str());
    return next_++;
  }
  int constant(const std::string &text, const char *type) {
    auto [found, isNew] = constants_.try_emplace(text, next_);
    if (isNew)
      fprintf(output, "  %%%d = const %s : %s\n", next_++, text.c_str(), type);
    return found->second;
  }
  int constant(const Param &param, const std::string &text) {
    if (text == "None")
      return constant(text, "none");
    if (param.kind == ArgKind::Str)
      return constant('"' + text + '"', "str");
    if (param.kind == ArgKind::Int || text.find('.') == std::string::npos)
      return constant(text, "int");
    return constant(text, "float");
  }
  // No default, so that the alternative for any number is taken.
  int anyNumber(const Param &param) {
    static const char *const kNumbers[] = {"0.3", "1.25", "0.8"};
    if (param.kind == ArgKind::Bool)
      return constant("False", "bool");
    if (param.kind == ArgKind::Int)
      return constant("2", "int");
    return numbers_++ == 0 ? number_ : constant(kNumbers[numbers_ % 3], "float");
  }
  int anyTensor(const Param &param, const char *variant) {
    if (param.name == "condition" || param.name == "mask")
      return mask_;
    ++tensors_;
    if (ofMasks_)
      return tensors_ == 1 ? mask_ : otherMask_;
    if (tensors_ == 1)
      return inputs_[strcmp(variant, "positive") ? "x" : "p"];
    if (tensors_ == 2 && inputs_.count(variant))
      return inputs_[variant];
    return inputs_[tensors_ == 2 ? "y" : "p"];
  }

  void writeCase(TensorOp op, const Schema &schema, std::string_view alternative,
                 const char *variant) {
    std::map<size_t, std::string> conditions = conditionsOf(alternative);
    std::string operands;
    numbers_ = tensors_ = 0;
    for (size_t i = 0; i < schema.params.size(); ++i) {
      const Param &param = schema.params[i];
      auto found = conditions.find(i);
      std::string given = found == conditions.end() ? "" : found->second;
      bool isAnyNumber = given == ">0" || given == ">=0" || given == "finite";
      int operand = given == "0-dim"                            ? inputs_["one"]
                    : isAnyNumber && param.kind == ArgKind::Int ? constant("2", "int")
                    : isAnyNumber                               ? constant("1.7", "float")
                    : !given.empty()                            ? constant(param, given)
                    : param.kind == ArgKind::Tensor             ? anyTensor(param, variant)
                    : param.kind == ArgKind::DType || param.kind == ArgKind::Device ||
                            param.kind == ArgKind::MemoryFormat
                        ? constant("None", "none")
                        : anyNumber(param);
      operands += (i ? ", %" : "%") + std::to_string(operand);
    }
    // Of masks and numbers alone it is of the default type.
    std::string type = tensor(row(op).type == TypeRule::Bool || ofMasks_ ? "bool"
                              : tensors_ == 0                            ? "float32"
                                                                         : dtype_);
    int result = next_++, given = next_++;
    fprintf(output, "  %%%d = %s %s : %s\n", result, opcodeText(row(op).id).c_str(),
            operands.c_str(), type.c_str());
    fprintf(output, "  %%%d = heap.tensor false %%%d : %s\n", given, result, type.c_str());
    fprintf(output, "  heap.commit \"$r%d[\\\"%s %.*s %s\\\"]\" %%%d\n", result,
            std::string(row(op).id).c_str(), static_cast<int>(alternative.size()),
            alternative.data(), variant, given);
  }

  const std::string dtype_;
  const bool isDense_;
  int next_ = 0, number_ = 0, mask_ = 0, otherMask_ = 0, numbers_ = 0, tensors_ = 0;
  bool ofMasks_ = false;
  std::map<std::string, int> inputs_, constants_;
};

void write(const char *dtype, bool isDense) {
  Writer writer(dtype, isDense);
  for (size_t i = 0; i < kOpCount; ++i) {
    auto op = static_cast<TensorOp>(i);
    if (hasTrait(op, Trait::Host))
      continue;
    for (std::string_view rest = row(op).element; !rest.empty();) {
      size_t end = rest.find("; ");
      std::string_view alternative = rest.substr(0, end);
      if (alternative.find(" of ") == std::string_view::npos)  // of reductions: folds.ir
        writer.write(op, alternative);
      rest = end == std::string_view::npos ? "" : rest.substr(end + 2);
    }
  }
  writer.finish();
}

}  // namespace
}  // namespace janus

int main(int count, char **arguments) {
  if (count != 3)
    return 2;
  bool isDense = !strcmp(arguments[1], "loops");
  janus::output = fopen(arguments[2], "w");
  if (!janus::output)
    return 1;
  fprintf(janus::output, "module \"formulas_by_%s\" file \"formulas.py\"\n", arguments[1]);
  janus::write("float32", isDense);
  janus::write("float64", isDense);
  return fclose(janus::output) ? 1 : 0;
}
