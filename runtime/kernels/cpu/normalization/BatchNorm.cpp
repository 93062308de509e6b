// Batch normalisation and its gradient.
