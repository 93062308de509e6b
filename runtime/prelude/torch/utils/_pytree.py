"""torch.utils._pytree: the leaves of nested containers, and containers around other leaves."""
from torch._trees import filled, leaves_of, mapped, tree_spec


class TreeSpec:
    """The containers of a value."""

    def __init__(self, like):
        self._like = mapped(lambda leaf: None, like)
        self.num_leaves = len(leaves_of(like))

    @property
    def type(self):
        return type(self._like) if isinstance(self._like, (dict, list, tuple)) else None

    def is_leaf(self):
        return not isinstance(self._like, (dict, list, tuple))

    def unflatten(self, leaves):
        return tree_unflatten(leaves, self)

    def __eq__(self, other):
        return isinstance(other, TreeSpec) and repr(self) == repr(other)

    def __repr__(self):
        return tree_spec(self._like)


def tree_flatten(tree, is_leaf=None):
    return tree_leaves(tree), TreeSpec(tree)


def tree_unflatten(leaves, treespec):
    leaves = list(leaves)
    if len(leaves) != treespec.num_leaves:
        raise ValueError(f"tree_unflatten(leaves, treespec): `leaves` has length {len(leaves)} but the spec refers to a pytree that "
                         f"holds {treespec.num_leaves} items ({treespec}).")
    return filled(treespec._like, leaves)


def tree_leaves(tree, is_leaf=None):
    return leaves_of(tree)


def tree_structure(tree, is_leaf=None):
    return TreeSpec(tree)


def tree_map(func, tree, *rests, is_leaf=None):
    if not rests:
        return mapped(func, tree)
    others = [leaves_of(rest) for rest in rests]
    return filled(tree, [func(*items) for items in zip(leaves_of(tree), *others)])


def tree_map_only(kinds, func, tree, is_leaf=None):
    return mapped(lambda leaf: func(leaf) if isinstance(leaf, kinds) else leaf, tree)


def tree_any(pred, tree, is_leaf=None):
    return any([pred(leaf) for leaf in leaves_of(tree)])


def tree_all(pred, tree, is_leaf=None):
    return all([pred(leaf) for leaf in leaves_of(tree)])
