"""The classes of abc, of which an implementation has one make."""
from abc import ABCMeta, get_cache_token
