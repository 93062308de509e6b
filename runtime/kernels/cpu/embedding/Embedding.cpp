// embedding and its gradient.
