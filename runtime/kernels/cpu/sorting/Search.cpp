// searchsorted, bucketize, bincount, histc.
