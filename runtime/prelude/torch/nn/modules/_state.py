"""Saving and loading the parameters and buffers of one module."""
import torch
from torch.nn.parameter import Parameter

_EXTRA_STATE = "_extra_state"


class _IncompatibleKeys(tuple):
    """A named tuple, written out: steps that load a state are graphs, which know classes by their code."""

    __slots__ = ()
    _fields = ("missing_keys", "unexpected_keys")
    __match_args__ = ("missing_keys", "unexpected_keys")

    def __new__(cls, missing_keys, unexpected_keys):
        return tuple.__new__(cls, (missing_keys, unexpected_keys))

    @classmethod
    def _make(cls, iterable):
        return cls(*iterable)

    def _replace(self, **kwds):
        return type(self)(**{**self._asdict(), **kwds})

    def _asdict(self):
        return dict(zip(self._fields, self))

    @property
    def missing_keys(self):
        return self[0]

    @property
    def unexpected_keys(self):
        return self[1]

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return f"_IncompatibleKeys(missing_keys={self[0]!r}, unexpected_keys={self[1]!r})"

    __str__ = __repr__

    def __getnewargs__(self):
        return tuple(self)


def has_extra_state(module):
    return type(module).get_extra_state is not torch.nn.Module.get_extra_state


def kept_members(module):
    """The parameters and persistent buffers that are there, by name."""
    persistent = {k: v for k, v in module._buffers.items() if k not in module._non_persistent_buffers_set}
    return {k: v for k, v in [*module._parameters.items(), *persistent.items()] if v is not None}


def save_module_state(module, destination, prefix, keep_vars):
    for name, member in kept_members(module).items():
        destination[prefix + name] = member if keep_vars else member.detach()
    if has_extra_state(module):
        destination[prefix + _EXTRA_STATE] = module.get_extra_state()


def load_module_state(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
    for hook in module._load_state_dict_pre_hooks.values():
        hook(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
    local_state = kept_members(module)
    assign = local_metadata.get("assign_to_params_buffers", False)
    for name, param in local_state.items():
        key = prefix + name
        if key in state_dict:
            load_one(module, name, key, param, state_dict[key], assign, error_msgs)
        elif strict:
            missing_keys.append(key)
    extra_key = prefix + _EXTRA_STATE
    if has_extra_state(module):
        if extra_key in state_dict:
            module.set_extra_state(state_dict[extra_key])
        elif strict:
            missing_keys.append(extra_key)
    elif strict and extra_key in state_dict:
        unexpected_keys.append(extra_key)
    if strict:
        for key in state_dict.keys():
            if key.startswith(prefix) and key != extra_key:
                parts = key[len(prefix):].split(".", 1)
                if len(parts) > 1:
                    if parts[0] not in module._modules:
                        unexpected_keys.append(key)
                elif parts[0] not in local_state:
                    unexpected_keys.append(key)


def load_one(module, name, key, param, loaded, assign, error_msgs):
    if not isinstance(loaded, torch.Tensor):
        error_msgs.append(f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from '
                          f"checkpoint but received {type(loaded)}")
        return
    if len(param.shape) == 0 and len(loaded.shape) == 1:
        loaded = loaded[0]
    if loaded.shape != param.shape:
        error_msgs.append(f"size mismatch for {key}: copying a param with shape {loaded.shape} from checkpoint, the "
                          f"shape in current model is {param.shape}.")
        return
    try:
        with torch.no_grad():
            if not assign:
                param.copy_(loaded)
            elif isinstance(param, Parameter):
                if not isinstance(loaded, Parameter):
                    loaded = Parameter(loaded, requires_grad=param.requires_grad)
                else:
                    loaded.requires_grad_(param.requires_grad)
                setattr(module, name, loaded)
            else:
                setattr(module, name, loaded)
    except Exception as error:
        error_msgs.append(f'While copying the parameter named "{key}", whose dimensions in the model are {param.size()} '
                          f"and whose dimensions in the checkpoint are {loaded.size()}, an exception occurred : "
                          f"{error.args}.")


def load_tree(module, state, prefix, metadata, assign, problems):
    """Loads a module and those below it. `problems` are lists: the missing keys, the unexpected ones, texts of errors."""
    local_metadata = {} if metadata is None else metadata.get(prefix[:-1], {})
    if assign:
        local_metadata["assign_to_params_buffers"] = assign
    module._load_from_state_dict(state, prefix, local_metadata, True, *problems)
    for name, child in module._modules.items():
        if child is not None:
            inner = f"{prefix}{name}."
            load_tree(child, {k: v for k, v in state.items() if k.startswith(inner)}, inner, metadata, assign, problems)
    if not module._load_state_dict_post_hooks:
        return
    keys = _IncompatibleKeys(*problems[:2])
    if any([hook(module, keys) is not None for hook in module._load_state_dict_post_hooks.values()]):
        raise AssertionError("Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return new "
                             "values, if incompatible_keys need to be modified, it should be done inplace.")


def raise_problems(module, problems, strict):
    missing, unexpected, texts = problems
    for keys, kind in ((unexpected, "Unexpected"), (missing, "Missing")):
        if keys and strict:
            names = ", ".join([f'"{k}"' for k in keys])
            texts.insert(0, f"{kind} key(s) in state_dict: {names}. ")
    if texts:
        listed = "\n\t".join(texts)
        raise RuntimeError(f"Error(s) in loading state_dict for {type(module).__name__}:\n\t{listed}")
