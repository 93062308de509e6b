// _embedding_bag and its gradient.
