"""`janusc run` behaves like python3 whatever way a program ends, and keeps what it compiled."""
import os
import signal
import subprocess
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from tools import JANUSC, PYTHON, ToolTest

# name: program, arguments, standard input
WAYS_OUT = {
    "end": ("print('done')", [], ""),
    "exit": ("import sys\nprint('before')\nsys.exit()\n", [], ""),
    "exit_zero": ("raise SystemExit(0)", [], ""),
    "exit_status": ("import sys\nsys.exit(7)", [], ""),
    "exit_large": ("import sys\nsys.exit(1000)", [], ""),
    "exit_negative": ("import sys\nsys.exit(-1)", [], ""),
    "exit_true": ("import sys\nsys.exit(True)", [], ""),
    "exit_none": ("import sys\nsys.exit(None)", [], ""),
    "exit_text": ("import sys\nsys.exit('it went wrong: \\u00e4')", [], ""),
    "exit_tuple": ("import sys\nsys.exit((1, 'two'))", [], ""),
    "exit_float": ("import sys\nsys.exit(2.5)", [], ""),
    "exit_object": ("class E:\n    def __str__(self):\n        return 'an E'\nraise SystemExit(E())", [], ""),
    "exit_in_function": ("import sys\ndef f():\n    try:\n        sys.exit(3)\n    finally:\n"
                         "        print('cleanup')\nf()", [], ""),
    "exit_caught": ("import sys\ntry:\n    sys.exit(3)\nexcept SystemExit as e:\n    print(e.code)", [], ""),
    "exit_from_finally": ("import sys\ntry:\n    1 / 0\nfinally:\n    sys.exit(4)", [], ""),
    "uncaught": ("def f(x):\n    return 1 / x\nprint('a')\nf(0)\n", [], ""),
    "uncaught_chain": ("try:\n    {}['k']\nexcept KeyError as e:\n    raise ValueError('v') from e\n", [], ""),
    "uncaught_context": ("try:\n    {}['k']\nexcept KeyError:\n    raise ValueError('v')\n", [], ""),
    "uncaught_suppressed": ("try:\n    {}['k']\nexcept KeyError:\n    raise ValueError('v') from None\n", [], ""),
    "uncaught_note": ("e = ValueError('v')\ne.add_note('look here')\nraise e\n", [], ""),
    "uncaught_own": ("class Own(Exception):\n    def __str__(self):\n        return 'two\\nlines'\nraise Own", [], ""),
    "uncaught_broken_str": ("class Own(Exception):\n    def __str__(self):\n        raise ValueError\nraise Own", [], ""),
    "uncaught_interrupt": ("raise KeyboardInterrupt", [], ""),
    "uncaught_assert": ("assert [] == [1], 'lists differ'", [], ""),
    "recursion": ("def f(n):\n    return f(n + 1)\ntry:\n    f(0)\nexcept RecursionError as e:\n    print(e)", [], ""),
    "uncaught_recursion": ("def f(n):\n    return f(n + 1)\nf(0)", [], ""),
    "mutual_recursion": ("def f(n):\n    return g(n)\ndef g(n):\n    return f(n + 1)\nf(0)", [], ""),
    "stderr": ("import sys\nprint('out')\nprint('err', file=sys.stderr)\nsys.stderr.write('raw\\n')", [], ""),
    "no_newline": ("print('abc', end='')", [], ""),
    "arguments": ("import sys\nprint(sys.argv[1:], len(sys.argv))", ["a", "-v", "--x=1", "b c", ""], ""),
    "names": ("import os, sys\nprint(__name__, os.path.basename(__file__), os.path.basename(sys.argv[0]))", [], ""),
    "input": ("a = input('name? ')\nb = input()\nprint(a, b, sep='|')", [], "first\nsecond"),
    "input_end": ("print(repr(input()))\nprint(repr(input()))", [], "only\n"),
    "stdin_lines": ("import sys\nfor line in sys.stdin:\n    print(repr(line))", [], "a\n\nb\r\nc"),
    "stdin_read": ("import sys\nprint(repr(sys.stdin.read()), repr(sys.stdin.readline()))", [], "x\ny"),
    "unicode": ("print('\\u00e4\\u65e5\\U0001f600')\nprint(input())", [], "\u00f6\n"),
    "surrogate": ("print('\\udc80')", [], ""),
    "atexit_order": ("import atexit\natexit.register(print, 'first')\natexit.register(print, 'second')\n"
                     "print('end')\nraise SystemExit(2)", [], ""),
    "unraisable_del": ("class A:\n    def __del__(self):\n        print('gone')\na = A()\nprint('end')", [], ""),
    "syntax_error": ("x = 1\nif x\n    print(x)\n", [], ""),
    "empty": ("", [], ""),
}


class WaysOutTest(ToolTest):
    """Of the standard error of a syntax error only the status counts: ours is a diagnostic."""

    def both(self, name, text, arguments, given):
        program = self.write(f"{name}.py", text)
        results = []
        for command in ([PYTHON], [JANUSC, "run"]):
            results.append(self.run_tool(*command, program, *arguments, input=given.encode()))
        return results

    def check(self, name):
        expected, seen = self.both(name, *WAYS_OUT[name])
        self.assertEqual(seen.stdout, expected.stdout)
        self.assertEqual(seen.returncode, expected.returncode)
        if name != "syntax_error":
            self.assertEqual(seen.stderr.decode(), expected.stderr.decode())


def way_out(name):
    return lambda self: self.check(name)


for each in WAYS_OUT:
    setattr(WaysOutTest, "test_" + each, way_out(each))


class SignalTest(ToolTest):
    LOOP = "import sys\nprint('ready', flush=True)\ntry:\n    while True:\n        pass\n" \
           "except KeyboardInterrupt:\n    print('stopped')\n    {}\n"

    def interrupt(self, text, number=signal.SIGINT):
        program = self.write("loop.py", text)
        # The first run compiles; what is interrupted is the program.
        process = subprocess.Popen([str(JANUSC), "run", str(program)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.environment, text=True)
        self.assertEqual(process.stdout.readline(), "ready\n")
        time.sleep(0.2)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def test_caught(self):
        self.assertEqual(self.interrupt(self.LOOP.format("pass")), (0, "stopped\n", ""))

    def test_uncaught_ends_by_the_signal(self):
        status, out, err = self.interrupt(self.LOOP.format("raise"))
        self.assertIn(status, (-signal.SIGINT, 130))
        self.assertEqual(out, "stopped\n")
        self.assertTrue(err.startswith("Traceback"), err)
        self.assertTrue(err.endswith("KeyboardInterrupt\n"), err)

    def test_terminated(self):
        status, _, _ = self.interrupt(self.LOOP.format("pass"), signal.SIGTERM)
        self.assertIn(status, (-signal.SIGTERM, 143))

    def test_sleep_is_interrupted(self):
        text = "import time\nprint('ready', flush=True)\nstart = time.time()\ntry:\n    time.sleep(50)\n" \
               "except KeyboardInterrupt:\n    print(time.time() - start < 40)\n"
        self.assertEqual(self.interrupt(text), (0, "True\n", ""))

    def test_interrupts_in_products(self):
        # Products of several threads have the stack pointer where a signal's frame must not lie.
        text = "import torch\nnet = torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.ReLU(),\n" \
               "                          torch.nn.Linear(256, 64))\nx, hits = torch.randn(256, 64), 0\n" \
               "while hits < 150:\n    try:\n        print('ready', flush=True)\n        while True:\n" \
               "            net(x).square().mean().backward()\n            net.zero_grad()\n" \
               "    except KeyboardInterrupt:\n        hits += 1\n"
        process = subprocess.Popen([str(JANUSC), "run", "--no-specialise", str(self.write("net.py", text))],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   env=dict(self.environment, OMP_NUM_THREADS="2"))
        lines = 0
        for _ in process.stdout:
            lines += 1
            time.sleep(0.002 * (1 + lines % 7))
            process.send_signal(signal.SIGINT)
        self.assertEqual((process.wait(timeout=60), lines, process.stderr.read()), (0, 150, ""))

    def closed_pipe(self, command, program):
        process = subprocess.Popen([*map(str, command), str(program)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=self.environment, text=True)
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        process.stderr.close()
        return process.wait(timeout=60), err

    def test_closed_pipe(self):
        program = self.write("pipe.py", "for i in range(100000):\n    print('line', i)\n")
        self.succeed(JANUSC, "run", program)
        self.assertEqual(self.closed_pipe([JANUSC, "run"], program),
                         self.closed_pipe([PYTHON], program))


    def full_disk(self, command, program, **variables):
        with open("/dev/full", "wb") as full:
            process = subprocess.run([*map(str, command), str(program)], stdout=full,
                                     stderr=subprocess.PIPE, text=True, check=False,
                                     env=self.environment | variables)
        return process.returncode, process.stderr

    def test_output_that_cannot_be_written(self):
        self.environment.pop("PYTHONUNBUFFERED", None)
        for ending in ("", "sys.exit(3)", "1 / 0"):
            program = self.write("full.py", f"import sys\nprint('lost')\n{ending}\n")
            for variables in ({}, {"PYTHONUNBUFFERED": "1"}):
                with self.subTest(ending=ending, **variables):
                    self.assertEqual(self.full_disk([JANUSC, "run"], program, **variables),
                                     self.full_disk([PYTHON], program, **variables))


class CacheTest(ToolTest):
    def run_program(self, program, *arguments):
        return self.succeed(JANUSC, "run", program, *arguments)

    def test_changes_are_seen(self):
        program = self.write("main.py", "import helper\nprint(helper.value())\n")
        self.write("helper.py", "def value():\n    return 1\n")
        self.assertEqual(self.run_program(program), "1\n")
        self.write("helper.py", "def value():\n    return 2\n")
        self.assertEqual(self.run_program(program), "2\n")
        self.write("main.py", "import helper\nprint(helper.value() * 10)\n")
        self.assertEqual(self.run_program(program), "20\n")

    def test_a_module_that_appears(self):
        program = self.write("main.py", "try:\n    import extra\n    print(extra.x)\n"
                                        "except ModuleNotFoundError as e:\n    print(e)\n")
        self.assertEqual(self.run_program(program), "No module named 'extra'\n")
        self.write("extra.py", "x = 5\n")
        self.assertEqual(self.run_program(program), "5\n")
        os.unlink(self.folder / "extra.py")
        self.assertEqual(self.run_program(program), "No module named 'extra'\n")

    def test_second_run_starts_no_compiler(self):
        program = self.write("main.py", "print('hi')\n")
        self.assertEqual(self.run_program(program), "hi\n")
        self.environment["CXX"] = "/bin/false"
        self.environment["PATH"] = "/nonexistent"
        self.assertEqual(self.run_program(program), "hi\n")

    def damage(self, change):
        program = self.write("main.py", "print('hi')\n")
        self.assertEqual(self.run_program(program), "hi\n")
        damaged = 0
        for path in (self.folder / "cache").rglob("*"):
            if path.is_file():
                damaged += 1
                change(path)
        self.assertGreater(damaged, 0)
        self.assertEqual(self.run_program(program), "hi\n")

    def test_emptied_files_are_made_again(self):
        self.damage(lambda path: path.write_bytes(b""))

    def test_cut_files_are_made_again(self):
        self.damage(lambda path: path.write_bytes(path.read_bytes()[:len(path.read_bytes()) // 2]))

    def test_garbage_is_made_again(self):
        self.damage(lambda path: path.write_bytes(b"\x7fELF" + os.urandom(500)))

    def test_changed_bytes_are_noticed(self):
        def flip(path):
            data = bytearray(path.read_bytes())
            for place in range(64, len(data), 97):
                data[place] ^= 0x55
            path.write_bytes(data)
        self.damage(flip)

    def test_folders_in_the_place_of_modules_are_left(self):
        def replace(path):
            if path.parent.name == "programs" and path.suffix == ".so":
                path.unlink()
                path.mkdir()
        self.damage(replace)

    def test_many_at_once(self):
        program = self.write("main.py", "import sys\nprint('run', sys.argv[1])\n")
        with ThreadPoolExecutor(6) as pool:
            outputs = list(pool.map(lambda i: self.run_program(program, i), range(6)))
        self.assertEqual(outputs, [f"run {i}\n" for i in range(6)])

    def test_without_a_cache(self):
        program = self.write("main.py", "print('hi')\n")
        self.assertEqual(self.succeed(JANUSC, "run", "--no-cache", program), "hi\n")
        self.environment["JANUS_CACHE_DIR"] = "/proc/no/such"
        self.assertEqual(self.run_program(program), "hi\n")

    def test_program_from_stdin(self):
        made = self.run_tool(JANUSC, "run", "-", "a", input=b"import sys\nprint(sys.argv)\n")
        self.assertEqual((made.returncode, made.stdout), (0, b"['-', 'a']\n"))


class OutputTest(ToolTest):
    def test_several_programs_in_one_module(self):
        for name in ("one", "two"):
            self.write(f"{name}.py", f"import shared\nprint('{name}', __name__, shared.x)\n")
        self.write("shared.py", "x = 3\n")
        self.succeed(JANUSC, "one.py", "two.py", "-o", "suite.so")
        runner = JANUSC.with_name("janus-run")
        for name in ("one", "two"):
            self.assertEqual(self.succeed(runner, "suite.so", "--program", name),
                             f"{name} __main__ 3\n")

    def test_executable(self):
        self.write("prog.py", "import sys\nprint(sys.argv[1:])\nsys.exit(3)\n")
        self.succeed(JANUSC, "prog.py", "-o", "prog")
        made = self.run_tool(self.folder / "prog", "x", "y")
        self.assertEqual((made.returncode, made.stdout), (3, b"['x', 'y']\n"))

    def test_same_bytes_twice(self):
        self.write("prog.py", "class A:\n    def f(self, x=1):\n        return [x for x in range(x)]\n"
                              "print(A().f(3))\n")
        contents = []
        for cache in ("first", "second"):
            self.environment["JANUS_CACHE_DIR"] = str(self.folder / cache)
            self.succeed(JANUSC, "prog.py", "-o", "prog.so")
            contents.append(((self.folder / "prog.so").read_bytes(),
                             (self.folder / "prog.graph.json").read_bytes()))
        self.assertEqual(contents[0], contents[1])


if __name__ == "__main__":
    unittest.main()
