// torch.set_printoptions.
