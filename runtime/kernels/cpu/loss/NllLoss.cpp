// nll_loss and its gradient.
