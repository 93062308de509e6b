# Clocks go forward; what they show is not printed.
import time

start, cpu, wall = time.perf_counter(), time.process_time(), time.time()
total = sum(i * i for i in range(10000))
time.sleep(0.01)
print(time.perf_counter() - start >= 0.01, time.process_time() >= cpu, time.time() >= wall, time.monotonic() > 0)
print(isinstance(time.time(), float), isinstance(time.perf_counter_ns(), int), total)
