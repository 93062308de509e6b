// Functions of `math` and `builtins` on numbers: calls of the run time's own ones, whose value in
// the profile is known where the compiler can compute it.
#include "Transforms/Speculate/Python/Evaluator.h"
#include "Transforms/Speculate/Python/NativeNames.h"

#include <cmath>

namespace janus::speculate {

using namespace ir;

namespace {

class Fold {
public:
  constexpr Fold(std::nullptr_t) {}
  constexpr Fold(double (*one)(double)) : one_(one) {}
  constexpr Fold(double (*two)(double, double)) : two_(two) {}

  // Not finite when it is not known.
  double operator()(llvm::ArrayRef<double> x) const {
    if (one_ && x.size() == 1)
      return one_(x[0]);
    return two_ && x.size() == 2 && !std::isnan(x[0]) && !std::isnan(x[1]) ? two_(x[0], x[1]) : NAN;
  }

private:
  double (*one_)(double) = nullptr;
  double (*two_)(double, double) = nullptr;
};

enum class ResultKind : uint8_t { Float, Int, Bool, First };
enum class Operands : uint8_t { Numbers, Floats };
struct NumberNative {
  llvm::StringRef name;
  size_t arguments;
  Operands of;
  ResultKind result;
  Fold fold;
};
const NumberNative kNumberNatives[] = {
#define JANUS_NUMBER_NATIVE(name, arguments, of, result, fold)                                     \
  {name, arguments, Operands::of, ResultKind::result, fold},
#include "Transforms/Speculate/Python/NumberNatives.def"
};

struct NativeValue {
  llvm::StringRef name;
  double value;
};
const NativeValue kNativeValues[] = {
#define JANUS_NATIVE_VALUE(name, value) {name, value},
#include "Transforms/Speculate/Python/NumberNatives.def"
};

const NumberNative *numberNative(llvm::StringRef name, size_t arguments) {
  for (const NumberNative &each : kNumberNatives)
    if (each.name == name && each.arguments == arguments)
      return &each;
  return nullptr;
}

}  // namespace

bool isNumberNative(llvm::StringRef name) {
  return llvm::any_of(kNumberNatives, [&](const NumberNative &each) { return each.name == name; });
}

std::optional<double> nativeValue(llvm::StringRef name) {
  for (const NativeValue &each : kNativeValues)
    if (each.name == name)
      return each.value;
  return std::nullopt;
}

Evaluator::Value Evaluator::callNumberNative(llvm::StringRef name, CallArgs args) {
  const NumberNative *row = numberNative(name, args.positional.size());
  if (!row || !args.keywords.empty())
    return refuse(RefusalKind::UnknownCallee, "`" + name + "` with such arguments");
  llvm::SmallVector<ValueId, 2> operands;
  for (Value &each : args.positional) {
    each = heap_.settled(each);
    if (isTensor(each) && row->of == Operands::Floats)
      each = nativeFloat({{each}, {}});
    if (stopped())
      return {};
    if (!isNumber(kindOf(each)))
      return refuse(RefusalKind::UnknownOperation, name + " of " + describe(each));
  }
  bool ofFloat = !args.positional.empty() && kindOf(args.positional[0]) == TypeKind::Float;
  TypeKind kind = ofFloat ? TypeKind::Float : TypeKind::Int;
  if (row->result != ResultKind::First)
    kind = row->result == ResultKind::Int    ? TypeKind::Int
           : row->result == ResultKind::Bool ? TypeKind::Bool
                                             : TypeKind::Float;
  std::optional<ConstId> known;
  llvm::SmallVector<double, 2> profile;
  for (Value each : args.positional) {
    std::optional<ConstId> seen = heap_.profiled(each);
    profile.push_back(seen ? numberOf(graph_.constant(*seen)).value_or(NAN) : NAN);
  }
  constexpr double kWhole = 1e15;  // doubles of this size are whole numbers, exactly
  if (double y = row->fold(profile); std::isfinite(y))
    known = kind == TypeKind::Float ? std::optional(graph_.real(y))
            : kind == TypeKind::Int && std::fabs(y) < kWhole
                ? std::optional(graph_.integer(static_cast<int64_t>(y)))
                : std::nullopt;
  if (known && llvm::all_of(args.positional, [](Value each) { return each.isConstant(); }))
    return Value::constant(*known);
  for (Value each : args.positional)
    operands.push_back(heap_.valueOf(each));
  // The run time finds it by its name.
  auto [module, function] = name.rsplit('.');
  graph_.assume("global", ("@" + module + ":" + function).str(), name);
  ValueId value = graph_.emit(Opcode::NativeCall, operands, graph_.types().of(kind),
                              NamedAttribute{"function", name.str()});
  return heap_.makeScalar({kind, value, known, ""});
}

}  // namespace janus::speculate
