"""Symbolic functions of this version of ONNX: there are none, and nothing calls any."""
