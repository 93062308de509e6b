// torch.finfo and torch.iinfo.
#include "tensor/core/Error.h"
#include "tensor/core/Names.h"
#include "tensor/object/TypeObjects.h"

#include <cfloat>
#include <cmath>

namespace janus {

Type jn_type_finfo, jn_type_iinfo;

namespace {

struct Limits {
  double max, eps, tiny, smallest, resolution;
};
Limits limitsOf(DType t) {
  switch (t) {
  case DType::F64: return {DBL_MAX, DBL_EPSILON, DBL_MIN, std::ldexp(1.0, -1074), 1e-15};
  case DType::F16:
    return {65504.0, std::ldexp(1.0, -10), std::ldexp(1.0, -14), std::ldexp(1.0, -24), 1e-3};
  case DType::BF16:
    return {3.3895313892515355e38, std::ldexp(1.0, -7), FLT_MIN, std::ldexp(1.0, -133), 1e-2};
  default: return {FLT_MAX, FLT_EPSILON, FLT_MIN, std::ldexp(1.0, -149), 1e-6};
  }
}

DType dtypeOf(Object *o) {
  return reinterpret_cast<DTypeObject *>(o)->dtype;
}

Value bits(Object *o) {
  return jn_int(static_cast<int64_t>(sizeOf(dtypeOf(o)) * 8));
}
Value name(Object *o) {
  return makeStr(info(dtypeOf(o)).name);
}
Value floatMax(Object *o) {
  return jn_float(limitsOf(dtypeOf(o)).max);
}
Value floatMin(Object *o) {
  return jn_float(-limitsOf(dtypeOf(o)).max);
}
Value floatEps(Object *o) {
  return jn_float(limitsOf(dtypeOf(o)).eps);
}
Value floatTiny(Object *o) {
  return jn_float(limitsOf(dtypeOf(o)).tiny);
}
Value floatResolution(Object *o) {
  return jn_float(limitsOf(dtypeOf(o)).resolution);
}
const GetSetDef kFloatGetSets[] = {{"bits", bits, nullptr},
                                   {"max", floatMax, nullptr},
                                   {"min", floatMin, nullptr},
                                   {"eps", floatEps, nullptr},
                                   {"tiny", floatTiny, nullptr},
                                   {"smallest_normal", floatTiny, nullptr},
                                   {"resolution", floatResolution, nullptr},
                                   {"dtype", name, nullptr},
                                   {nullptr, nullptr, nullptr}};

int64_t integerMax(DType t) {
  int width = static_cast<int>(sizeOf(t) * 8) - info(t).isSigned;
  return static_cast<int64_t>((uint64_t{1} << width) - 1);
}
Value intMax(Object *o) {
  return jn_int(integerMax(dtypeOf(o)));
}
Value intMin(Object *o) {
  return jn_int(info(dtypeOf(o)).isSigned ? -integerMax(dtypeOf(o)) - 1 : 0);
}
const GetSetDef kIntGetSets[] = {{"bits", bits, nullptr},
                                 {"max", intMax, nullptr},
                                 {"min", intMin, nullptr},
                                 {"dtype", name, nullptr},
                                 {nullptr, nullptr, nullptr}};

Value floatRepr(Object *o) {
  Limits l = limitsOf(dtypeOf(o));
  char text[256];
  snprintf(text, sizeof text,
           "finfo(resolution=%g, min=%g, max=%g, eps=%g, smallest_normal=%g, tiny=%g, dtype=%s)",
           l.resolution, -l.max, l.max, l.eps, l.tiny, l.tiny, info(dtypeOf(o)).name.data());
  return makeStr(text);
}
Value intRepr(Object *o) {
  char text[128];
  // As floats of six digits, like torch.
  snprintf(text, sizeof text, "iinfo(min=%g, max=%g, dtype=%s)", static_cast<double>(intMin(o).i),
           static_cast<double>(intMax(o).i), info(dtypeOf(o)).name.data());
  return makeStr(text);
}

Value construct(Type *cls, const Value *args, size_t count, Value kwnames) {
  bool floating = cls == &jn_type_finfo;
  Value given[1];
  if (!parseArgs(cls->name, {"type"}, floating ? 0 : 1, 1, args, count, kwnames, given))
    return jn_error();
  DType t = defaultDType();
  if (given[0].tag != JN_UNBOUND) {
    if (!isDType(given[0]))
      return raise(jn_exc_TypeError,
                   "%s(): argument 'type' (position 1) must be torch.dtype, not %T", cls->name,
                   &given[0]);
    t = asDType(given[0]);
  }
  if (floating && !isFloating(t))
    return raise(jn_exc_TypeError,
                 "torch.finfo() requires a floating point input type. Use torch.iinfo to handle "
                 "'torch.finfo'");
  if (!floating && t == DType::Bool)
    return raise(jn_exc_TypeError, "torch.bool is not supported by torch.iinfo");
  if (!floating && !isIntegral(t))
    return raise(jn_exc_TypeError,
                 "torch.iinfo() requires an integer input type. Use torch.finfo to handle "
                 "'torch.iinfo'");
  auto *o = allocate<DTypeObject>(cls);
  o->dtype = t;
  return jn_obj(o);
}

}  // namespace

int initFInfoTypes() {
  jn_type_finfo.name = "finfo";
  jn_type_finfo.getsets = kFloatGetSets;
  jn_type_finfo.repr = floatRepr;
  jn_type_iinfo.name = "iinfo";
  jn_type_iinfo.getsets = kIntGetSets;
  jn_type_iinfo.repr = intRepr;
  for (Type *t : {&jn_type_finfo, &jn_type_iinfo}) {
    t->module = internStr("torch");
    t->construct = construct;
    t->instanceSize = sizeof(DTypeObject);
    if (readyType(t) < 0)
      return -1;
  }
  return 0;
}

}  // namespace janus
