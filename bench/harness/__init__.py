"""The benchmark runner: the same step in compiled, eager and torch.compile'd form, side by side."""
