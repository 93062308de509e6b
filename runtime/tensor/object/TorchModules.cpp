// The native modules of torch:
//   torch._C            types, dtypes, construction from Python data, default dtype, printing,
//   generators torch._C_ops        every row of the op table, under its schema's name
//   torch._C_functions  what is spelled torch.X;  torch._C_nn  torch.nn.functional.X;
//   torch._C_special, torch._C_linalg, torch._C_fft  torch.special.X, torch.linalg.X and
//   torch.fft.X
#include "tensor/call/ArgParser.h"
#include "tensor/call/Overrides.h"
#include "tensor/core/Error.h"
#include "tensor/core/Generator.h"
#include "tensor/core/Threads.h"
#include "tensor/dispatch/Boxing.h"
#include "tensor/dispatch/Devices.h"
#include "tensor/dispatch/OpInfo.h"
#include "tensor/dispatch/OutArgument.h"
#include "tensor/dispatch/Registration.h"
#include "tensor/object/Construction.h"
#include "tensor/object/LinAlgError.h"
#include "tensor/object/Printing.h"
#include "tensor/object/SparseShell.h"
#include "tensor/object/TensorType.h"
#include "tensor/object/TypeObjects.h"
#include "value/container/Sequence.h"

#include <algorithm>

namespace janus {
namespace {

int addFunctions(jn_module *m, const MethodDef *defs) {
  for (const MethodDef *d = defs; d->name; ++d)
    if (addToModule(m, d->name, makeNative(d, internStr("torch"))) < 0)
      return -1;
  return 0;
}

Value setDefault(const Value *args, size_t, Value) {
  if (!isDType(args[0]))
    return raise(
        jn_exc_TypeError,
        "invalid dtype object: only floating-point types are supported as the default type");
  if (!isFloating(asDType(args[0])))
    return raise(jn_exc_TypeError, "only floating-point types are supported as the default type");
  setDefaultDType(asDType(args[0]));
  return jn_none();
}
Value getDefault(const Value *, size_t, Value) {
  return jn_own(dtypeObject(defaultDType()));
}

Value getThreads(const Value *, size_t, Value) {
  return jn_int(computeThreads());
}
Value setThreads(const Value *args, size_t, Value) {
  if (args[0].tag != JN_INT)
    return raise(jn_exc_RuntimeError, "set_num_threads expects an int, but got %T", &args[0]);
  if (args[0].i <= 0)
    return raise(jn_exc_RuntimeError, "set_num_threads expects a positive integer");
  setComputeThreads(static_cast<int>(std::min<int64_t>(args[0].i, 1024)));
  return jn_none();
}

Value isTensorFunction(const Value *args, size_t, Value) {
  return jn_bool(isTensor(args[0]));
}

Value promoteTypes(const Value *args, size_t count, Value kwnames) {
  static const NativeSignature signature(
      "promote_types(ScalarType type1, ScalarType type2) -> ScalarType", false);
  Value types[2];
  if (!signature.read(args, count, kwnames, types))
    return jn_error();
  return jn_own(dtypeObject(promote(*typeNamed(types[0]), *typeNamed(types[1]))));
}
Value canCastFunction(const Value *args, size_t count, Value kwnames) {
  static const NativeSignature signature("can_cast(ScalarType from_, ScalarType to) -> bool",
                                         false);
  Value types[2];
  if (!signature.read(args, count, kwnames, types))
    return jn_error();
  return jn_bool(canCast(*typeNamed(types[0]), *typeNamed(types[1])));
}
Value resultTypeFunction(const Value *args, size_t count, Value) {
  if (count != 2)
    return raise(jn_exc_TypeError, "result_type() takes 2 positional arguments");
  Promotion p;
  for (size_t i = 0; i < 2; ++i) {
    if (isTensor(args[i]))
      addTo(p, Tensor::share(args[i]));
    else if (args[i].tag == JN_FLOAT)
      p.addNumber(defaultDType());
    else if (args[i].tag == JN_OBJECT && isSubtype(args[i].o->type, &jn_type_complex))
      p.addNumber(complexTypeOf(defaultDType()));
    else if (args[i].tag == JN_BOOL)
      p.addNumber(DType::Bool);
    else if (isInt(args[i]))
      p.addNumber(DType::I64);
    else
      return raise(jn_exc_TypeError, "result_type(): argument must be Tensor or Number, not %T",
                   &args[i]);
  }
  return jn_own(dtypeObject(p.result()));
}

Value memoryStatistics(const Value *args, size_t count, Value) {
  bool reset = count > 0 && jn_truth(args[0]) > 0;
  return makeTuple({jn_int(static_cast<int64_t>(memoryInUse())),
                    jn_int(static_cast<int64_t>(memoryPeak(reset)))});
}

Value setDevice(const Value *args, size_t, Value) {
  setDefaultDevice(as<DeviceObject>(args[0])->device);
  return jn_none();
}
Value getDevice(const Value *, size_t, Value) {
  return makeDevice(defaultDevice());
}

// _array_elements(x), _array_memory(x): in a graph, a tensor of the elements of a package's array,
// or over its memory; elsewhere arrays have crossed before they come to a function of the library.
// _may_change(x): in a graph, a truth of which the profile says nothing, so that what hangs on it
// is a branch, not a guard.
Value itself(const Value *args, size_t, Value) {
  return jn_own(args[0]);
}
// _unbound(x, dim): in a graph, what `unbind` gives where the size is not known; elsewhere it is.
Value noRows(const Value *, size_t, Value) {
  return jn_none();
}

// _calls_left(): how many calls may stand in each other from here on
Value callsLeft(const Value *, size_t, Value) {
  return jn_int(int64_t{jn_call_depth.limit} - int64_t{jn_call_depth.depth});
}

const MethodDef kFunctions[] = {{"set_default_dtype", setDefault, 1, 1},
                                {"get_default_dtype", getDefault, 0, 0},
                                {"set_num_threads", setThreads, 1, 1},
                                {"get_num_threads", getThreads, 0, 0},
                                {"is_tensor", isTensorFunction, 1, 1},
                                {"promote_types", promoteTypes, 0, -1, true},
                                {"can_cast", canCastFunction, 0, -1, true},
                                {"result_type", resultTypeFunction, 2, 2},
                                {"_memory_statistics", memoryStatistics, 0, 1},
                                {"_set_default_device", setDevice, 1, 1},
                                {"_get_default_device", getDevice, 0, 0},
                                {"_array_elements", itself, 1, 1},
                                {"_array_memory", itself, 1, 1},
                                {"_may_change", itself, 1, 1},
                                {"_unbound", noRows, 2, 2},
                                {"_calls_left", callsLeft, 0, 0},
                                {}};

// _named_type(name): the class of a tuple of torch.return_types, or None
Value namedType(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    Type *type = namedTupleCalled(utf8Of(args[0]));
    return type ? jn_own(jn_obj(type)) : jn_none();
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
// _overloads_of(name): the names of an operation's overloads, () where there is no such row.
Value overloadsOf(const Value *args, size_t, Value) {
  return guarded([&]() -> Value {
    const OverloadGroup *group = findGroup(Namespace::Ops, utf8Of(args[0]));
    size_t count = group ? group->ops.size() : 0;
    jn_tuple *names = newTuple(static_cast<int64_t>(count));
    for (size_t i = 0; i < count; ++i) {
      std::string_view overload = opInfo(group->ops[i]).schema.overload;
      names->items[i] = jn_own(internStr(overload.empty() ? "default" : overload));
    }
    return jn_obj(names);
  });
}
const MethodDef kResultFunctions[] = {{"_named_results", namedResults, 3, 3},
                                      {"_named_type", namedType, 1, 1},
                                      {"_overloads_of", overloadsOf, 1, 1},
                                      {}};

// Attributes for tensors written in Python: torch._C._add_tensor_attribute(name, value).
Value addTensorAttribute(const Value *args, size_t, Value) {
  if (!isStr(args[0]))
    return raise(jn_exc_TypeError, "_add_tensor_attribute(): name must be str, not %T", &args[0]);
  if (dictSet(jn_type_tensor.dict, internStr(utf8Of(args[0])), args[1]) < 0)
    return jn_error();
  typeModified(&jn_type_tensor);
  return jn_none();
}
const MethodDef kLateFunctions[] = {{"_add_tensor_attribute", addTensorAttribute, 2, 2}, {}};

int initTorchC(jn_module *m) {
  if (initTypeObjects(m) < 0 || initGenerator(m) < 0 || initTensorTypes(m) < 0)
    return -1;
  for (const MethodDef *defs : {kFunctions, kConstructionFunctions, kPrintingFunctions,
                                kSparseFunctions, kLateFunctions, kOverrideFunctions})
    if (addFunctions(m, defs) < 0)
      return -1;
  if (initOverrides(m) < 0)
    return -1;
  return addToModule(m, "_LinAlgError", jn_own(jn_obj(&linAlgError())));
}
// Operations need the types of torch._C.
int importTypes(jn_module *m) {
  Ref types(jn_import(m, JN_NAME("torch._C"), 1));
  return types.failed() ? -1 : 0;
}
template <Namespace where>
int initOperations(jn_module *m) {
  return importTypes(m) < 0 ? -1 : addOperations(m, where);
}
int initFunctions(jn_module *m) {
  if (importTypes(m) < 0 || addOperations(m, Namespace::Torch) < 0)
    return -1;
  return addFunctions(m, kResultFunctions) < 0 ? -1 : addFunctions(m, kOutFunctions);
}

}  // namespace

extern const NativeModuleDef torchCModule, torchOpsModule, torchFunctionsModule, torchNnModule,
    torchSpecialModule, torchLinalgModule, torchFftModule;
const NativeModuleDef torchCModule = {"torch._C", initTorchC, nullptr};
const NativeModuleDef torchOpsModule = {"torch._C_ops", initOperations<Namespace::Ops>, nullptr};
const NativeModuleDef torchFunctionsModule = {"torch._C_functions", initFunctions, nullptr};
const NativeModuleDef torchNnModule = {"torch._C_nn", initOperations<Namespace::Functional>,
                                       nullptr};
const NativeModuleDef torchSpecialModule = {"torch._C_special", initOperations<Namespace::Special>,
                                            nullptr};
const NativeModuleDef torchLinalgModule = {"torch._C_linalg", initOperations<Namespace::Linalg>,
                                           nullptr};
const NativeModuleDef torchFftModule = {"torch._C_fft", initOperations<Namespace::Fft>, nullptr};

}  // namespace janus
