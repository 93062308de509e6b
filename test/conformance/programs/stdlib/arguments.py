# args: --epochs 3 --rate=0.5 -v --mode fast file.txt extra1 extra2
# argparse as a training script uses it.
import argparse

parser = argparse.ArgumentParser(prog="train", description="Trains something")
parser.add_argument("input")
parser.add_argument("rest", nargs="*")
parser.add_argument("--epochs", type=int, default=10, help="how often (default: %(default)s)")
parser.add_argument("--rate", "-r", type=float, default=0.1, metavar="X")
parser.add_argument("--mode", choices=["fast", "slow"], default="slow")
parser.add_argument("-v", "--verbose", action="store_true")
parser.add_argument("--no-shuffle", dest="shuffle", action="store_false")
args = parser.parse_args()
print(args.input, args.rest, args.epochs, args.rate, args.mode, args.verbose, args.shuffle)
print(parser.parse_args(["x", "--epochs", "1"]))
print(vars(parser.parse_args(["y", "-r", "2"]))["rate"])
