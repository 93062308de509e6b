"""Parts of data loaders, where programs have learnt to find them."""
