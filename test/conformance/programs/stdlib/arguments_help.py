# args: --help
# argparse's help text and its exit.
import argparse

parser = argparse.ArgumentParser(prog="train", description="Trains something", epilog="the end")
parser.add_argument("input", help="what to read")
parser.add_argument("--epochs", type=int, default=10, help="how often (default: %(default)s)")
parser.add_argument("--mode", choices=["fast", "slow"], default="slow")
parser.add_argument("-v", "--verbose", action="store_true", help="say more")
parser.parse_args()
print("never")
