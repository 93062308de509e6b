"""Objects of compiled code that a package copies: a module and its like, with what they hold."""
import copy as copy_here

import torch
import _copies as copying


class Tree:
    def __init__(self, *below):
        self.below = list(below)
        self.note = {"depth": len(below)}

    def __eq__(self, other):
        return isinstance(other, Tree) and self.below == other.below


class Counted:
    copies = 0

    def __deepcopy__(self, memo):
        Counted.copies += 1
        return self


net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU())
made = copying.deep(net)
print(type(made).__name__, made[0].weight is net[0].weight, torch.equal(made[0].weight, net[0].weight), made[0].weight.requires_grad)
with torch.no_grad():
    made[0].weight.zero_()
print(net[0].weight.abs().sum() > 0, made(torch.ones(1, 2)).shape)
tree = Tree(Tree(), Tree(Tree()))
other = copying.deep(tree)
print(other == tree, other is tree, other.below is tree.below, copying.shallow(tree).below is tree.below)
print(copying.deep(Counted()) is not None, Counted.copies, copy_here.deepcopy(tree) == tree)
