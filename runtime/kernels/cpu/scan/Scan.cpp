// cumsum, cumprod, cummax, cummin, logcumsumexp.
