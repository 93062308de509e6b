"""Handles by which hooks are removed again."""


class RemovableHandle:
    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.hooks_dict = hooks_dict
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1
        if extra_dict is None:
            self.extra_dicts = ()
        elif isinstance(extra_dict, dict):
            self.extra_dicts = (extra_dict,)
        else:
            self.extra_dicts = tuple(extra_dict)

    def remove(self):
        self.hooks_dict.pop(self.id, None)
        for extra in self.extra_dicts:
            extra.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.remove()
