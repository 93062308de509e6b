// torch.Generator and the default generator's functions.
