"""Flips of all permutations: small lists of ints, slices, counters."""


def work(n=8):
    permutation, count = list(range(n)), [0] * n
    checksum = most = 0
    sign, r = 1, n
    while True:
        if permutation[0]:
            flipped, flips = permutation[:], 0
            while flipped[0]:
                k = flipped[0]
                flipped[:k + 1] = flipped[k::-1]
                flips += 1
            if flips > most:
                most = flips
            checksum += sign * flips
        sign = -sign
        for i in range(1, n):
            permutation.insert(i, permutation.pop(0))
            count[i] += 1
            if count[i] <= i:
                break
            count[i] = 0
        else:
            return checksum, most
