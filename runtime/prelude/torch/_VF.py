"""Functions of torch under the name by which PyTorch's layers call them."""
from torch._recurrent import gru, gru_cell, lstm, lstm_cell, rnn_relu, rnn_relu_cell, rnn_tanh, rnn_tanh_cell


def __getattr__(name):
    import torch
    value = getattr(torch, name)
    globals()[name] = value
    return value
