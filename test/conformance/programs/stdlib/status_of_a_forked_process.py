"""A process that fork() has made ends with the status of the program in it."""
import os
import sys

for k in range(3):
    pid = os.fork()
    if pid == 0:
        print("child", k, flush=True)
        if k == 0:
            sys.exit(5)
        if k == 1:
            raise SystemExit(7)
        sys.exit()
    print(os.waitpid(pid, 0)[1], flush=True)
