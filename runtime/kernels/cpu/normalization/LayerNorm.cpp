// Layer, group and RMS normalisation and their gradients.
