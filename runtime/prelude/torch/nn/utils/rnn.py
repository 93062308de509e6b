"""Sequences of different lengths in one batch."""
from collections import namedtuple

import torch


class PackedSequence(namedtuple("PackedSequence_", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"])):
    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        if batch_sizes is None:
            if not isinstance(data, (list, tuple)) or len(data) != 2:
                raise AssertionError("Expected data to be a list or tuple of length 2 when batch_sizes is None")
            data, batch_sizes = data
        elif batch_sizes.device.type != "cpu":
            raise ValueError("batch_sizes should always be on CPU. Instances of PackedSequence should never be created "
                             "manually. They should be instantiated by functions like pack_sequence and "
                             "pack_padded_sequences in nn.utils.rnn.")
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def to(self, *args, **kwargs):
        data = self.data.to(*args, **kwargs)
        if data is self.data:
            return self
        sort = self.sorted_indices
        unsort = self.unsorted_indices
        return type(self)(data, self.batch_sizes, None if sort is None else sort.to(data.device),
                          None if unsort is None else unsort.to(data.device))

    def cpu(self, *args, **kwargs):
        return self.to("cpu")

    def double(self):
        return self.to(dtype=torch.double)

    def float(self):
        return self.to(dtype=torch.float)

    def half(self):
        return self.to(dtype=torch.half)

    @property
    def is_cuda(self):
        return self.data.is_cuda


def invert_permutation(permutation):
    return None if permutation is None else torch.argsort(permutation)


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    if not isinstance(lengths, torch.Tensor):
        lengths = torch.as_tensor(lengths, dtype=torch.int64, device="cpu")
    else:
        lengths = lengths.to("cpu", torch.int64)
    if enforce_sorted:
        sorted_indices = None
    else:
        lengths, sorted_indices = torch.sort(lengths, descending=True)
        sorted_indices = sorted_indices.to(input.device)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    if batch_first:
        input = input.transpose(0, 1)
    counts = lengths.tolist()
    if len(counts) != input.shape[1]:
        raise RuntimeError(f"Expected `len(lengths)` to be equal to batch_size, but got {len(counts)} (batch_size="
                           f"{input.shape[1]})")
    for i in range(len(counts)):
        if counts[i] <= 0:
            raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that "
                               "is <= 0")
        if i > 0 and counts[i] > counts[i - 1]:
            raise RuntimeError("`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can "
                               "pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this "
                               "requirement if you do not need ONNX exportability.")
    parts = []
    sizes = []
    start = 0
    for i in range(len(counts) - 1, -1, -1):
        end = counts[i]
        if end > start:
            part = input[start:end].narrow(1, 0, i + 1)  # less than that where a sequence is said to be longer than the input
            parts.append(part.reshape([part.shape[0] * (i + 1)] + list(input.shape[2:])))
            sizes += [i + 1] * (end - start)
            start = end
    return PackedSequence(torch.cat(parts), torch.tensor(sizes, dtype=torch.int64), sorted_indices, None)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    sizes = sequence.batch_sizes.tolist()
    longest = len(sizes)
    if total_length is not None:
        if total_length < longest:
            raise ValueError("Expected total_length to be at least the length of the longest sequence in input, but got "
                             f"total_length={total_length} and max sequence length being {longest}")
    rows = list(sequence.data.split(sizes, 0))
    batch = sizes[0]
    steps = []
    for row in rows:
        missing = batch - row.shape[0]
        if missing > 0:
            row = torch.cat([row, row.new_full([missing] + list(row.shape[1:]), padding_value)])
        steps.append(row)
    output = torch.stack(steps, 0)
    if total_length is not None and total_length > longest:
        output = torch.constant_pad_nd(output, [0, 0] * (output.dim() - 1) + [0, total_length - longest], padding_value)
    counts = [0] * batch
    for size in sizes:
        for i in range(size):
            counts[i] += 1
    lengths = torch.tensor(counts, dtype=torch.int64)
    if batch_first:
        output = output.transpose(0, 1)
    if sequence.unsorted_indices is not None:
        back = sequence.unsorted_indices
        return output.index_select(0 if batch_first else 1, back), lengths[back.cpu()]
    return output, lengths


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    if isinstance(sequences, torch.Tensor):
        sequences = sequences.unbind(0)
    elif not hasattr(sequences, "__iter__"):
        raise RuntimeError(f"pad_sequence: Expected iterable for input sequences, but got arg of type: {type(sequences)}")
    else:
        sequences = tuple(sequences)
    if len(sequences) == 0:
        raise RuntimeError("received an empty list of sequences")
    if padding_side not in ("left", "right"):
        raise RuntimeError(f"Expected padding_side to be one of left or right, but got {padding_side}.")
    longest = max([s.shape[0] for s in sequences])
    rows = []
    trailing = sequences[0].shape[1:]
    for s in sequences:
        if s.shape[1:] != trailing:
            s = sequences[0].new_empty((s.shape[0],) + trailing).copy_(s)
        missing = longest - s.shape[0]
        if missing > 0:
            filler = s.new_full([missing] + list(s.shape[1:]), padding_value)
            s = torch.cat([s, filler]) if padding_side == "right" else torch.cat([filler, s])
        rows.append(s)
    return torch.stack(rows, 0 if batch_first else 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """Copies. The argument itself is turned where the batch is not first."""
    if not batch_first:
        padded_sequences.transpose_(0, 1)
    steps = torch.arange(padded_sequences.shape[1], device=lengths.device)
    return [sequence[steps < length] for sequence, length in zip(padded_sequences, lengths, strict=True)]


def pack_sequence(sequences, enforce_sorted=True):
    lengths = torch.as_tensor([v.size(0) for v in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
