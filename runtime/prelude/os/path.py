"""The name under which programs import posixpath; os has put that module itself there when it is looked for."""
from posixpath import *
