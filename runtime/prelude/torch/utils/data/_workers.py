"""Workers of a DataLoader: processes that are copies of this one, each with random numbers of its own. Batch k is made by worker
k modulo their number, and comes in this order. Where the process cannot be copied, the workers take turns in it."""
import os
import pickle
import random
import sys
import traceback
import torch
from _posix import leave_copy, may_fork

_info = None        # of the worker that runs


class WorkerInfo:
    def __init__(self, **facts):
        self.__dict__.update(facts)

    def __repr__(self):
        return f"WorkerInfo({', '.join([f'{name}={value}' for name, value in self.__dict__.items()])})"


def get_worker_info():
    return _info


class _Ended:
    """An iterable data set has no more."""


class KeyErrorMessage(str):
    """The text of a KeyError, shown as it is."""

    __repr__ = str.__str__


class _Caught:
    """An exception of a worker."""

    def __init__(self, worker_id):
        kind, _, _ = sys.exc_info()
        self.kind = kind
        self.text = (f"Caught {kind.__name__} in DataLoader worker process {worker_id}.\n"
                     f"Original {traceback.format_exc()}")

    def made(self):
        if self.kind is KeyError:
            return KeyError(KeyErrorMessage(self.text))
        try:
            return self.kind(self.text)
        except Exception:
            return RuntimeError(self.text)


class _Fetcher:
    """Data for what a sampler gives: one index, or the list of a batch."""

    def __init__(self, loader):
        self._loader = loader
        self._samples = iter(loader.dataset) if loader._is_iterable else None
        self._ended = False

    def __call__(self, wanted):
        loader, dataset = self._loader, self._loader.dataset
        is_batch = loader.batch_sampler is not None
        if self._samples is not None:
            return self._next_batch(len(wanted)) if is_batch else loader.collate_fn(next(self._samples))
        if not is_batch:
            return loader.collate_fn(dataset[wanted])
        many = getattr(dataset, "__getitems__", None)
        return loader.collate_fn([dataset[i] for i in wanted] if many is None else many(wanted))

    def _next_batch(self, size):
        batch = []
        while not self._ended and len(batch) < size:
            try:
                batch.append(next(self._samples))
            except StopIteration:
                self._ended = True
        if not batch or (self._loader.drop_last and len(batch) < size):
            raise StopIteration
        return self._loader.collate_fn(batch)


class _Work:
    """What a worker does, wherever it is."""

    def __init__(self, loader, worker_id, seed):
        self._loader, self._id = loader, worker_id
        self._facts = WorkerInfo(id=worker_id, num_workers=loader.num_workers, seed=seed, dataset=loader.dataset)
        self._failure = None
        random.seed(seed)
        torch.manual_seed(seed)

    def begin(self):
        global _info
        _info = self._facts
        try:
            if self._loader.worker_init_fn is not None:
                self._loader.worker_init_fn(self._id)
            self._fetch = _Fetcher(self._loader)
        except Exception:
            self._failure = _Caught(self._id)

    def begin_again(self):
        self._fetch = _Fetcher(self._loader)

    def answer(self, wanted):
        if self._failure is not None:
            failure, self._failure = self._failure, None
            return failure
        try:
            return self._fetch(wanted)
        except StopIteration:
            if self._loader._is_iterable:
                return _Ended
            return _Caught(self._id)
        except Exception:
            return _Caught(self._id)


# ---------------------------------------------------------------- in this process

class _Here:
    """A worker without a process: its random numbers are put in place while it works."""

    def __init__(self, loader, worker_id, seed):
        self._asked = []
        self._states = None
        self._work = self._aside(lambda: _Work(loader, worker_id, seed))
        self._aside(self._work.begin)

    def _aside(self, function):
        global _info
        outer = torch.get_rng_state(), random.getstate(), _info
        if self._states is not None:
            torch.set_rng_state(self._states[0])
            random.setstate(self._states[1])
            _info = self._states[2]
        try:
            return function()
        finally:
            self._states = torch.get_rng_state(), random.getstate(), _info
            torch.set_rng_state(outer[0])
            random.setstate(outer[1])
            _info = outer[2]

    def ask(self, wanted):
        self._asked.append(wanted)

    def answer(self):
        wanted = self._asked.pop(0)
        return self._aside(lambda: self._work.answer(wanted))

    def begin_again(self):
        self._aside(self._work.begin_again)

    def end(self):
        pass


# ---------------------------------------------------------------- processes

def _send(pipe, value):
    data = pickle.dumps(value)
    data = len(data).to_bytes(8, "little") + data
    sent = 0
    while sent < len(data):
        sent += os.write(pipe, memoryview(data)[sent:])


def _read(pipe, size):
    parts = []
    while size > 0:
        part = os.read(pipe, min(size, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _receive(pipe):
    return pickle.loads(_read(pipe, int.from_bytes(_read(pipe, 8), "little")))


class _Again:
    """The next epoch."""


_running = []   # of all loaders: what one of them inherits of another's pipes keeps that one from its end


class _Process:
    def __init__(self, loader, worker_id, seed):
        theirs, self._requests = os.pipe()
        self._answers, results = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            for each in (self, *_running):
                os.close(each._requests)
                os.close(each._answers)
            self._serve(loader, worker_id, seed, theirs, results)
        os.close(theirs)
        os.close(results)
        _running.append(self)

    @staticmethod
    def _serve(loader, worker_id, seed, requests, results):
        try:
            torch.set_num_threads(1)
            work = _Work(loader, worker_id, seed)
            work.begin()
            while True:
                wanted = _receive(requests)
                if wanted is _Again:
                    work.begin_again()
                    continue
                answer = work.answer(wanted)
                try:
                    _send(results, answer)
                except (pickle.PicklingError, TypeError, AttributeError):
                    _send(results, _Caught(worker_id))
        except (EOFError, KeyboardInterrupt, OSError):
            pass
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            leave_copy()

    def ask(self, wanted):
        try:
            _send(self._requests, wanted)
        except OSError:
            pass    # it has ended: answer() says so

    def answer(self):
        try:
            return _receive(self._answers)
        except (EOFError, OSError):
            raise RuntimeError(f"DataLoader worker (pid(s) {self.pid}) exited unexpectedly") from None

    def begin_again(self):
        self.ask(_Again)

    def end(self):
        if self.pid:
            _running.remove(self)
            os.close(self._requests)
            os.close(self._answers)
            os.waitpid(self.pid, 0)
            self.pid = 0


class WorkerBatches:
    """The iterator of a loader with workers."""

    def __init__(self, loader, seed):
        self._loader = loader
        kind = _Process if may_fork() else _Here
        self._workers = []
        for i in range(loader.num_workers):
            self._workers.append(kind(loader, i, seed + i))
        self._start()

    def _start(self):
        loader = self._loader
        self._wanted = iter(loader.sampler if loader.batch_sampler is None else loader.batch_sampler)
        self._active = [True] * len(self._workers)
        self._turn = -1
        self._asked = []        # numbers of workers, in the order of their answers
        for _ in range((loader.prefetch_factor or 2) * len(self._workers)):
            self._ask()

    def begin_again(self):
        self._drop_answers()
        for worker in self._workers:
            worker.begin_again()
        self._start()

    def _drop_answers(self):
        """What an epoch that was left early has asked for is computed, and belongs to nobody."""
        while self._asked:
            self._workers[self._asked.pop(0)].answer()

    def _ask(self):
        try:
            wanted = next(self._wanted)
        except StopIteration:
            return
        for _ in self._workers:
            self._turn = (self._turn + 1) % len(self._workers)
            if self._active[self._turn]:
                self._workers[self._turn].ask(wanted)
                self._asked.append(self._turn)
                return

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._loader)

    def __next__(self):
        while self._asked:
            number = self._asked.pop(0)
            answer = self._workers[number].answer()
            if not self._active[number]:
                continue
            if answer is _Ended:
                self._active[number] = False
                self._ask()
                continue
            self._ask()
            if isinstance(answer, _Caught):
                raise answer.made()
            return answer
        if not self._loader.persistent_workers:
            self.end()
        raise StopIteration

    def end(self):
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.end()

    def __del__(self):
        self.end()
