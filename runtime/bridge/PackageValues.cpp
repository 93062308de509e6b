#include "bridge/PackageValues.h"

#include "bridge/Foreign.h"
#include "bridge/Session.h"
#include "tensor/core/Tensor.h"
#include "value/bytes/Bytes.h"
#include "value/number/Number.h"
#include "value/object/Types.h"

#include <cmath>
#include <limits>

namespace janus::bridge {
namespace {

// ---------------------------------------------------------------- numbers

bool isDouble(Value v) {
  return isExact(v, &packageTypes[static_cast<size_t>(PackageClass::Double)]);
}

// True for a number that Python's arithmetic with one of these takes as it is: larger ints are
// rounded there.
bool numberIn(Value v, double *out) {
  constexpr int64_t kMostExact = int64_t{1} << std::numeric_limits<double>::digits;
  switch (v.tag) {
  case JN_FLOAT: *out = v.f; return true;
  case JN_BOOL:
  case JN_INT: *out = static_cast<double>(v.i); return v.i >= -kMostExact && v.i <= kMostExact;
  case JN_OBJECT:
    if (!isDouble(v))
      return false;
    *out = doubleOf(v);
    return true;
  default: return false;
  }
}

// The result where no warning could come of it; that of others Python says.
template <BinaryOp Op>
bool compute(double x, double y, double *result) {
  double r;
  bool isZeroExact;
  if constexpr (Op == BinaryOp::Add || Op == BinaryOp::Sub) {
    r = Op == BinaryOp::Add ? x + y : x - y;
    isZeroExact = true;
  } else if constexpr (Op == BinaryOp::Mul) {
    r = x * y;
    isZeroExact = x == 0 || y == 0;
  } else {
    if (y == 0)
      return false;
    r = x / y;
    isZeroExact = x == 0;
  }
  *result = r;
  return std::isnormal(r) || (r == 0 && isZeroExact);
}

// The slots of foreign types, which ask Python.
Type asking;

template <BinaryOp Op, bool InPlace>
Value doubleBinary(Value a, Value b) {
  double x, y, r;
  if (numberIn(a, &x) && numberIn(b, &y) && compute<Op>(x, y, &r))
    return makePackageDouble(r);
  return (InPlace ? asking.inplace : asking.binary)[static_cast<size_t>(Op)](a, b);
}

template <UnaryOp Op>
Value doubleUnary(Object *o) {
  double x = doubleOf(jn_obj(o));
  return makePackageDouble(Op == UnaryOp::Neg ? -x : Op == UnaryOp::Abs ? std::fabs(x) : x);
}
Value doubleFloat(Object *o) {
  return jn_float(doubleOf(jn_obj(o)));
}

// A comparison gives one of two objects of the package, which Python is asked for once.
Value doubleCompare(Value a, Value b, CompareOp op) {
  double x, y;
  Session *s = Session::running();
  if (!s || !numberIn(a, &x) || !numberIn(b, &y))
    return asking.compare(a, b, op);
  Value &known = s->packageTruths[compareDoubles(op, x, y)];
  if (known.tag == JN_OBJECT)
    return jn_own(known);
  Value result = asking.compare(a, b, op);
  if (s == Session::running() && isForeign(result) && known.tag != JN_OBJECT)
    known = jn_own(result);
  return result;
}

Value doubleFormat(Object *o, Value spec) {
  return isStr(spec) && strLength(spec) != 0 ? jn_type_float.format(o, spec)
                                             : asking.format(o, spec);
}

// ---------------------------------------------------------------- text and bytes

template <const Type &Base>
Value textCompare(Value a, Value b, CompareOp op) {
  return isInstance(a, &Base) && isInstance(b, &Base) ? Base.compare(a, b, op)
                                                      : asking.compare(a, b, op);
}
template <const Type &Base>
Value textAdd(Value a, Value b) {
  return isInstance(a, &Base) && isInstance(b, &Base)
             ? Base.binary[static_cast<size_t>(BinaryOp::Add)](a, b)
             : asking.binary[static_cast<size_t>(BinaryOp::Add)](a, b);
}

template <BinaryOp... Ops>
void setArithmetic(Type &t) {
  ((t.binary[static_cast<size_t>(Ops)] = doubleBinary<Ops, false>), ...);
  ((t.inplace[static_cast<size_t>(Ops)] = doubleBinary<Ops, true>), ...);
}

void fillDouble(Type &t) {
  t.format = doubleFormat;
  t.compare = doubleCompare;
  setArithmetic<BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::TrueDiv>(t);
  t.unary[static_cast<size_t>(UnaryOp::Neg)] = doubleUnary<UnaryOp::Neg>;
  t.unary[static_cast<size_t>(UnaryOp::Pos)] = doubleUnary<UnaryOp::Pos>;
  t.unary[static_cast<size_t>(UnaryOp::Abs)] = doubleUnary<UnaryOp::Abs>;
  t.unary[static_cast<size_t>(UnaryOp::Float)] = doubleFloat;
  t.unary[static_cast<size_t>(UnaryOp::Int)] =
      jn_type_float.unary[static_cast<size_t>(UnaryOp::Int)];
}

template <const Type &Base>
void fillSequence(Type &t) {
  t.binary[static_cast<size_t>(BinaryOp::Add)] = textAdd<Base>;
  t.compare = textCompare<Base>;
  t.methods = nullptr;  // a class that defines `__trunc__` would be a number
  t.iter = nullptr;
  t.next = nullptr;
  t.length = nullptr;
  t.contains = nullptr;
  t.getitem = nullptr;
  for (UnaryOp op : {UnaryOp::Int, UnaryOp::Float})
    t.unary[static_cast<size_t>(op)] = nullptr;
}

}  // namespace

Type packageTypes[kPackageClasses];

Value makePackageValue(PackageClass cls, Value plain) {
  Type *type = &packageTypes[static_cast<size_t>(cls)];
  return type->base->construct(type, &plain, 1, jn_unbound());
}
Value makePackageDouble(double number) {
  auto *o = allocate<FloatObject>(&packageTypes[static_cast<size_t>(PackageClass::Double)]);
  o->value = number;
  return jn_obj(o);
}

Value plainOf(Value v) {
  switch (packageClassOf(v)) {
  case PackageClass::Text: return makeStr(utf8Of(v));
  case PackageClass::Bytes: {
    std::string_view bytes;
    bytesView(v, &bytes);
    return makeBytes(bytes);
  }
  default: return jn_float(doubleOf(v));
  }
}

Value callPlainMethod(Value name, const Value *args, size_t count, Value kwnames) {
  if (isDouble(args[0]) || utf8Of(name).substr(0, 2) == "__")
    return jn_unbound();
  Value found = lookupInType(args[0].o->type->base, name);
  return found.tag == JN_UNBOUND ? found : callFound(found, args, count, kwnames);
}

int initPackageTypes() {
  static constexpr struct {
    const char *name;
    Type *base;
  } kRows[] = {
#define JANUS_PACKAGE_CLASS(name, module, qualname, base) {module "." qualname, &base},
#include "bridge/PackageClasses.def"
  };
  fillAskingSlots(asking);
  for (size_t i = 0; i < kPackageClasses; ++i) {
    Type &t = packageTypes[i];
    t = asking;
    t.name = kRows[i].name;
    t.base = kRows[i].base;
    t.call = nullptr;
    t.hash = t.base->hash;
    t.truth = t.base->truth;
    t.unary[static_cast<size_t>(UnaryOp::Index)] = nullptr;
    switch (static_cast<PackageClass>(i)) {
    case PackageClass::Text: fillSequence<jn_type_str>(t); break;
    case PackageClass::Bytes: fillSequence<jn_type_bytes>(t); break;
    default: fillDouble(t); break;
    }
    if (readyType(&t) < 0)
      return -1;
  }
  return 0;
}

}  // namespace janus::bridge
