"""An operating system's scheduler: classes, methods that are overridden, linked lists, flags."""

IDLE, WORKER, HANDLER_A, HANDLER_B, DEVICE_A, DEVICE_B = range(6)


class Packet:
    def __init__(self, link, ident, kind):
        self.link, self.ident, self.kind = link, ident, kind
        self.datum = 0
        self.data = [0] * 4

    def append_to(self, queue):
        self.link = None
        if queue is None:
            return self
        last = queue
        while last.link is not None:
            last = last.link
        last.link = self
        return queue


class Task:
    def __init__(self, system, ident, priority, queue):
        self.system, self.ident, self.priority, self.queue = system, ident, priority, queue
        self.is_held = False
        self.is_waiting = queue is None
        system.tasks.append(self)
        system.table[ident] = self

    def is_ready(self):
        return not self.is_held and (not self.is_waiting or self.queue is not None)

    def run(self):
        packet = self.queue
        if packet is not None:
            self.queue = packet.link
            self.is_waiting = False
        self.step(packet)

    def take(self, packet):
        self.queue = packet.append_to(self.queue)

    def wait(self):
        self.is_waiting = True

    def step(self, packet):
        raise NotImplementedError


class Idle(Task):
    def __init__(self, system, ident, count):
        super().__init__(system, ident, 0, None)
        self.is_waiting = False
        self.control, self.count = 1, count

    def step(self, packet):
        self.count -= 1
        if self.count == 0:
            self.is_held = True
        elif self.control & 1 == 0:
            self.control //= 2
            self.system.release(DEVICE_A)
        else:
            self.control = self.control // 2 ^ 0xD008
            self.system.release(DEVICE_B)


class Worker(Task):
    def __init__(self, system, ident, priority, queue):
        super().__init__(system, ident, priority, queue)
        self.destination, self.letter = HANDLER_A, 0

    def step(self, packet):
        if packet is None:
            return self.wait()
        self.destination = HANDLER_B if self.destination == HANDLER_A else HANDLER_A
        packet.ident, packet.datum = self.destination, 0
        for i in range(4):
            self.letter = self.letter % 26 + 1
            packet.data[i] = 64 + self.letter
        self.system.send(packet)


class Handler(Task):
    def __init__(self, system, ident, priority, queue):
        super().__init__(system, ident, priority, queue)
        self.work = self.devices = None

    def step(self, packet):
        if packet is not None:
            if packet.kind == "work":
                self.work = packet.append_to(self.work)
            else:
                self.devices = packet.append_to(self.devices)
        work = self.work
        if work is None:
            return self.wait()
        if work.datum >= 4:
            self.work = work.link
            return self.system.send(work)
        device = self.devices
        if device is None:
            return self.wait()
        self.devices = device.link
        device.datum = work.data[work.datum]
        work.datum += 1
        self.system.send(device)


class Device(Task):
    def __init__(self, system, ident, priority):
        super().__init__(system, ident, priority, None)
        self.pending = None

    def step(self, packet):
        if packet is None:
            pending = self.pending
            if pending is None:
                return self.wait()
            self.pending = None
            self.system.send(pending)
        else:
            self.pending = packet
            self.is_held = True


class System:
    def __init__(self):
        self.tasks, self.table = [], {}
        self.current = None
        self.sent = self.held = 0

    def release(self, ident):
        self.table[ident].is_held = False

    def send(self, packet):
        self.sent += 1
        sender = self.current.ident
        target = self.table[packet.ident]
        packet.ident = sender
        target.take(packet)

    def run(self):
        order = sorted(self.tasks, key=lambda task: -task.priority)
        while True:
            for task in order:
                if task.is_ready():
                    self.current = task
                    task.run()
                    break
            else:
                return


def packets(count, ident, kind):
    first = None
    for _ in range(count):
        first = Packet(first, ident, kind)
    return first


def work(count=6000):
    system = System()
    Idle(system, IDLE, count)
    Worker(system, WORKER, 1000, packets(2, WORKER, "work"))
    Handler(system, HANDLER_A, 2000, packets(3, DEVICE_A, "device"))
    Handler(system, HANDLER_B, 3000, packets(3, DEVICE_B, "device"))
    Device(system, DEVICE_A, 4000)
    Device(system, DEVICE_B, 5000)
    system.run()
    return system.sent
