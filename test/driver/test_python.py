"""The Python package: values, tensors and arrays both ways, gradients, exceptions, the import hook."""
import os
import shutil
import subprocess
import sys
import textwrap
import unittest

from hosting import HostTest
from tools import BUILD, JANUSC, PYTHON, ROOT


class PythonTest(HostTest):
    def test_values(self):
        self.host("""
            for value in [None, True, 7, -2**63, 2**200, -2**64, 2.5, 'grün', '\\udc80', '', b'a\\0b', (1, 'x'), [1, [2]],
                          {'a': (1,), 2: None}, {1, 2}, ()]:
                back = m.same(value)
                assert back == value and type(back) is type(value), (value, back)
            assert m.LIMIT == 10 and m.__name__ == 'model'
            m.LIMIT = 11
            assert m.LIMIT == 11
            assert list(m.count(3)) == [0, 1, 2]
            assert m.each(lambda x: x * 2, [1, 2]) == [2, 4]
            import dataclasses, enum
            Color = enum.Enum('Color', 'RED GREEN')
            Place = dataclasses.make_dataclass('Place', ['x'], frozen=True)
            for keyed in [{Color.RED: 1, Color.GREEN: [2]}, {Color.RED, Place(1), Place(2)}, {(1, Place(3)): {Place(4): 5}},
                          [{Place(1)}, {Color.RED: 1}]]:
                assert m.same(keyed) == keyed, keyed
            assert m.same({manager_class: 1 for manager_class in [m.Manager]})[m.Manager] == 1
            assert m.part('abcdef', slice(1, None, 2)) == 'bdf' and m.part(range(5), 3) == 3
            assert m.add(2, 3j).imag == 3 and m.__doc__ == 'What the tests load.'
            manager = m.Manager()
            with manager as inner:
                assert inner == manager and len(manager) == 1
            assert manager[1] == 'out' and manager.log == ['in', 'out']
            assert isinstance(manager, m.Manager) and not isinstance(1, m.Manager)
            assert bool(manager) and manager != m.Manager() and hash(manager) == hash(inner)
            assert 'Manager' in dir(m) and 'log' in dir(manager)
            nested = []
            nested.append(nested)
            try:
                m.same(nested)
                assert False
            except RecursionError:
                pass
        """)

    def test_works_without_torch_and_numpy(self):
        self.compile_model()
        self.write("host.py", "import sys, janus\nm = janus.load('model.so')\nprint(m.add(1, 2), m.Net())\n"
                   "t = m.Net().fc.weight\nprint(type(t), t.shape[0])\n"
                   "assert 'torch' not in sys.modules and 'numpy' not in sys.modules\n")
        printed = self.succeed(PYTHON, "-S", "host.py")
        self.assertIn("3 Net(\n  (fc): Linear(in_features=3, out_features=2, bias=True)\n)", printed)
        self.assertIn("<class 'janus.Object'> 2", printed)

    def test_tensors(self):
        self.host("""
            import torch
            for dtype in [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32,
                          torch.int16, torch.int8, torch.uint8, torch.bool]:
                t = torch.ones(2, 3).to(dtype)
                assert m.same(t) is t
                view = m.both(t.t().double())['double']
                assert view.dtype is torch.float64 and view.shape == (3, 2)
                m.fill(t[0], 0)
                assert not t[0].any() and t[1].all(), t
            a = torch.zeros(4)
            row = m.add(a, 1)
            assert isinstance(row, torch.Tensor) and row.tolist() == [1] * 4
            assert m.cast(a, torch.int32).dtype is torch.int32 and m.cast(a, torch.device('cpu')).shape == (4,)
            result = m.both(torch.ones(2))
            assert result['double'].tolist() == [2, 2] and result['size'] == 2
            assert m.same(torch.zeros(0, 3)).shape == (0, 3) and m.add(torch.zeros(0, 3), 1).shape == (0, 3)
            assert m.add(torch.tensor(2), 1).item() == 3
            assert m.same([a, {'x': (a,)}])[1]['x'][0] is a
        """)

    def test_arrays(self):
        self.host("""
            import numpy as np
            for kind in 'f4 f8 f2 i8 i4 i2 i1 u1 b1'.split():
                a = np.ones((2, 3), kind)
                assert m.same(a) is a
                m.fill(a[:, 1], 0)
                assert a.sum() == 4
                b = m.both(a.astype('f8').T)['double']
                assert isinstance(b, np.ndarray) and b.shape == (3, 2) and b.flags.writeable
            b[0] = 5
            assert m.add(np.float32(1.5), np.int64(2)) == 3.5
            for scalar in [np.datetime64('2020-01-01T00:00:00.123456789'), np.timedelta64(5, 'Y'), np.timedelta64(5, 'ns'),
                           np.longdouble(1) / 3]:
                back = m.same(scalar)
                assert back == scalar and type(back) is type(scalar) and m.add(scalar, scalar) == scalar + scalar \
                    if not isinstance(scalar, np.datetime64) else back == scalar and back.dtype == scalar.dtype
            assert np.isnat(m.same(np.datetime64('NaT')))
            assert m.add(np.zeros((0, 2)), 1).shape == (0, 2)
            import gc
            kept = m.add(np.zeros(1000), 1)
            gc.collect()
            assert kept.sum() == 1000
        """)

    def test_what_cannot_cross(self):
        self.host("""
            import numpy as np, torch
            def refused(value, kind, text):
                try:
                    m.same(value)
                except kind as error:
                    assert text in str(error), error
                else:
                    assert False, value
            frozen = np.zeros(3)
            frozen.flags.writeable = False
            refused(frozen, ValueError, 'read-only')
            refused(np.zeros(3)[::-1], ValueError, 'a stride is negative')
            refused(np.zeros(3, np.longdouble), TypeError, "no dtype for arrays of '<f16'")
            refused(np.zeros(3, '>f4'), TypeError, "'>f4'")
            refused(np.zeros(2, 'i1,f8')['f1'], ValueError, 'multiples of their size')
            refused(np.broadcast_to(np.float32(1), (3,)), ValueError, 'read-only')
            refused(torch.zeros(2, device='meta'), ValueError, 'the tensor is on meta')
            refused(torch.zeros(2).to_sparse(), ValueError, 'not a plain one')
            refused(torch.zeros(2, dtype=torch.complex64).conj(), ValueError, 'not a plain one')
            for wrong in [lambda: m.add(1), lambda: m.add(1, 2, 3), lambda: m.add(1, b=2, c=3)]:
                try:
                    wrong()
                    assert False
                except TypeError as error:
                    assert str(error).startswith('add() '), error
        """)

    PACKAGE_HERE = """
        import gc, threading
        import numpy as np, torch
        class Refused(ValueError):
            pass
        class Box:
            def __init__(self, content=None):
                self.content = content
        class Ending:
            def __init__(self, then):
                self.then = then
            def __del__(self):
                ended.append(self.then(1))
        kept, ended = [], []
        def hold(then):
            held = Ending(then)
            raise Refused('held')
        def keep(value):
            kept.append(value)
            return value
        def refuse(text):
            raise Refused(text)
        def call(function, *args):
            return function(*args)
        def in_thread(function, *args):
            answers = []
            thread = threading.Thread(target=lambda: answers.append(function(*args)))
            thread.start()
            thread.join()
            return answers[0]
    """
    MODEL_HERE = """
        import torch
        import here
        def numpy_mean(x): return here.np.mean(x)
        def numpy(): return here.np
        def box(): return here.Box()
        def content(box): return box.content
        def refuse(text): here.refuse(text)
        def through(function): return function()
        def error_of(function):
            try:
                function()
            except here.Refused as error:
                return error
        def apply(function, *args): return here.call(function, *args)
        def nested(n): return n if n == 0 else 1 + here.call(nested, n - 1)
        def from_thread(n): return here.in_thread(lambda x: x + 1, n)
        def tensor(n):
            t = torch.arange(float(n))
            here.keep(t)
            return t
        def double(t): t.mul_(2)
        def grow(t): t.resize_(100)
        def weights():
            layer = torch.nn.Linear(2, 2)
            here.keep(layer.weight)
            return layer
        def again(x):
            import here
            return here.call(len, here.keep(x))
        def draw():
            return torch.rand(1).item(), here.torch.rand(1).item()
        def is_same(a, b): return a is b
        class Mine:
            count = 0
            def __init__(self):
                Mine.count += 1
            def __del__(self):
                Mine.count -= 1
            def alive(self):
                return Mine.count
        class Holder:
            def __init__(self, then):
                self.held = here.Ending(then)
        def let_go(n, then):
            for i in range(n):
                a = here.Ending(then)
                try:
                    here.hold(then)
                except here.Refused:
                    pass
        def loop(n):
            f, total = here.Box, 0
            for i in range(n):
                total += here.np.float64(i) > 3
            return total
    """

    def host_of_package(self, text, **environment):
        """Like host(), with a package `here` that stays in Python."""
        self.write("packages/here.py", textwrap.dedent(self.PACKAGE_HERE))
        self.write("user.py", textwrap.dedent(self.MODEL_HERE))
        self.succeed(JANUSC, "user.py", "-o", "user.so")
        self.environment["PYTHONPATH"] += f":{self.folder / 'packages'}"
        self.environment |= environment
        self.write("host.py", "import sys, janus, here\nu = janus.load('user.so')\n" + textwrap.dedent(text))
        return self.succeed_torch("host.py", strict=True)

    def test_objects_of_this_interpreter(self):
        self.host_of_package("""
            import gc, weakref
            import numpy as np
            assert u.numpy() is np and type(u.box()) is here.Box and u.numpy_mean([1.0, 2.0]) == 1.5
            for value in [object(), iter([]), here.Box(5), here.Box, np, np.random.default_rng(1), ValueError('x')]:
                assert u.apply(here.keep, value) is value and here.kept.pop() is value, value
            assert u.content(here.Box(7)) == 7
            thing = here.Box()
            box = here.Box(thing)
            assert u.content(box) is thing
            gone = weakref.ref(thing)
            del thing, box
            u.loop(200)
            gc.collect()
            assert gone() is None
            # Objects of compiled code that the host keeps in its own come back as themselves.
            mine, other = u.Mine(), u.Mine()
            assert u.is_same(u.content(here.Box(mine)), mine) and not u.is_same(u.content(here.Box(mine)), other)
            u.apply(here.keep, mine)
            assert u.is_same(here.kept.pop(), mine)
            last = mine.alive()
            del mine
            u.loop(2)
            u.numpy_mean([1])
            gc.collect()
            u.numpy_mean([1])
            assert other.alive() == last - 1, (other.alive(), last)
        """)

    def test_exceptions_of_this_interpreter(self):
        self.host_of_package("""
            import traceback
            try:
                u.refuse('no')
            except here.Refused as error:
                assert type(error) is here.Refused and error.args == ('no',)
                text = traceback.format_exc()
            assert 'in refuse' in text and 'here.py' in text, text
            mine = here.Refused('mine')
            def raises():
                raise mine
            try:
                u.through(raises)
            except here.Refused as error:
                assert error is mine
            assert u.error_of(raises) is mine
            # An interrupt ends what runs here, wherever it strikes; the bridge goes on, if need be anew.
            import signal, time
            def interrupted():
                signal.setitimer(signal.ITIMER_REAL, 0.02, 0.3)
                u.loop(1_000_000)
            signal.signal(signal.SIGALRM, signal.default_int_handler)
            for i in range(20):
                try:
                    interrupted()
                    time.sleep(5)
                    assert False
                except (KeyboardInterrupt, RuntimeError) as error:
                    signal.setitimer(signal.ITIMER_REAL, 0)
                try:
                    time.sleep(0.01)
                except KeyboardInterrupt:
                    pass
                try:
                    assert u.numpy() is here.np
                except RuntimeError:
                    u.unload()
                    u = janus.load('user.so')
                    assert u.numpy() is here.np
        """)

    def test_tensors_of_this_interpreter(self):
        self.host_of_package("""
            import gc, torch
            t = u.tensor(6)
            twin = here.kept[0]
            assert twin.data_ptr() == t.data_ptr()
            u.double(t)
            assert twin.tolist() == [0, 2, 4, 6, 8, 10]
            twin[0] = 5
            assert t[0] == 5
            net = u.weights()
            weight = here.kept[1]
            assert isinstance(weight, torch.nn.Parameter) and weight.data_ptr() == net.weight.data_ptr()
            del t, net
            gc.collect()
            u.loop(10)
            assert twin.sum() == 35 and weight.shape == (2, 2)
            # The memory goes with the last tensor over it.
            before = janus.import_module('torch')
            for i in range(300):
                u.tensor(100_000)
                here.kept.clear()
            import resource
            assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 1_000_000
            try:
                u.grow(u.tensor(3))
                assert False
            except RuntimeError as error:
                assert 'not resizable' in str(error), error
        """)

    def test_threads_and_recursion_in_this_interpreter(self):
        self.host_of_package("""
            import os, threading
            assert u.nested(40) == 40 and u.from_thread(4) == 5
            try:
                u.nested(100_000)
                assert False
            except RecursionError:
                pass
            assert u.nested(3) == 3
            wrong = []
            def work(n):
                for i in range(40):
                    if u.apply(lambda x: x + n, i) != i + n or u.numpy_mean([n, n]) != n or u.from_thread(i) != i + 1:
                        wrong.append((n, i))
            threads = [threading.Thread(target=work, args=(n,)) for n in range(12)]
            [t.start() for t in threads]
            [t.join() for t in threads]
            assert not wrong, wrong
            child = os.fork()
            if child == 0:
                os._exit(0 if u.numpy_mean([2, 4]) == 3 and u.nested(5) == 5 else 1)
            assert os.waitpid(child, 0)[1] == 0
            class AtTheEnd:
                def __del__(self):
                    print(u.numpy_mean([1, 3]))
            keep = AtTheEnd()
            import atexit
            atexit.register(lambda: print(u.numpy_mean([4, 4])))
        """)

    def test_one_stream_of_random_numbers(self):
        self.host_of_package("""
            import torch
            torch.manual_seed(3)
            expected = [torch.rand(1).item() for _ in range(4)]
            torch.manual_seed(3)
            u.numpy()
            assert [*u.draw(), torch.rand(1).item()] == expected[:3]
            torch.rand(1)
        """)

    def test_the_script_itself_fails(self):
        """In reading, in writing, and within a callback: the session ends, and says why; the next import starts another."""
        for module, name, call in (("serve", "_open", "u.apply(here.call, len, [1])"),
                                   ("mirrors", "_read_content", "u.apply(here.call, len, [1])"),
                                   ("mirrors", "_write_content", "u.apply(here.call, sorted, 'ba')"),
                                   ("codec", "read", "u.apply(here.call, lambda: u.numpy_mean([1]))")):
            made = self.host_of_package(f"""
                import io
                assert u.again('abc') == 3
                def spoilt(*arguments):
                    raise ZeroDivisionError('spoilt')
                scripts = [own for own in sys.modules.values() if own.__name__.startswith('janus_bridge.')]
                found = {{}}
                for own in scripts:
                    if own.__name__.endswith('{module}') or '{name}' == 'read':
                        if hasattr(own, '{name}'):
                            found[own] = getattr(own, '{name}')
                            own.{name} = spoilt
                assert found
                sys.stderr, ours = io.StringIO(), sys.stderr
                message = 'nothing was raised'
                try:
                    {call}
                except RuntimeError as error:
                    message = str(error)
                written, sys.stderr = sys.stderr.getvalue(), ours
                assert 'the bridge failed in the Python of this process: ZeroDivisionError: spoilt' in message, message
                assert 'ZeroDivisionError: spoilt' in written and 'Traceback' in written, written
                for own, value in found.items():
                    setattr(own, '{name}', value)
                assert u.again('abc') == 3 and u.again([1]) == 1
                print('goes on')
            """)
            self.assertEqual(made, "goes on\n")

    def test_another_interpreter_by_name(self):
        self.host_of_package("""
            try:
                u.apply(here.keep, object())
                assert False
            except TypeError as error:
                assert 'cannot take' in str(error), error
            assert str(u.numpy_mean([1.0, 2.0])) == '1.5' and not here.kept
        """, JANUS_PYTHON=PYTHON)

    def test_gradients(self):
        self.host("""
            import importlib.util, torch
            net = m.Net()
            spec = importlib.util.spec_from_file_location('real', 'model.py')
            real = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(real)
            real = real.Net()
            x = torch.randn(5, 3, requires_grad=True)
            y = x.detach().clone().requires_grad_()
            net(x * 2).square().sum().backward()
            real(y * 2).square().sum().backward()
            torch.testing.assert_close(x.grad, y.grad)
            torch.testing.assert_close(net.fc.weight.grad, real.fc.weight.grad)
            # Without inputs that ask for it, parameters alone do.
            net(x.detach()).sum().backward()
            real(x.detach()).sum().backward()
            torch.testing.assert_close(net.fc.weight.grad, real.fc.weight.grad)
            # Optimizers of torch write to compiled parameters.
            for model in (net, real):
                torch.optim.SGD([model.fc.weight, model.fc.bias], lr=0.1).step()
            torch.testing.assert_close(net.fc.weight, real.fc.weight)
            with torch.no_grad():
                assert not net(x).requires_grad
            assert net(x).requires_grad
            both = m.both(x)
            (both['mean'] * both['double'].sum()).backward()
            assert x.grad is not None and not m.same(torch.ones(2)).requires_grad
        """)

    def test_objects_end_at_once(self):
        self.host_of_package("""
            import gc, threading
            gc.set_threshold(20)  # the collector ends some of them, wherever it is called
            called = []
            def then(n):
                called.append(u.draw() if n > 1 else u.nested(n))
                return len(called)
            holder = u.Holder(then)
            del holder
            assert len(here.ended) == 1
            box = u.box()
            u.let_go(1, then)
            assert len(here.ended) == 3
            def run():
                for i in range(20):
                    u.let_go(10, then)
                    cycle = [u.Holder(then)]
                    cycle.append(cycle)
                    del cycle
            threads = [threading.Thread(target=run) for i in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            gc.collect()
            assert len(here.ended) == len(called) == 3 + 6 * 20 * 21, (len(here.ended), len(called))
            assert gc.isenabled()
        """)

    def test_gradients_through_callbacks(self):
        self.host("""
            import torch
            from torch.testing import assert_close
            w = torch.ones(3, requires_grad=True)
            v = torch.full((3,), 2.0, requires_grad=True)
            y = m.applied(lambda t: t * v, w)
            assert torch.is_grad_enabled()
            y.sum().backward()
            assert_close(w.grad, torch.full((3,), 12.0))
            assert_close(v.grad, torch.full((3,), 6.0))
            for f in [None, lambda t: t * 2]:  # backward() within compiled code, through the callback
                w.grad = None
                result = m.learned(f, w)
                assert_close(result, torch.full((3,), 1.0 if f is None else 2.0))
                assert_close(w.grad, result)
                assert torch.is_grad_enabled()
            with torch.no_grad():
                assert not m.applied(lambda t: t * v, w).requires_grad and not torch.is_grad_enabled()
        """)

    def test_backward_twice(self):
        self.host("""
            import torch
            net = m.Net()
            x = torch.randn(5, 3, requires_grad=True)
            for keep in [True, False]:
                loss = net(x).square().sum()
                loss.backward(retain_graph=keep)
                once, weight = x.grad.clone(), net.fc.weight.grad.clone()
                try:
                    loss.backward()
                    assert keep
                    torch.testing.assert_close(x.grad, 2 * once)
                    torch.testing.assert_close(net.fc.weight.grad, 2 * weight)
                except RuntimeError as error:
                    assert not keep and 'backward through the graph a second time' in str(error), error
                x.grad = net.fc.weight.grad = None
            y = net(x)
            first, = torch.autograd.grad(y.sum(), x, retain_graph=True)
            second, = torch.autograd.grad(y.sum(), x)
            torch.testing.assert_close(first, second)
        """)

    def test_writing_in_place(self):
        self.host("""
            import torch
            from torch.testing import assert_close

            def both_ways(f, real, make):
                results = []
                for function in (f, real):
                    w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
                    x = make(w)
                    y = function(x, w)
                    results.append((y, x, x.grad_fn is None, x.requires_grad))
                    (y * x).sum().backward()
                    results[-1] += (w.grad,)
                assert_close(results[0][0], results[1][0])
                assert_close(results[0][1], results[1][1])
                assert_close(results[0][4], results[1][4])
                assert results[0][2:4] == results[1][2:4], results

            def grow(x, w):
                x.add_(w).mul_(w.detach() + 1)
                return x * 2
            both_ways(m.grow, grow, lambda w: w * 3)          # a history of its own
            both_ways(m.grow, grow, lambda w: torch.ones(3))  # none before
            both_ways(m.grow, grow, lambda w: (w * 3).sin())
            both_ways(m.grow, grow, lambda w: (w * 3)[:])     # a view
            w = torch.ones(3, requires_grad=True)
            for bad in [w, w[:]]:
                try:
                    m.grow(bad, w)
                    assert False
                except RuntimeError as error:
                    assert 'leaf Variable that requires grad' in str(error), error
            x = w * 1
            assert m.same(x) is x and m.part([x, x], 1) is x and m.equal(x, x) and not x.is_leaf
            # backward() within compiled code: gradients go on in torch.
            m.learn(x * 2, w)
            assert_close(w.grad, torch.tensor([4.0, 4.0, 4.0]))
        """)

    def test_exceptions(self):
        self.host("""
            import traceback
            try:
                m.stop('here')
            except m.Stopped as error:
                assert isinstance(error, ValueError) and error.args == ('here', 7), error.args
                lines = traceback.format_exc().splitlines()
            assert lines[-1] == "model.Stopped: ('here', 7)", lines
            assert lines[-3].endswith(', in stop') and lines[-2] == '    raise Stopped(text, 7)', lines
            try:
                m.lookup({}, 'x')
            except KeyError as error:
                assert error.args == ('x',)
            try:
                m.each(lambda x: 1 // 0, [1])
            except ZeroDivisionError as error:
                assert 'division' in str(error)
            try:
                m.nothing
            except AttributeError as error:
                assert str(error) == "module 'model' has no attribute 'nothing'", error
        """)

    def test_threads(self):
        self.host("""
            import threading, torch
            net, wrong = m.Net(), []
            expected = net(torch.ones(1, 3)).tolist()
            def work(n):
                for i in range(50):
                    if m.add(i, n) != i + n or m.each(lambda x: x + n, [i]) != [i + n]:
                        wrong.append((i, n))
                    if net(torch.ones(1, 3)).tolist() != expected:
                        wrong.append(n)
            threads = [threading.Thread(target=work, args=(n,)) for n in range(32)]
            [t.start() for t in threads]
            [t.join() for t in threads]
            assert not wrong, wrong
        """)

    def test_memory_stays_flat(self):
        self.host("""
            import gc, numpy as np, torch
            def resident():
                return int(open('/proc/self/statm').read().split()[1]) * 4096
            def work():
                for i in range(1000):
                    m.add(np.zeros(500), 1)
                    m.add(torch.zeros(500), 1)
                    m.each(lambda x: x, [1, 'a'])
                    try:
                        m.stop('x')
                    except ValueError:
                        pass
                gc.collect()
            work()
            before = resident()
            work()
            work()
            assert resident() < before + (2 << 20), resident() - before
        """)

    def test_the_example(self):
        shutil.copytree(ROOT / "examples/python_host", self.folder / "host")
        plain = self.succeed(PYTHON, "host/host.py").splitlines()
        self.succeed(JANUSC, "host/model.py", "-o", "host/model.so")
        compiled = self.succeed(PYTHON, "host/host.py").splitlines()
        self.assertEqual((plain[0], compiled[0]), ("not compiled", "compiled"))
        self.assertEqual(compiled[1:6], plain[1:6])
        self.assertEqual(compiled[7], 'raise ValueError(f"shapes differ: {tuple(a.shape)} and {tuple(b.shape)}")')

    def test_the_wheel(self):
        self.compile_model()
        prefix = self.folder / "prefix"
        self.succeed("cmake", "--install", BUILD, "--prefix", prefix)
        wheel = self.succeed(sys.executable, ROOT / "python/make_wheel", prefix, "-o", "dist").strip()
        shutil.rmtree(prefix)
        self.succeed(PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", "site", wheel)
        self.environment["PYTHONPATH"] = str(self.folder / "site")
        self.write("host.py", "import janus, torch\nm = janus.load('model.so')\n"
                   "print(janus.__file__.endswith('site/janus/__init__.py'), m.Net()(torch.ones(1, 3)).shape)\n")
        self.assertEqual(self.succeed(PYTHON, "host.py"), "True torch.Size([1, 2])\n")


if __name__ == "__main__":
    unittest.main()
