"""The softmax over many classes of which few are frequent. Grave et al., "Efficient softmax approximation for GPUs" (2016)."""
from collections import namedtuple

import torch
import torch.nn.functional as F
from torch.nn.modules.container import ModuleList, Sequential
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module

_ASMoutput = namedtuple("_ASMoutput", ["output", "loss"])


def _checked(bounds):
    """The last classes of the clusters, plus one; those before the number of classes are the caller's."""
    if len(bounds) == 1:
        raise ValueError("cutoffs should be a sequence of length larger than 0")
    rising = all([end - start >= 1 for start, end in zip([0] + bounds, bounds)])
    if not rising or any([int(bound) != bound for bound in bounds[:-1]]):
        raise ValueError("cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each "
                         "value is between 1 and n_classes-1")
    return bounds


class AdaptiveLogSoftmaxWithLoss(Module):
    """The head tells frequent classes and clusters of the others; each cluster has a tail of its own, of lower rank."""

    def __init__(self, in_features, n_classes, cutoffs, div_value=4.0, head_bias=False, device=None, dtype=None):
        super().__init__()
        self.in_features = in_features
        self.n_classes = n_classes
        self.cutoffs = _checked([*cutoffs, n_classes])
        self.div_value = div_value
        self.head_bias = head_bias
        self.shortlist_size = self.cutoffs[0]
        self.n_clusters = len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, head_bias, device, dtype)
        sizes = [end - start for start, end in zip(self.cutoffs, self.cutoffs[1:])]
        self.tail = ModuleList([self._cluster(i, size, device, dtype) for i, size in enumerate(sizes)])

    def _cluster(self, i, size, device, dtype):
        """The classes of a cluster, from a projection that is smaller the rarer they are."""
        rank = int(self.in_features // self.div_value ** (i + 1))
        return Sequential(Linear(self.in_features, rank, False, device, dtype),
                          Linear(rank, size, False, device, dtype))

    def reset_parameters(self):
        self.head.reset_parameters()
        for down, up in self.tail:
            down.reset_parameters()
            up.reset_parameters()

    def forward(self, input_, target_):
        if target_.dim() == 1:
            if input_.size(0) != target_.size(0):
                raise RuntimeError("Input and target should have the same size in the batch dimension.")
            if input_.dim() != 2:
                raise RuntimeError("1D target tensor expects 2D input tensors, but found inputs with size", input_.size())
        elif target_.dim() == 0:
            if input_.dim() != 1:
                raise RuntimeError("0D target tensor expects 1D input tensors, but found inputs with size", input_.size())
        else:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        batched = target_.dim() > 0
        input = input_ if batched else input_.unsqueeze(0)
        target = target_ if batched else target_.unsqueeze(0)
        used = 0
        output = input.new_zeros(target.size(0))
        places = target.new_empty(target.size(0))
        bounds = [0] + self.cutoffs
        for i in range(len(bounds) - 1):
            inside = (target >= bounds[i]) & (target < bounds[i + 1])
            rows = inside.nonzero().squeeze()
            if rows.numel() == 0:
                continue
            if i == 0:
                places.index_copy_(0, rows.reshape(-1), target[inside])
            else:
                within = target[inside] - bounds[i]
                logits = self.tail[i - 1](input.index_select(0, rows.reshape(-1)))
                chosen = F.log_softmax(logits, dim=1).gather(1, within.unsqueeze(1))
                output.index_copy_(0, rows.reshape(-1), chosen.squeeze(1))
                places.index_fill_(0, rows.reshape(-1), self.shortlist_size + i - 1)
            used += rows.numel()
        if used != target.size(0):
            raise RuntimeError(f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                               f"[{target.min().item()}, {target.max().item()}] were found. ")
        output = output + F.log_softmax(self.head(input), dim=1).gather(1, places.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output if batched else output.squeeze(0), loss)

    def _all(self, input, head):
        parts = [F.log_softmax(head, dim=1)]
        logs = parts[0]
        out = input.new_empty((head.size(0), self.n_classes))
        out[:, :self.shortlist_size] = logs[:, :self.shortlist_size]
        for i in range(self.n_clusters):
            tail = F.log_softmax(self.tail[i](input), dim=1)
            out[:, self.cutoffs[i]:self.cutoffs[i + 1]] = tail + logs[:, self.shortlist_size + i].unsqueeze(1)
        return out

    def log_prob(self, input):
        return self._all(input, self.head(input))

    def predict(self, input):
        head = self.head(input)
        best = torch.argmax(head, dim=1)
        rare = best >= self.shortlist_size
        if bool(rare.any()):
            best[rare] = torch.argmax(self._all(input[rare], head[rare]), dim=1)
        return best
