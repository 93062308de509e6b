"""Modules as functions of their parameters."""
import torch


def _merged(parameter_and_buffer_dicts):
    if isinstance(parameter_and_buffer_dicts, dict):
        return dict(parameter_and_buffer_dicts)
    if not isinstance(parameter_and_buffer_dicts, (list, tuple)):
        raise ValueError("Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got "
                         f"{type(parameter_and_buffer_dicts)}")
    for d in parameter_and_buffer_dicts:
        if not isinstance(d, dict):
            raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    names = [name for d in parameter_and_buffer_dicts for name in d]
    repeated = [name for i, name in enumerate(names) if name in names[:i]]
    if repeated:
        raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    values = {}
    for d in parameter_and_buffer_dicts:
        values.update(d)
    return values


def _members(module, remove_duplicate):
    return list(module.named_parameters(remove_duplicate=remove_duplicate)) + \
        list(module.named_buffers(remove_duplicate=remove_duplicate))


def _tie(module, values):
    """A value for one name of a tensor is one for its other names, too."""
    members = _members(module, False)
    if len(members) == len(_members(module, True)):
        return
    for name, tensor in members:
        if name in values:
            for other, tied in members:
                if tied is tensor and other not in values:
                    values[other] = values[name]


def _check_strictly(module, values):
    names = [name for name, tensor in _members(module, False)]
    unexpected = [name for name in values if name not in names]
    missing = [name for name in names if name not in values]
    lines = []
    for kind, found in (("Unexpected", unexpected), ("Missing", missing)):
        if found:
            lines.append(f"\n\t{kind} key(s): " + ", ".join([repr(name) for name in found]) + ".")
    if lines:
        raise RuntimeError(f"Error(s) in reparametrizing for {type(module).__name__}:" + "".join(lines))


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    """Calls a module with other parameters, which it has only during the call."""
    values = _merged(parameter_and_buffer_dicts)
    if not isinstance(module, torch.nn.Module):
        raise AttributeError(f"'{type(module).__name__}' object has no attribute 'named_parameters'")
    args = () if args is None else args if isinstance(args, tuple) else (args,)
    if tie_weights:
        _tie(module, values)
    if strict:
        _check_strictly(module, values)
    changed, added = [], []
    try:
        for path, value in values.items():
            parts = path.split(".")
            name = parts[-1]
            owner = module.get_submodule(".".join(parts[:-1]))
            place = owner._parameters if name in owner._parameters else owner._buffers
            if name in place:
                changed.append((place, name, place[name]))
                place[name] = value
            elif not hasattr(owner, name):
                setattr(owner, name, value)
                added.append((owner, name))
            else:
                raise TypeError(f"{getattr(owner, name)} is not an instance of torch.Tensor")
        return module(*args, **({} if kwargs is None else kwargs))
    finally:
        for place, name, value in reversed(changed):
            place[name] = value
        for owner, name in added:
            delattr(owner, name)


def stack_module_state(models):
    """Parameters and buffers of several modules of one class, stacked: what vmap maps functional_call over."""
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all([m.training for m in models]) or all([not m.training for m in models])):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if not all([type(m) is type(models[0]) for m in models]):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    parameters = [dict(m.named_parameters()) for m in models]
    buffers = [dict(m.named_buffers()) for m in models]
    return ({name: _stacked([p[name] for p in parameters], name) for name in parameters[0]},
            {name: _stacked([b[name] for b in buffers], name) for name in buffers[0]})


def _stacked(tensors, name):
    needs = [t.requires_grad for t in tensors]
    if any(needs) and not all(needs):
        raise RuntimeError(f"Expected {name} from each model to have the same .requires_grad")
    return torch.stack([t.detach() for t in tensors]).requires_grad_(needs[0])


def replace_all_batch_norm_modules_(root):
    """Layers of batch normalisation then use the statistics of each batch."""
    from torch.nn.modules.batchnorm import _BatchNorm
    for module in root.modules():
        if isinstance(module, _BatchNorm):
            module.running_mean = None
            module.running_var = None
            module.num_batches_tracked = None
            module.track_running_stats = False
    return root
