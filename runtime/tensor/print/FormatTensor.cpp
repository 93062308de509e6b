// Text of tensors as torch prints them.
