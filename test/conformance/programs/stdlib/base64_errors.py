# Bytes as text and back, whole and damaged.
import base64
import binascii
import random


def show(function, *args, **keywords):
    try:
        return function(*args, **keywords)
    except Exception as error:
        return type(error).__name__, str(error)


random.seed(3)
for n in range(12):
    data = bytes([random.randrange(256) for _ in range(n)])
    print(base64.b64encode(data), base64.b64decode(base64.b64encode(data)) == data, base64.b32encode(data), base64.b16encode(data),
          base64.b32decode(base64.b32encode(data)) == data, base64.b85encode(data), base64.a85encode(data), base64.encodebytes(data),
          base64.urlsafe_b64encode(data))
for _ in range(200):
    text = "".join([random.choice("AbC9+/==\n-") for _ in range(random.randrange(9))])
    print(repr(text), show(base64.b64decode, text), show(base64.b64decode, text, validate=True),
          show(binascii.a2b_base64, text.encode(), strict_mode=True))
for given in (3, "\u00e9", b"abc", "abc", None):
    for function in (binascii.a2b_base64, binascii.b2a_base64, base64.b64decode, base64.b64encode, base64.b32decode, base64.b16decode):
        print(show(function, given))
