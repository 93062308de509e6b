// The parts of the type torch.Tensor; TensorType.cpp puts them together.
#pragma once

#include "tensor/core/Tensor.h"

namespace janus {

void setOperatorSlots(Type &t);               // Operators.cpp
extern const GetSetDef kAttributeGetSets[];   // Attributes.cpp: shape, dtype, T, data, ...
extern const MethodDef kAttributeMethods[];   // Attributes.cpp: size, stride, dim, numel, ...
extern const MethodDef kNumberMethods[];      // Operators.cpp: __complex__
extern const MethodDef kConversionMethods[];  // Conversions.cpp: to, type, float, cpu, tolist, ...
Value tensorRepr(Object *o);                  // Printing.cpp
Value instanceOver(Type *cls, const Tensor &source);  // of `cls`, over the elements of `source`
void destroyTensor(Object *o);                        // Tensor.cpp

// A Parameter, or an instance of another class that nn.Parameter() has marked.
bool isParameter(Value tensor);

// Readies Tensor and Parameter; adds them to torch._C.
int initTensorTypes(jn_module *m);

// Imports torch, unless that was done here: what tensors are and can do is known after that, and
// who makes one for a program that has not imported it asks before. False with an exception.
bool requireTorch();

}  // namespace janus
