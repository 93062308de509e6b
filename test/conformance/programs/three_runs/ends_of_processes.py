# os.wait and what a status says.
import os
import signal

for status in (0, 256, 9, 128 + 11, 5 << 8 | 0x7F, 0xFFFF):
    print(status, os.WIFEXITED(status), os.WEXITSTATUS(status), os.WIFSIGNALED(status), os.WTERMSIG(status), os.WIFSTOPPED(status),
          os.WSTOPSIG(status), os.WCOREDUMP(status), os.WIFCONTINUED(status))
print(os.WNOHANG, os.WUNTRACED, os.WCONTINUED)
pid = os.fork()
if pid == 0:
    os._exit(3)
ended, status = os.wait()
print(ended == pid, os.WIFEXITED(status), os.WEXITSTATUS(status), os.waitstatus_to_exitcode(status))
pid = os.fork()
if pid == 0:
    os.kill(os.getpid(), signal.SIGKILL)
print(os.WTERMSIG(os.waitpid(pid, 0)[1]) == signal.SIGKILL)
for wrong in (lambda: os.wait(), lambda: os.WEXITSTATUS("a")):
    try:
        print(wrong())
    except (ChildProcessError, TypeError) as error:
        print(type(error).__name__)
