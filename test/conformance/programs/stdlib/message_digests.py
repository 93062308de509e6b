# hashlib: digests of known messages, in one and in several pieces.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


import hashlib

names = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]

show(
    lambda: [hashlib.new(n, b"abc").hexdigest() for n in names],
    lambda: [hashlib.new(n).hexdigest() for n in names],
    lambda: [hashlib.new(n, b"x" * size).hexdigest()[:16] for n in names for size in (55, 56, 63, 64, 65, 111, 112, 119, 127, 128, 129, 1000)],
    lambda: (hashlib.md5(b"a").digest(), hashlib.sha256(b"a").digest_size, hashlib.sha512().block_size, hashlib.sha1(b"").name, hashlib.new("SHA256", b"q").hexdigest(), hashlib.sha256(bytearray(b"ab")).hexdigest() == hashlib.sha256(b"ab").hexdigest()),
    lambda: hashlib.md5("text"),
    lambda: hashlib.md5(5),
    lambda: hashlib.new("nope"),
    lambda: hashlib.new(5),
    lambda: hashlib.sha256().update("x"),
    lambda: (hashlib.md5(string=b"k").hexdigest(), hashlib.md5(b"k", usedforsecurity=False).hexdigest()),
)
whole = hashlib.sha256()
for i in range(50):
    whole.update(bytes([i]) * i)
half = whole.copy()
half.update(b"more")
print(whole.hexdigest(), half.hexdigest())
