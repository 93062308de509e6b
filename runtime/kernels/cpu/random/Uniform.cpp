// uniform_, rand, rand_like.
