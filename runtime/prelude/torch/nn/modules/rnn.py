"""Recurrent networks over sequences."""
import math
from warnings import warn

import torch
import torch.nn.functional as F
from torch._C_ops import linear
from torch._expected import refuse
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.modules.rnn_cell import GRUCell, LSTMCell, RNNCell, RNNCellBase, gru_step, lstm_step, rnn_step
from torch.nn.parameter import Parameter
from torch.nn.utils.rnn import PackedSequence

__all__ = ["RNNBase", "RNN", "LSTM", "GRU", "RNNCellBase", "RNNCell", "LSTMCell", "GRUCell"]


def _expect(wanted, found, text):
    if wanted != found:
        raise RuntimeError(text.format(wanted, found))


def apply_permutation(tensor, permutation, dim=1):
    warn("`apply_permutation` is deprecated, please use `tensor.index_select(dim, permutation)` instead", FutureWarning, stacklevel=2)
    return tensor.index_select(dim, permutation)


class RNNBase(Module):
    __constants__ = ["mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout",
                     "bidirectional", "proj_size"]

    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        if isinstance(dropout, bool) or not isinstance(dropout, (int, float)) or not 0 <= dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element being "
                             "zeroed")
        if dropout > 0 and num_layers == 1:
            warn("dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers "
                 f"greater than 1, but got dropout={dropout} and num_layers={num_layers}", stacklevel=2)
        for name, value, kind in (("bias", bias, bool), ("batch_first", batch_first, bool), ("input_size", input_size, int)):
            if not isinstance(value, kind):
                raise TypeError(f"{name} should be of type {kind.__name__}, got: {type(value).__name__}")
        if input_size <= 0:
            raise ValueError("input_size must be greater than zero")
        if not isinstance(hidden_size, int):
            raise TypeError(f"hidden_size should be of type int, got: {type(hidden_size).__name__}")
        if hidden_size <= 0:
            raise ValueError("hidden_size must be greater than zero")
        if num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        if proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if proj_size >= hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        chunks = 4 if mode == "LSTM" else 3 if mode == "GRU" else 1
        directions = 2 if bidirectional else 1
        state_size = proj_size if proj_size > 0 else hidden_size
        self._all_weights = []
        for layer in range(num_layers):
            for direction in range(directions):
                inputs = input_size if layer == 0 else state_size * directions
                suffix = "_reverse" if direction == 1 else ""
                shapes = [("weight_ih", (chunks * hidden_size, inputs)), ("weight_hh", (chunks * hidden_size, state_size))]
                if bias:
                    shapes += [("bias_ih", (chunks * hidden_size,)), ("bias_hh", (chunks * hidden_size,))]
                if proj_size > 0:
                    shapes.append(("weight_hr", (proj_size, hidden_size)))
                names = []
                for name, shape in shapes:
                    full = f"{name}_l{layer}{suffix}"
                    setattr(self, full, Parameter(torch.empty(shape, device=device, dtype=dtype)))
                    names.append(full)
                self._all_weights.append(names)
        self.reset_parameters()

    @property
    def all_weights(self):
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    @property
    def _flat_weights_names(self):
        return [name for names in self._all_weights for name in names]

    @property
    def _flat_weights(self):
        return [getattr(self, name, None) for name in self._flat_weights_names]

    @_flat_weights.setter
    def _flat_weights(self, weights):
        for name, weight in zip(self._flat_weights_names, weights):
            setattr(self, name, weight)

    def flatten_parameters(self):
        return None

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.proj_size != 0:
            text += f", proj_size={self.proj_size}"
        if self.num_layers != 1:
            text += f", num_layers={self.num_layers}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if self.batch_first is not False:
            text += f", batch_first={self.batch_first}"
        if self.dropout != 0:
            text += f", dropout={self.dropout}"
        if self.bidirectional is not False:
            text += f", bidirectional={self.bidirectional}"
        return text

    # ---- checks
    def _state_size(self):
        return self.proj_size if self.proj_size > 0 else self.hidden_size

    def check_input(self, input, batch_sizes):
        dtype = self.weight_ih_l0.dtype
        if input.dtype != dtype and not torch.is_autocast_enabled("cpu"):
            raise ValueError(f"RNN input dtype ({input.dtype}) does not match weight dtype ({dtype}). Convert input: "
                             f"input.to({dtype}), or convert model: model.to({input.dtype})")
        _expect(3 if batch_sizes is None else 2, input.dim(), "input must have {} dimensions, got {}")
        _expect(self.input_size, input.size(-1), "input.size(-1) must be equal to input_size. Expected {}, got {}")

    def _check_state(self, hx, batch, size, text):
        expected = (self.num_layers * (2 if self.bidirectional else 1), batch, size)
        if tuple(hx.size()) != expected:
            raise RuntimeError(text.format(expected, list(hx.size())))

    # ---- one direction of one layer
    def _step(self, gates_input, state, weights):
        raise NotImplementedError

    def _run(self, input, state, weights, reverse):
        """A sequence through one layer: (outputs, last state). `input` is (L, N, size)."""
        if self.bias:
            gates = linear(input, weights[0], weights[2])
        else:
            gates = linear(input, weights[0])
        steps = list(gates.unbind(0))
        if len(steps) == 0:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        if reverse:
            steps.reverse()
        outputs = []
        for gates_input in steps:
            state = self._step(gates_input, state, weights)
            outputs.append(state[0])
        if reverse:
            outputs.reverse()
        return torch.stack(outputs, 0), state

    def _run_packed(self, data, batch_sizes, state, weights, reverse):
        """As _run, for a packed sequence whose batch shrinks; sequences that end keep their last state."""
        if self.bias:
            gates = linear(data, weights[0], weights[2])
        else:
            gates = linear(data, weights[0])
        sizes = batch_sizes.tolist()
        steps = list(gates.split(sizes, 0))
        outputs = [None] * len(sizes)
        if reverse:
            current = tuple([s.narrow(0, 0, sizes[-1]) for s in state])
            for t in range(len(sizes) - 1, -1, -1):
                have = current[0].shape[0]
                if sizes[t] > have:
                    current = tuple([torch.cat([c, s.narrow(0, have, sizes[t] - have)]) for c, s in zip(current, state)])
                current = self._step(steps[t], current, weights)
                outputs[t] = current[0]
            return torch.cat(outputs), current
        current = state
        ended = []
        for t in range(len(sizes)):
            have = current[0].shape[0]
            if sizes[t] < have:
                ended.append(tuple([c.narrow(0, sizes[t], have - sizes[t]) for c in current]))
                current = tuple([c.narrow(0, 0, sizes[t]) for c in current])
            current = self._step(steps[t], current, weights)
            outputs[t] = current[0]
        ended.append(current)
        ended.reverse()
        last = tuple([torch.cat([e[k] for e in ended]) for k in range(len(current))])
        return torch.cat(outputs), last

    def _weights_at(self, k):
        """Of one layer and direction."""
        return [getattr(self, name) for name in self._all_weights[k]]

    def _layers(self, input, batch_sizes, states):
        """All layers: (outputs, list of last states), `states` being one tuple per layer and direction."""
        directions = 2 if self.bidirectional else 1
        last = []
        for layer in range(self.num_layers):
            outputs = []
            for direction in range(directions):
                k = layer * directions + direction
                weights = self._weights_at(k)
                if batch_sizes is None:
                    out, state = self._run(input, states[k], weights, direction == 1)
                else:
                    out, state = self._run_packed(input, batch_sizes, states[k], weights, direction == 1)
                outputs.append(out)
                last.append(state)
            input = outputs[0] if directions == 1 else torch.cat(outputs, -1)
            if self.dropout > 0 and self.training and layer < self.num_layers - 1:
                input = F.dropout(input, self.dropout, True)
        return input, last

    def _prepared(self, input):
        """(input with time first, batch sizes, batch, indices that sort, indices back, batched?)."""
        # A tensor is asked for first: graphs know nothing of classes made by calls.
        if not isinstance(input, torch.Tensor) and isinstance(input, PackedSequence):
            data, batch_sizes, sorted_indices, unsorted_indices = input
            self.check_input(data, batch_sizes)
            return data, batch_sizes, int(batch_sizes[0]), sorted_indices, unsorted_indices, True
        if input.dim() not in (2, 3):
            cell = self.mode.split("_")[0]
            raise ValueError(f"{cell}: Expected input to be 2D or 3D, got {input.dim()}D "
                             f"{'tensor instead' if cell == 'RNN' else 'instead'}")
        batched = input.dim() == 3
        if not batched:
            input = input.unsqueeze(0 if self.batch_first else 1)
        self.check_input(input, None)
        if self.batch_first:
            input = input.transpose(0, 1)
        return input, None, input.size(1), None, None, batched

    def _finished(self, output, batch_sizes, sorted_indices, unsorted_indices, batched):
        if batch_sizes is not None:
            return PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices)
        if self.batch_first:
            output = output.transpose(0, 1)
        return output if batched else output.squeeze(0 if self.batch_first else 1)

    def permute_hidden(self, hx, permutation):
        return hx if permutation is None else hx.index_select(1, permutation)


class _SimpleState(RNNBase):
    """Networks whose state is one tensor."""

    def forward(self, input, hx=None):
        data, batch_sizes, batch, sort, unsort, batched = self._prepared(input)
        if hx is None:
            directions = 2 if self.bidirectional else 1
            hx = torch.zeros(self.num_layers * directions, batch, self.hidden_size, dtype=data.dtype, device=data.device)
        else:
            if not batched:
                if hx.dim() != 2:
                    raise RuntimeError(f"For unbatched 2-D input, hx should also be 2-D but got {hx.dim()}-D tensor")
                hx = hx.unsqueeze(1)
            elif batch_sizes is None and hx.dim() != 3:
                raise RuntimeError(f"For batched 3-D input, hx should also be 3-D but got {hx.dim()}-D tensor")
            hx = self.permute_hidden(hx, sort)
        self._check_state(hx, batch, self.hidden_size, "Expected hidden size {}, got {}")
        output, last = self._layers(data, batch_sizes, [(h,) for h in hx.unbind(0)])
        hidden = torch.stack([state[0] for state in last], 0)
        output = self._finished(output, batch_sizes, sort, unsort, batched)
        hidden = self.permute_hidden(hidden, unsort)
        return output, hidden if batched else hidden.squeeze(1)


def _no_projections(proj_size):
    if proj_size is not None:
        raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")


class RNN(_SimpleState):
    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False,
                 dropout=0.0, bidirectional=False, device=None, dtype=None, *, proj_size=None):
        _no_projections(proj_size)
        self_nonlinearity = nonlinearity
        if nonlinearity == "tanh":
            mode = "RNN_TANH"
        elif nonlinearity == "relu":
            mode = "RNN_RELU"
        else:
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(mode, input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 0, device,
                         dtype)
        self.nonlinearity = self_nonlinearity

    def _step(self, gates_input, state, weights):
        bias = weights[3] if self.bias else None
        return (rnn_step(gates_input, state[0], weights[1], bias, self.mode == "RNN_RELU"),)


class GRU(_SimpleState):
    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, device=None, dtype=None, *, proj_size=None):
        _no_projections(proj_size)
        super().__init__("GRU", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 0, device,
                         dtype)

    def _step(self, gates_input, state, weights):
        return (gru_step(gates_input, state[0], weights[1], weights[3] if self.bias else None),)


def lstm_sequence(layer, input, state, weights, reverse):
    """RNNBase._run of an LSTM without projections, all of which torch.autocast has in the lower type."""
    return RNNBase._run(layer, input, state, weights, reverse)


class LSTM(RNNBase):
    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0,
                 bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__("LSTM", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, proj_size,
                         device, dtype)

    def _step(self, gates_input, state, weights):
        return lstm_step(gates_input, state[0], state[1], weights[1], weights[3] if self.bias else None,
                         weights[-1] if self.proj_size > 0 else None)

    def _run(self, input, state, weights, reverse):
        run = lstm_sequence if self.proj_size == 0 else RNNBase._run
        return run(self, input, state, weights, reverse)

    def forward(self, input, hx=None):
        data, batch_sizes, batch, sort, unsort, batched = self._prepared(input)
        if hx is None:
            count = self.num_layers * (2 if self.bidirectional else 1)
            h = torch.zeros(count, batch, self._state_size(), dtype=data.dtype, device=data.device)
            c = torch.zeros(count, batch, self.hidden_size, dtype=data.dtype, device=data.device)
        else:
            h, c = hx[0], hx[1]
            if not batched:
                if h.dim() != 2 or c.dim() != 2:
                    raise RuntimeError("For unbatched 2-D input, hx and cx should also be 2-D but got "
                                       f"({h.dim()}-D, {c.dim()}-D) tensors")
                h, c = h.unsqueeze(1), c.unsqueeze(1)
            elif batch_sizes is None and (h.dim() != 3 or c.dim() != 3):
                raise RuntimeError("For batched 3-D input, hx and cx should also be 3-D but got "
                                   f"({h.dim()}-D, {c.dim()}-D) tensors")
            h, c = self.permute_hidden(h, sort), self.permute_hidden(c, sort)
        self._check_state(h, batch, self._state_size(), "Expected hidden[0] size {}, got {}")
        self._check_state(c, batch, self.hidden_size, "Expected hidden[1] size {}, got {}")
        if hx is not None and batched and isinstance(hx, torch.Tensor):
            refuse("lstm", 2, "hx", "tuple of Tensors", hx)
        if hx is not None and batched and len(hx) != 2:
            raise RuntimeError("lstm expects two hidden states")
        output, last = self._layers(data, batch_sizes, list(zip(h.unbind(0), c.unbind(0))))
        h = self.permute_hidden(torch.stack([state[0] for state in last], 0), unsort)
        c = self.permute_hidden(torch.stack([state[1] for state in last], 0), unsort)
        output = self._finished(output, batch_sizes, sort, unsort, batched)
        return output, (h, c) if batched else (h.squeeze(1), c.squeeze(1))
