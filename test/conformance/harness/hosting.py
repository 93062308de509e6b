"""Run by python3 as `hosting.py MODULE PROGRAM ARGUMENT...`: loads a compiled program with the package `janus`, as if it
were the program that python3 was started with."""
import os
import sys

import janus

OWN = (__file__, os.path.dirname(janus.__file__))


def main():
    module, program = sys.argv[1:3]
    sys.argv[:] = [program, *sys.argv[3:]]
    sys.path[0] = os.path.dirname(os.path.abspath(program))
    try:
        janus.load(module, "__main__")
    except Exception as error:
        while error.__traceback__ and error.__traceback__.tb_frame.f_code.co_filename.startswith(OWN):
            error.__traceback__ = error.__traceback__.tb_next
        sys.excepthook(type(error), error, error.__traceback__)
        sys.exit(1)


main()
