// unique, unique_consecutive, unique_dim.
