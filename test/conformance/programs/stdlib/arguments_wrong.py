# args: --epochs many
# argparse refuses a value: usage on standard error, status 2.
import argparse

parser = argparse.ArgumentParser(prog="train")
parser.add_argument("--epochs", type=int, default=10)
parser.parse_args()
print("never")
