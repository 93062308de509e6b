"""The release of torch whose behaviour this is."""
__version__ = "2.15.0"
cuda = None
hip = None
debug = False
git_version = ""
