// exponential_, cauchy_, log_normal_, geometric_, poisson.
