"""Digests that cases need."""
import hashlib
import unittest


def requires_hashdigest(digestname, openssl=None, usedforsecurity=True):
    return unittest.skipUnless(digestname in hashlib.algorithms_available, f"no digest {digestname}")
