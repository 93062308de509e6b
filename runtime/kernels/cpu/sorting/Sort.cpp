// sort, argsort, topk, kthvalue, median, mode.
