// bernoulli, native_dropout.
