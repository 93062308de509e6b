// Functions and methods whose arguments no schema can describe: they choose among operations.
#include "tensor/Boxing.h"
#include "tensor/OpInfo.h"
#include "tensor/Ops.h"
#include "tensor/OutArgument.h"
#include "tensor/TensorType.h"
#include "tensor/TypeObjects.h"
#include "tensor/views/Strides.h"
#include "value/container/Sequence.h"

#include <algorithm>
#include <cmath>

namespace janus {
namespace {

bool given(Value v) {
  return v.tag != JN_UNBOUND && v.tag != JN_NONE;
}
bool boolOf(const char *function, const char *name, int position, Value v, bool otherwise) {
  if (v.tag == JN_UNBOUND)
    return otherwise;
  if (v.tag != JN_BOOL) {
    raise(jn_exc_TypeError, "%s(): argument '%s' (position %d) must be bool, not %T", function,
          name, position, &v);
    throw PendingError{};
  }
  return v.i != 0;
}
bool truthOf(Value v, bool otherwise) {
  return v.tag == JN_UNBOUND ? otherwise : boxing::isTrue(v);
}
Tensor tensorArgument(const char *function, const char *name, Value v) {
  if (isTensor(v))
    return Tensor::share(v);
  raise(jn_exc_TypeError, "%s(): argument '%s' must be Tensor, not %T", function, name, &v);
  throw PendingError{};
}

// split(tensor, split_size_or_sections, dim=0)
Value split(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[3];
    if (!parseArgs("split", {"tensor", "split_size_or_sections", "dim"}, 1, 3, args, count, kwnames,
                   a))
      return jn_error();
    Tensor t = tensorArgument("split", "tensor", a[0]);
    int64_t dim = given(a[2]) ? boxing::toInt(a[2]) : 0;
    // The method spells it `split_size`.
    if (isInt(a[1]))
      return ops::callValue<OpId::Split>(t, boxing::toInt(a[1]), dim);
    return ops::callValue<OpId::SplitSizes>(t, a[1], dim);
  });
}
Value splitMethod(const Value *args, size_t count, Value kwnames) {
  if (kwnames.tag != JN_OBJECT)
    return split(args, count, kwnames);
  return guarded([&]() -> Value {
    Value a[2];
    if (!parseArgs("split", {"split_size", "dim"}, 1, 2, args + 1, count - 1, kwnames, a))
      return jn_error();
    Value all[] = {args[0], a[0], given(a[1]) ? a[1] : jn_int(0)};
    return split(all, 3, jn_unbound());
  });
}

// The sum of the singular values of matrices in two dimensions.
Value nuclearNorm(Tensor t, Value dim, bool keepdim, Value dtype) {
  if (t.dim() < 2)
    fail("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.");
  Dims dims;
  int64_t count = 0;
  if (const Value *items = given(dim) ? itemsOf(dim, &count) : nullptr)
    for (int64_t i = 0; i < count; ++i)
      dims.push_back(wrapDim(boxing::toInt(items[i]), t.dim()));
  else if (given(dim))
    dims.push_back(boxing::toInt(dim));
  else
    for (int d = 0; d < t.dim(); ++d)
      dims.push_back(d);
  if (dims.size() != 2) {
    std::string text;
    for (int64_t d : dims)
      text += " " + std::to_string(d);
    fail("linalg.matrix_norm: dim must be a 2-tuple. Got%s", text.c_str());
  }
  if (isDType(dtype))
    t = ops::call<OpId::ToCopy>(t, asDType(dtype), std::nullopt, std::nullopt);
  Tensor matrices = ops::call<OpId::MoveDim>(t, dims, Dims{-2, -1});
  Tensor values = ops::callMany<OpId::LinalgSvd>(matrices, false)[1];
  Tensor sum = ops::call<OpId::SumDim>(values, Dims{-1}, false, std::nullopt);
  for (int64_t d : {std::min(dims[0], dims[1]), std::max(dims[0], dims[1])})
    if (keepdim)
      sum = ops::call<OpId::Unsqueeze>(sum, d);
  return sum.releaseValue();
}

// norm(input, p='fro', dim=None, keepdim=False, dtype=None)
Value norm(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[6];
    if (!parseArgs("norm", {"input", "p", "dim", "keepdim", "out", "dtype"}, 1, 6, args, count,
                   kwnames, a))
      return jn_error();
    Tensor t = tensorArgument("norm", "input", a[0]);
    if (given(a[1]) && isStr(a[1]) && utf8Of(a[1]) == "nuc") {
      Value nuclear = nuclearNorm(t, a[2], truthOf(a[3], false), a[5]);
      return given(a[4]) ? storeResults("norm", OpId::VectorNorm, nuclear, a[4], {}) : nuclear;
    }
    Scalar p(2.0);
    if (given(a[1])) {
      if (!isStr(a[1]))
        p = boxing::toScalar(a[1]);
      else if (utf8Of(a[1]) == "inf")
        p = Scalar(HUGE_VAL);
      else if (utf8Of(a[1]) == "-inf")
        p = Scalar(-HUGE_VAL);
      else if (utf8Of(a[1]) != "fro")
        return raise(jn_exc_RuntimeError, "linalg.matrix_norm: Order %S not supported.", &a[1]);
    }
    Value dim = given(a[2]) ? a[2] : jn_none(), dtype = given(a[5]) ? a[5] : jn_none();
    bool keepdim = boolOf("linalg_vector_norm", "keepdim", 4, a[3], false);
    Value result = ops::callValue<OpId::VectorNorm>(t, p, dim, keepdim, dtype);
    return given(a[4]) ? storeResults("norm", OpId::VectorNorm, result, a[4], {}) : result;
  });
}

// nonzero(input, *, as_tuple=False)
Value nonzero(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[3];
    if (!parseArgs("nonzero", {"input", "as_tuple", "out"}, 1, 1, args, count, kwnames, a))
      return jn_error();
    Tensor t = tensorArgument("nonzero", "input", a[0]);
    if (given(a[2]) && !isTensor(a[2]))
      return raise(jn_exc_TypeError, "nonzero(): argument 'out' must be Tensor, not %T", &a[2]);
    if (given(a[2]) && truthOf(a[1], false))
      fail("nonzero does not support the out kwarg when as_tuple is True");
    if (truthOf(a[1], false))
      return ops::callValue<OpId::Where>(t.dim() ? t : ops::call<OpId::Unsqueeze>(t, 0));
    Value result = ops::callValue<OpId::Nonzero>(t);
    return given(a[2]) ? storeResults("nonzero", OpId::Nonzero, result, a[2], {}) : result;
  });
}

// _named_results(name, fields, results): torch's tuple with names, of a function that is written in
// Python
Value namedResults(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    int64_t count = 0, size = 0;
    const Value *names = itemsOf(args[1], &count), *results = itemsOf(args[2], &size);
    std::vector<std::string> fields;
    for (int64_t i = 0; i < count; ++i)
      fields.emplace_back(utf8Of(names[i]));
    jn_tuple *all = newTuple(size);
    for (int64_t i = 0; i < size; ++i)
      all->items[i] = jn_own(results[i]);
    all->head.type = namedTupleType(std::string(utf8Of(args[0])), fields);
    return jn_obj(all);
  });
}

// The results that were asked for: the values alone, or a tuple.
Value chosen(Value ownedTuple, bool inverse, bool counts) {
  Ref all(ownedTuple);
  auto *t = all.as<jn_tuple>();
  if (!inverse && !counts)
    return jn_own(t->items[0]);
  if (inverse && counts)
    return makeTuple({t->items[0], t->items[1], t->items[2]});
  return makeTuple({t->items[0], inverse ? t->items[1] : t->items[2]});
}
// unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None)
Value unique(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[5];
    if (!parseArgs("unique", {"input", "sorted", "return_inverse", "return_counts", "dim"}, 1, 5,
                   args, count, kwnames, a))
      return jn_error();
    Tensor t = tensorArgument("unique", "input", a[0]);
    bool sorted = truthOf(a[1], true), inverse = truthOf(a[2], false),
         counts = truthOf(a[3], false);
    return chosen(given(a[4]) ? ops::callValue<OpId::UniqueDim>(t, boxing::toInt(a[4]), sorted,
                                                                inverse, counts)
                              : ops::callValue<OpId::Unique2>(t, sorted, inverse, counts),
                  inverse, counts);
  });
}
Value uniqueConsecutive(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[4];
    if (!parseArgs("unique_consecutive", {"input", "return_inverse", "return_counts", "dim"}, 1, 4,
                   args, count, kwnames, a))
      return jn_error();
    Tensor t = tensorArgument("unique_consecutive", "input", a[0]);
    bool inverse = truthOf(a[1], false), counts = truthOf(a[2], false);
    return chosen(
        ops::callValue<OpId::UniqueConsecutive>(t, inverse, counts, given(a[3]) ? a[3] : jn_none()),
        inverse, counts);
  });
}

// x.where(condition, other)
Value whereMethod(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[2];
    if (!parseArgs("where", {"condition", "other"}, 2, 2, args + 1, count - 1, kwnames, a))
      return jn_error();
    Tensor condition = tensorArgument("where", "condition", a[0]), self = Tensor::share(args[0]);
    if (isTensor(a[1]))
      return ops::callValue<OpId::WhereSelf>(condition, self, a[1]);
    return ops::callValue<OpId::WhereScalarOther>(condition, self, a[1]);
  });
}

// ravel(input)
Value ravel(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[1];
    if (!parseArgs("ravel", {"input"}, 1, 1, args, count, kwnames, a))
      return jn_error();
    Tensor dense = ops::call<OpId::Contiguous>(tensorArgument("ravel", "input", a[0]),
                                               MemoryFormat::Contiguous);
    return ops::callValue<OpId::View>(dense, Dims{-1});
  });
}

// diag(input, diagonal=0)
Value diag(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[3];
    if (!parseArgs("diag", {"input", "diagonal", "out"}, 1, 2, args, count, kwnames, a))
      return jn_error();
    Tensor t = tensorArgument("diag", "input", a[0]);
    int64_t diagonal = given(a[1]) ? boxing::toInt(a[1]) : 0;
    if (t.dim() != 1 && t.dim() != 2)
      fail("diag(): Supports 1D or 2D tensors. Got %dD", t.dim());
    Value result = t.dim() == 1
                       ? ops::callValue<OpId::DiagEmbed>(t, diagonal, 0, 1)
                       : ops::callValue<OpId::Clone>(ops::call<OpId::Diagonal>(t, diagonal, 0, 1),
                                                     MemoryFormat::Contiguous);
    return given(a[2]) ? storeResults("diag", OpId::DiagEmbed, result, a[2], {}) : result;
  });
}

// fliplr(input), flipud(input)
template <int dim>
Value flipAlong(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[1];
    constexpr const char *kName = dim == 1 ? "fliplr" : "flipud";
    if (!parseArgs(kName, {"input"}, 1, 1, args, count, kwnames, a))
      return jn_error();
    Tensor t = tensorArgument(kName, "input", a[0]);
    if (t.dim() <= dim)
      fail("Input must be >= %d-d.", dim + 1);
    return ops::callValue<OpId::Flip>(t, Dims{dim});
  });
}

// broadcast_to(input, size)
Value broadcastTo(const Value *args, size_t count, Value kwnames) {
  return guarded([&]() -> Value {
    Value a[2];
    if (!parseArgs("broadcast_to", {"input", "size"}, 2, 2, args, count, kwnames, a))
      return jn_error();
    return ops::callValue<OpId::Expand>(tensorArgument("broadcast_to", "input", a[0]), a[1], false);
  });
}

}  // namespace

const MethodDef kCompositeMethods[] = {
    {"ravel", ravel, 1, -1, true, "One dimension; a view where the layout allows it."},
    {"diag", diag, 1, -1, true, "The diagonal of a matrix, or a matrix with that diagonal."},
    {"fliplr", flipAlong<1>, 1, -1, true, "Columns in reverse order."},
    {"flipud", flipAlong<0>, 1, -1, true, "Rows in reverse order."},
    {"broadcast_to", broadcastTo, 1, -1, true, "Expanded to a shape."},
    {"split", splitMethod, 1, -1, true, "Pieces of given lengths."},
    {"norm", norm, 1, -1, true, "Norm of all elements or along dimensions."},
    {"nonzero", nonzero, 1, -1, true, "Indices of nonzero elements."},
    {"unique", unique, 1, -1, true, "Different elements."},
    {"unique_consecutive", uniqueConsecutive, 1, -1, true, "Runs of equal elements."},
    {"where", whereMethod, 1, -1, true, "Self where the condition holds."},
    {}};
const MethodDef kCompositeFunctions[] = {
    {"_named_results", namedResults, 3, 3},
    {"ravel", ravel, 1, -1, true, "One dimension; a view where the layout allows it."},
    {"diag", diag, 1, -1, true, "The diagonal of a matrix, or a matrix with that diagonal."},
    {"fliplr", flipAlong<1>, 1, -1, true, "Columns in reverse order."},
    {"flipud", flipAlong<0>, 1, -1, true, "Rows in reverse order."},
    {"broadcast_to", broadcastTo, 1, -1, true, "Expanded to a shape."},
    {"split", split, 1, -1, true, "Pieces of given lengths."},
    {"norm", norm, 1, -1, true, "Norm of all elements or along dimensions."},
    {"nonzero", nonzero, 1, -1, true, "Indices of nonzero elements."},
    {"unique", unique, 1, -1, true, "Different elements."},
    {"unique_consecutive", uniqueConsecutive, 1, -1, true, "Runs of equal elements."},
    {}};

}  // namespace janus
