# sys.exit with a text prints it on standard error and ends with status 1.
import sys

print("output first")
sys.exit("fatal: no input")
