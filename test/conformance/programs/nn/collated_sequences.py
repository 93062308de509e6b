"""What loaders and states refuse, and what they take: sequences of other kinds, chains, hooks of states, copies of sparse tensors."""
import copy
import pickle
from collections import UserList, deque

import torch
from torch.utils.data import ChainDataset, IterableDataset, default_collate, default_convert


def attempt(function):
    try:
        print(repr(function()))
    except (AssertionError, RuntimeError, TypeError, ValueError) as error:
        print(type(error).__name__, str(error)[:120])


class Numbers(IterableDataset):
    def __iter__(self):
        return iter([1, 2])

    def __len__(self):
        return 2


for batch in ([range(2)] * 2, [deque([1, 2])] * 2, [UserList([1, 2])] * 2, [{1, 2}], ["ab"] * 2, [b"ab"] * 2, [(1, [2])] * 2):
    attempt(lambda: default_collate(batch))
for data in (range(2), deque([1]), "ab", (1, 2), [torch.ones(1)]):
    attempt(lambda: default_convert(data))
attempt(lambda: list(ChainDataset([[1, 2]])))
attempt(lambda: len(ChainDataset([[1, 2]])))
attempt(lambda: (list(ChainDataset([Numbers(), Numbers()])), len(ChainDataset([Numbers()]))))

layer = torch.nn.Linear(1, 1)
handle = layer.register_state_dict_post_hook(lambda module, state, prefix, metadata: 1)
attempt(layer.state_dict)
handle.remove()
layer._register_state_dict_hook(lambda module, state, prefix, metadata: {"all": len(state)})
attempt(layer.state_dict)

sparse = torch.eye(2).to_sparse()
attempt(lambda: pickle.loads(pickle.dumps(sparse)).to_dense().tolist())
attempt(lambda: copy.copy(sparse).to_dense().tolist())
attempt(lambda: torch.masked_select(torch.ones(2), torch.ones(2, dtype=torch.uint8)))


def nested(depth):
    return [1] if depth == 1 else [nested(depth - 1)]


for depth in (64, 65, 128, 129, 200):
    attempt(lambda: torch.tensor(nested(depth)).dim())
