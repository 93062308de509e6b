// random_, randint, randperm.
