"""Threads, their locks and queues, executors, local state, and threads that outlive the program's end."""
import logging
import queue
import sys
import threading
import time
print(threading.current_thread().name, threading.main_thread().name, threading.active_count())
q = queue.Queue()
out = []
def work(n):
    total = 0
    for i in range(n):
        total += i
    out.append((n, total, threading.current_thread().name))
ts = [threading.Thread(target=work, args=(1000 * k,)) for k in range(4)]
for t in ts: t.start()
for t in ts: t.join()
print(sorted(out))
def consumer():
    while True:
        item = q.get()
        if item is None:
            q.task_done()
            return
        time.sleep(0.001)
        out.append(item)
        q.task_done()
out.clear()
cs = [threading.Thread(target=consumer, daemon=True) for _ in range(8)]
for c in cs: c.start()
for i in range(100): q.put(i)
q.join()
print(sorted(out) == list(range(100)))
for c in cs: q.put(None)
for c in cs: c.join()
print([c.is_alive() for c in cs])
lock = threading.Lock()
count = 0
def add():
    global count
    for i in range(2000):
        with lock:
            count += 1
ts = [threading.Thread(target=add) for _ in range(8)]
[t.start() for t in ts]; [t.join() for t in ts]
print(count)
loc = threading.local()
loc.x = 1
def see():
    print(hasattr(loc, "x")); loc.x = 2; print(loc.x)
t = threading.Thread(target=see); t.start(); t.join(); print(loc.x)
class L(threading.local):
    def __init__(self, a): self.a = [a]
l = L(3)
l.a.append(4)
t = threading.Thread(target=lambda: print(l.a)); t.start(); t.join(); print(l.a)
def boom(): raise ValueError("in thread")
t = threading.Thread(target=boom, name="bad"); t.start(); t.join()
ev = threading.Event()
t = threading.Timer(0.01, ev.set); t.start(); print(ev.wait(5))
b = threading.Barrier(3)
r = []
def bar(): r.append(b.wait())
ts = [threading.Thread(target=bar) for _ in range(3)]
[t.start() for t in ts]; [t.join() for t in ts]; print(sorted(r))
from concurrent.futures import ThreadPoolExecutor, as_completed
with ThreadPoolExecutor(4) as ex:
    print(list(ex.map(lambda x: x * x, range(10))))
    fs = [ex.submit(pow, 2, k) for k in range(5)]
    print(sorted(f.result() for f in as_completed(fs)))
    f = ex.submit(lambda: 1 / 0)
    print(repr(f.exception()))
# switching: a busy thread must not starve another
stop = False
def busy():
    n = 0
    while not stop: n += 1
t = threading.Thread(target=busy); t.start()
time.sleep(0.05); stop = True; t.join(); print("ended")
logging.basicConfig(format="%(threadName)s %(message)s", stream=sys.stdout)
t = threading.Thread(target=lambda: logging.warning("from a thread"), name="named")
t.start()
t.join()
logging.warning("from the main thread")
rl = threading.RLock()
with rl:
    with rl: print(repr(rl)[:25])
lk = threading.Lock()
print(lk.acquire(), lk.acquire(False), lk.acquire(timeout=0.01), lk.locked())
try: rl.release()
except RuntimeError as e: print(e)
threading.Thread(target=lambda: time.sleep(100), daemon=True).start()
threading.Thread(target=lambda: (time.sleep(0.05), print("late"))).start()
print("main ends")
