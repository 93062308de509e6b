"""The parts of torch.nn.functional."""
