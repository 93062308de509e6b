# sys.exit through functions and finally, with a status.
import sys


def leave():
    try:
        sys.exit(3)
    except Exception:
        print("SystemExit is no Exception")
    finally:
        print("finally")


try:
    leave()
except SystemExit as error:
    print("code", error.code)
    raise
