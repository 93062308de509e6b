"""Recurrent networks and their cells as functions of their weights: loaded when first used."""
import torch
from torch._C_ops import linear
from torch.nn.modules.rnn import RNNBase
from torch.nn.modules.rnn_cell import gru_step, lstm_step, rnn_step

__all__ = ["gru", "gru_cell", "lstm", "lstm_cell", "rnn_relu", "rnn_relu_cell", "rnn_tanh", "rnn_tanh_cell"]


class _Network:
    """What the layers of RNNBase ask of a module, for a list of weights."""

    def __init__(self, step, weights, bias, num_layers, dropout, training, bidirectional):
        self._gates, self._weights, self.bias = step, weights, bias
        self.num_layers, self.dropout, self.training, self.bidirectional = num_layers, dropout, training, bidirectional
        self._each = len(weights) // (num_layers * (2 if bidirectional else 1))

    def _layers(self, *arguments):
        return RNNBase._layers(self, *arguments)

    def _run(self, *arguments):
        return RNNBase._run(self, *arguments)

    def _run_packed(self, *arguments):
        return RNNBase._run_packed(self, *arguments)

    def _weights_at(self, k):
        return self._weights[k * self._each:(k + 1) * self._each]

    def _step(self, gates_input, state, weights):
        projection = weights[-1] if self._each in (3, 5) else None
        return self._gates(gates_input, state, weights[1], weights[3] if self.bias else None, projection)


def _tanh(gates, state, weight, bias, projection):
    return (rnn_step(gates, state[0], weight, bias, False),)


def _relu(gates, state, weight, bias, projection):
    return (rnn_step(gates, state[0], weight, bias, True),)


def _gru(gates, state, weight, bias, projection):
    return (gru_step(gates, state[0], weight, bias),)


def _lstm(gates, state, weight, bias, projection):
    return lstm_step(gates, *state, weight, bias, projection)


def _outputs(step, data, batch_sizes, states, weights, bias, num_layers, dropout, train, bidirectional):
    """The output, and the last states of all layers; `states` are tensors of all layers."""
    network = _Network(step, list(weights), bias, num_layers, dropout, train, bidirectional)
    output, last = network._layers(data, batch_sizes, list(zip(*[state.unbind(0) for state in states])))
    return output, *[torch.stack(list(each), 0) for each in zip(*last)]


def _sequence(step, input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    data = input.transpose(0, 1) if batch_first else input
    output, *last = _outputs(step, data, None, hx, params, has_biases, num_layers, dropout, train, bidirectional)
    return output.transpose(0, 1) if batch_first else output, *last


def lstm(input, hx, params, *settings):
    """Of a sequence: (input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first), or of a packed one:
    (data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)."""
    if isinstance(hx, torch.Tensor):
        return _outputs(_lstm, input, hx, params, *settings)
    return _sequence(_lstm, input, hx, params, *settings)


def _of_one_state(step, input, hx, params, settings):
    if isinstance(params, torch.Tensor):
        return _outputs(step, input, hx, (params,), *settings)
    return _sequence(step, input, (hx,), params, *settings)


def gru(input, hx, params, *settings):
    return _of_one_state(_gru, input, hx, params, settings)


def rnn_tanh(input, hx, params, *settings):
    return _of_one_state(_tanh, input, hx, params, settings)


def rnn_relu(input, hx, params, *settings):
    return _of_one_state(_relu, input, hx, params, settings)


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return lstm_step(linear(input, w_ih, b_ih), *hx, w_hh, b_hh)


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return gru_step(linear(input, w_ih, b_ih), hx, w_hh, b_hh)


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return rnn_step(linear(input, w_ih, b_ih), hx, w_hh, b_hh, False)


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    return rnn_step(linear(input, w_ih, b_ih), hx, w_hh, b_hh, True)
