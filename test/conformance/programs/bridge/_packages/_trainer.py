"""A training loop's surroundings, as a package that nobody has compiled."""
import math


class Diverged(ArithmeticError):
    def __init__(self, step):
        super().__init__(f"the loss of step {step} is no number")
        self.step = step


class Callback:
    def __init__(self, name):
        self.name = name

    def on_step(self, trainer, step, loss):
        pass

    def on_gradients(self, trainer):
        pass

    def on_end(self, trainer):
        pass


class Trainer:
    def __init__(self, callbacks, patience, rate):
        self.callbacks = list(callbacks)
        self.patience = patience
        self._rate = rate
        self.rate = rate(0)
        self.best = math.inf
        self.steps = self.waited = 0
        self.stopped = False

    @property
    def names(self):
        return {c.name: type(c).__name__ for c in self.callbacks}

    def gradients_ready(self):
        for callback in self.callbacks:
            callback.on_gradients(self)

    def observe(self, loss):
        if not loss == loss:
            raise Diverged(self.steps)
        self.waited = 0 if loss < self.best else self.waited + 1
        self.best = min(loss, self.best)
        return self.waited

    def fit(self, step, count):
        for self.steps in range(1, count + 1):
            self.rate = self._rate(self.steps)
            loss = step(self.rate)
            if self.observe(loss) > self.patience:
                self.stopped = True
                break
            for callback in self.callbacks:
                callback.on_step(self, self.steps, loss)
        for callback in self.callbacks:
            callback.on_end(self)

    def schedule(self, count):
        for number in range(count):
            yield number, self._rate(number * 10)

    def keep_best(self, state):
        return {name: tensor for name, tensor in state.items()}
