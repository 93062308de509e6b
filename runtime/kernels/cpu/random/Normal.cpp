// normal_, randn, normal: serial below 16 contiguous elements, blocks of Box-Muller above.
