#include "tensor/object/TypeObjects.h"

#include "tensor/core/Error.h"
#include "tensor/core/Names.h"
#include "tensor/dispatch/Devices.h"

#include <cfloat>
#include <cstdio>
#include <vector>

namespace janus {

Type jn_type_dtype, jn_type_device, jn_type_memory_format, jn_type_layout;

Dims stridesIn(MemoryFormat format, IntView sizes) {
  const bool isVolume = format == MemoryFormat::ChannelsLast3d;
  const size_t rank = isVolume ? 5 : 4;
  if (sizes.size() != rank)
    fail("required rank %zu tensor to use channels_last%s format", rank, isVolume ? "_3d" : "");
  return channelsLastStrides(sizes);
}

namespace {

DTypeObject dtypes[kDTypeCount];
MemoryFormatObject formats[4];
LayoutObject layouts[6];
constexpr const char *kFormatNames[] = {"contiguous_format", "preserve_format", "channels_last",
                                        "channels_last_3d"};

template <class T>
T *self(Object *o) {
  return reinterpret_cast<T *>(o);
}
void makeImmortal(Object *o, Type *type) {
  o->refs = JN_IMMORTAL_REFS;
  o->flags = JN_FLAG_IMMORTAL;
  o->type = type;
}

// ---------------------------------------------------------------- dtype

Value dtypeRepr(Object *o) {
  return makeStr(dtypeText(self<DTypeObject>(o)->dtype));
}
Value dtypeIsFloating(Object *o) {
  return jn_bool(isFloating(self<DTypeObject>(o)->dtype));
}
Value dtypeIsComplex(Object *o) {
  return jn_bool(isComplex(self<DTypeObject>(o)->dtype));
}
// to_complex(), to_real()
template <DType (*counterpart)(DType)>
Value dtypeCounterpart(const Value *args, size_t, Value) {
  return jn_own(dtypeObject(counterpart(asDType(args[0]))));
}
Value dtypeIsSigned(Object *o) {
  return jn_bool(info(self<DTypeObject>(o)->dtype).isSigned);
}
Value dtypeItemsize(Object *o) {
  return jn_int(static_cast<int64_t>(sizeOf(self<DTypeObject>(o)->dtype)));
}
const GetSetDef kDTypeGetSets[] = {{"is_floating_point", dtypeIsFloating, nullptr},
                                   {"is_complex", dtypeIsComplex, nullptr},
                                   {"is_signed", dtypeIsSigned, nullptr},
                                   {"itemsize", dtypeItemsize, nullptr},
                                   {nullptr, nullptr, nullptr}};

Value dtypeReduce(const Value *args, size_t, Value) {
  return makeStr(info(asDType(args[0])).name);
}
const MethodDef kDTypeMethods[] = {{"__reduce__", dtypeReduce, 1, 1},
                                   {"to_complex", dtypeCounterpart<complexTypeOf>, 1, 1},
                                   {"to_real", dtypeCounterpart<realTypeOf>, 1, 1},
                                   {}};

// ---------------------------------------------------------------- device

Value deviceRepr(Object *o) {
  Device d = self<DeviceObject>(o)->device;
  std::string text = "device(type='" + deviceText({d.type, -1}) + "'";
  if (d.index >= 0)
    text += ", index=" + std::to_string(d.index);
  return makeStr(text + ")");
}
Value deviceStr(Object *o) {
  return makeStr(deviceText(self<DeviceObject>(o)->device));
}
int deviceHash(Object *o, int64_t *out) {
  Device d = self<DeviceObject>(o)->device;
  *out = static_cast<int64_t>(d.type) << 16 | static_cast<uint8_t>(d.index);
  return 0;
}
Value deviceCompare(Value a, Value b, CompareOp op) {
  if (!isExact(a, &jn_type_device) || !isExact(b, &jn_type_device) ||
      (op != CompareOp::Eq && op != CompareOp::Ne))
    return jn_notimplemented();
  bool same = as<DeviceObject>(a)->device == as<DeviceObject>(b)->device;
  return jn_bool(same == (op == CompareOp::Eq));
}
Value deviceType(Object *o) {
  return makeStr(deviceText({self<DeviceObject>(o)->device.type, -1}));
}
Value deviceIndex(Object *o) {
  int8_t index = self<DeviceObject>(o)->device.index;
  return index < 0 ? jn_none() : jn_int(index);
}
const GetSetDef kDeviceGetSets[] = {
    {"type", deviceType, nullptr}, {"index", deviceIndex, nullptr}, {nullptr, nullptr, nullptr}};

Value deviceConstruct(Type *, const Value *args, size_t count, Value kwnames) {
  return guarded([&] {
    Value given[2];
    if (!parseArgs("device", {"type", "index"}, 1, 2, args, count, kwnames, given))
      return jn_error();
    const bool hasIndex = given[1].tag != JN_UNBOUND && given[1].tag != JN_NONE;
    if (hasIndex && (given[1].tag == JN_BOOL || !isInt(given[1])))
      return raise(jn_exc_TypeError, "device(): argument 'index' (position 2) must be int, not %T",
                   &given[1]);
    int64_t index = 0;
    if (hasIndex && !smallInt(given[1], &index))
      return raise(jn_exc_ValueError, "Overflow when unpacking long long");
    if (hasIndex && !isStr(given[0]))
      return raise(jn_exc_TypeError, "device(): argument 'type' (position 1) must be str, not %s%T",
                   isExact(given[0], &jn_type_device) ? "torch." : "", &given[0]);
    if (int64_t place = 0;
        given[0].tag == JN_OBJECT && isInt(given[0]) && smallInt(given[0], &place))
      given[0] = jn_int(place);
    if (index > INT8_MAX || (given[0].tag == JN_INT && given[0].i > INT8_MAX))
      return raise(jn_exc_RuntimeError, "Device index must be at most %d", INT8_MAX);
    if (index < 0 || (given[0].tag == JN_INT && given[0].i < 0))
      return raise(jn_exc_RuntimeError, "Device index must not be negative");
    Device d;
    if (!toDevice(given[0], &d))
      return raise(jn_exc_TypeError,
                   "device(): argument 'type' must be str, int or torch.device, not %T", &given[0]);
    if (hasIndex) {
      if (d.index >= 0)
        return raise(
            jn_exc_RuntimeError,
            "type (string) must not include an index because index was passed explicitly: %S",
            &given[0]);
      d.index = static_cast<int8_t>(index);
    }
    return makeDevice(d);
  });
}

// `with device:` makes it the default; the ones before come back in their order.
std::vector<Device> defaultsBefore;
Value deviceEnter(const Value *args, size_t, Value) {
  defaultsBefore.push_back(defaultDevice());
  setDefaultDevice(as<DeviceObject>(args[0])->device);
  return jn_own(args[0]);
}
Value deviceExit(const Value *, size_t, Value) {
  if (!defaultsBefore.empty()) {
    setDefaultDevice(defaultsBefore.back());
    defaultsBefore.pop_back();
  }
  return jn_none();
}
const MethodDef kDeviceMethods[] = {
    {"__enter__", deviceEnter, 1, 1}, {"__exit__", deviceExit, 4, 4}, {}};

// ---------------------------------------------------------------- memory format, layout

Value formatRepr(Object *o) {
  return makeStr(std::string("torch.") +
                 kFormatNames[static_cast<size_t>(self<MemoryFormatObject>(o)->format)]);
}
Value layoutRepr(Object *o) {
  return makeStr(std::string("torch.") + self<LayoutObject>(o)->name);
}

}  // namespace

Value dtypeObject(DType t) {
  return jn_obj(&dtypes[static_cast<size_t>(t)]);
}
Value memoryFormatObject(MemoryFormat f) {
  return jn_obj(&formats[static_cast<size_t>(f)]);
}
Value stridedLayout() {
  return jn_obj(&layouts[0]);
}

Value makeDevice(Device d) {
  if (JN_UNLIKELY(d.type == DeviceType::Meta))
    expectDevice(d);
  auto *o = allocate<DeviceObject>(&jn_type_device);
  o->device = d;
  return jn_obj(o);
}

Device parseDevice(std::string_view text) {
  Device d;
  if (text.empty())
    fail("Device string must not be empty");
  size_t colon = text.find(':');
  std::string_view type = text.substr(0, colon);
  if (type == "cpu")
    d.type = DeviceType::Cpu;
  else if (type == "cuda")
    d.type = DeviceType::Cuda;
  else if (type == "meta")
    d.type = DeviceType::Meta;
  else
    fail("Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, "
         "xla, lazy, vulkan, "
         "mps, meta, hpu, mtia, privateuseone device type at start of device string: %.*s",
         static_cast<int>(text.size()), text.data());
  if (colon != std::string_view::npos) {
    std::string_view digits = text.substr(colon + 1);
    int index = 0;
    bool good = !digits.empty() && digits.size() < 4 && (digits.size() == 1 || digits[0] != '0');
    for (char c : digits) {
      good &= c >= '0' && c <= '9';
      index = index * 10 + (c - '0');
    }
    if (!good || index > 127)
      fail("Invalid device string: '%.*s'", static_cast<int>(text.size()), text.data());
    d.index = static_cast<int8_t>(index);
  }
  return d;
}

bool toDevice(Value v, Device *out) {
  if (isExact(v, &jn_type_device))
    *out = as<DeviceObject>(v)->device;
  else if (isStr(v))
    *out = parseDevice(utf8Of(v));
  else if (v.tag == JN_INT)
    *out = Device{DeviceType::Cuda, static_cast<int8_t>(v.i)};
  else
    return false;
  return true;
}

int initSizeType();

int initTypeObjects(jn_module *m) {
  jn_type_dtype.name = "dtype";
  jn_type_dtype.repr = dtypeRepr;
  jn_type_dtype.getsets = kDTypeGetSets;
  jn_type_dtype.methods = kDTypeMethods;
  jn_type_dtype.instanceSize = sizeof(DTypeObject);
  jn_type_device.name = "device";
  jn_type_device.repr = deviceRepr;
  jn_type_device.str = deviceStr;
  jn_type_device.hash = deviceHash;
  jn_type_device.compare = deviceCompare;
  jn_type_device.getsets = kDeviceGetSets;
  jn_type_device.methods = kDeviceMethods;
  jn_type_device.construct = deviceConstruct;
  jn_type_device.instanceSize = sizeof(DeviceObject);
  jn_type_memory_format.name = "memory_format";
  jn_type_memory_format.repr = formatRepr;
  jn_type_memory_format.instanceSize = sizeof(MemoryFormatObject);
  jn_type_layout.name = "layout";
  jn_type_layout.repr = layoutRepr;
  jn_type_layout.instanceSize = sizeof(LayoutObject);
  for (Type *t : {&jn_type_dtype, &jn_type_device, &jn_type_memory_format, &jn_type_layout}) {
    t->module = internStr("torch");
    if (readyType(t) < 0 || addToModule(m, t->name, jn_own(jn_obj(t))) < 0)
      return -1;
  }
  for (size_t i = 0; i < kDTypeCount; ++i) {
    makeImmortal(&dtypes[i].head, &jn_type_dtype);
    dtypes[i].dtype = static_cast<DType>(i);
    for (std::string_view name : {kDTypes[i].name, kDTypes[i].alias})
      if (!name.empty() && addToModule(m, std::string(name).c_str(), jn_obj(&dtypes[i])) < 0)
        return -1;
  }
  for (size_t i = 0; i < 4; ++i) {
    makeImmortal(&formats[i].head, &jn_type_memory_format);
    formats[i].format = static_cast<MemoryFormat>(i);
    if (addToModule(m, kFormatNames[i], jn_obj(&formats[i])) < 0)
      return -1;
  }
  constexpr const char *kLayouts[] = {"strided",    "sparse_coo", "sparse_csr",
                                      "sparse_csc", "sparse_bsr", "sparse_bsc"};
  for (size_t i = 0; i < 6; ++i) {
    makeImmortal(&layouts[i].head, &jn_type_layout);
    layouts[i].name = kLayouts[i];
    if (addToModule(m, kLayouts[i], jn_obj(&layouts[i])) < 0)
      return -1;
  }
  return initSizeType() < 0 ? -1 : addToModule(m, "Size", jn_own(jn_obj(&jn_type_size)));
}

}  // namespace janus
