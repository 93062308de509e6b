"""One implementation of one program as a process that is kept alive between rounds."""
import subprocess
import time
from dataclasses import dataclass, field


@dataclass
class Answer:
    cpu: float
    wall: float
    values: list = field(default_factory=list)


class WorkerFailure(Exception):
    """The process ended, or said something that is not the protocol's."""


class Worker:
    def __init__(self, name: str, command, environment, folder):
        self.name = name
        self.stderr = open(folder / f"{name}.stderr", "w+", encoding="utf-8")
        start = time.monotonic()
        self.process = subprocess.Popen(
            [str(part) for part in command], env=environment, text=True, cwd=folder,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.stderr)
        self.expect("ready")
        self.load_seconds = time.monotonic() - start

    def fail(self, what: str):
        self.process.kill()
        self.process.wait()
        self.stderr.seek(0)
        end = "".join(self.stderr.readlines()[-5:]).strip()
        raise WorkerFailure(f"{self.name}: {what}{': ' + end if end else ''}")

    def expect(self, word: str):
        """The fields of the next line that begins with `word`; other lines are the program's."""
        while True:
            line = self.process.stdout.readline()
            if not line:
                self.fail(f"ended with status {self.process.wait()}")
            fields = line.split()
            if fields and fields[0] == word:
                return fields[1:]

    def ask(self, kind: str, count: int) -> Answer:
        try:
            self.process.stdin.write(f"{kind} {count}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.fail(f"ended with status {self.process.wait()}")
        cpu, wall, *values = map(float, self.expect("done"))
        return Answer(cpu, wall, values)

    def peak_bytes(self) -> int:
        """Peak resident memory so far."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) * 1024
        return 0

    def stop(self):
        """Ends the process; the notes it leaves."""
        notes = []
        if self.process.poll() is None:
            try:
                out, _ = self.process.communicate("stop\n", timeout=60)
                notes = [line[5:] for line in out.splitlines() if line.startswith("note ")]
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.stderr.close()
        return notes
