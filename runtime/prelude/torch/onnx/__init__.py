"""torch.onnx: nothing is written as ONNX. Registrations, which libraries make when they are imported, are taken and change nothing."""
from enum import IntEnum


class TensorProtoDataType(IntEnum):
    """Numbers of element types in ONNX's files."""
    UNDEFINED = 0
    FLOAT = 1
    UINT8 = 2
    INT8 = 3
    UINT16 = 4
    INT16 = 5
    INT32 = 6
    INT64 = 7
    STRING = 8
    BOOL = 9
    FLOAT16 = 10
    DOUBLE = 11
    UINT32 = 12
    UINT64 = 13
    COMPLEX64 = 14
    COMPLEX128 = 15
    BFLOAT16 = 16


def is_in_onnx_export():
    return False


def register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version):
    return None


def unregister_custom_op_symbolic(symbolic_name, opset_version):
    return None


def export(*args, **kwargs):
    raise NotImplementedError("torch.onnx.export is not supported: save the state_dict, and export the model in Python")
