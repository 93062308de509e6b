"""Parts of a graph that look like another one, replaced by a third."""
from collections import namedtuple

from torch.fx._symbolic_trace import symbolic_trace
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import Node

__all__ = ["Match", "replace_pattern"]

Match = namedtuple("Match", ("anchor", "nodes_map"))


def _graph_of(pattern):
    if isinstance(pattern, Graph):
        return pattern
    return pattern.graph if isinstance(pattern, GraphModule) else symbolic_trace(pattern).graph


def _is_same(pattern, found, bound):
    """Do two arguments, and all that they are made of, look alike? `bound`: what each node of the pattern stands for."""
    if isinstance(pattern, Node):
        if pattern in bound:
            return bound[pattern] is found
        if pattern.op == "placeholder":
            bound[pattern] = found
            return True
        if not isinstance(found, Node) or pattern.op != found.op or pattern.target != found.target:
            return False
        bound[pattern] = found
        return _is_same(pattern.args, found.args, bound) and _is_same(pattern.kwargs, found.kwargs, bound)
    if isinstance(pattern, (tuple, list)):
        return (isinstance(found, (tuple, list)) and len(pattern) == len(found)
                and all([_is_same(p, f, bound) for p, f in zip(pattern, found)]))
    if isinstance(pattern, dict):
        return (isinstance(found, dict) and list(pattern) == list(found)
                and all([_is_same(p, found[k], bound) for k, p in pattern.items()]))
    return type(pattern) is type(found) and pattern == found


def _is_closed(bound, anchor):
    """Nobody outside uses what is within, but for the last one."""
    inside = [found for pattern, found in bound.items() if pattern.op != "placeholder"]
    return all([user in inside for node in inside if node is not anchor for user in node.users])


def replace_pattern(gm, pattern, replacement):
    wanted, other = _graph_of(pattern), _graph_of(replacement)
    end = wanted.output_node.args[0]
    parameters = [n for n in wanted.nodes if n.op == "placeholder"]
    others = [n for n in other.nodes if n.op == "placeholder"]
    matches, taken = [], set()
    for node in list(gm.graph.nodes):
        bound = {}
        if node in taken or not _is_same(end, node, bound) or not _is_closed(bound, node):
            continue
        inside = [found for p, found in bound.items() if p.op != "placeholder"]
        if any([n in taken for n in inside]):
            continue
        taken.update(inside)
        matches.append((node, bound, inside))
    replaced = {}
    for node, bound, inside in matches:
        values = {theirs: bound[ours] for ours, theirs in zip(parameters, others) if ours in bound}
        values = {theirs: replaced.get(value, value) for theirs, value in values.items()}
        with gm.graph.inserting_before(node):
            result = gm.graph.graph_copy(other, values)
        node.replace_all_uses_with(result)
        replaced[node] = result
        for gone in sorted(inside, key=lambda n: list(gm.graph.nodes).index(n), reverse=True):
            gm.graph.erase_node(gone)
    gm.recompile()
    return [Match(node, bound) for node, bound, _ in matches]
