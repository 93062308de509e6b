"""Decorators of symbolic functions, which nothing here calls."""


def parse_args(*arg_descriptors):
    return lambda function: function


def quantized_args(*arg_q_descriptors, scale=None, zero_point=None, quantize_output=True):
    return lambda function: function
