from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Optional, Iterator
import enum
class Kind(enum.Enum):
    DEPOSIT = "deposit"; WITHDRAW = "withdraw"; FEE = "fee"
@dataclass(frozen=True)
class Entry:
    kind: Kind
    amount: int
    note: str = ""
class InsufficientFunds(Exception):
    def __init__(self, need, have):
        super().__init__(f"need {need}, have {have}"); self.need = need; self.have = have
class Account(ABC):
    _next = 100
    def __init__(self, owner: str):
        self.owner = owner; self.entries: list[Entry] = []; self.number = Account._next; Account._next += 1
    @property
    def balance(self): return sum(e.amount if e.kind is Kind.DEPOSIT else -e.amount for e in self.entries)
    def deposit(self, n, note=""):
        if n <= 0: raise ValueError("amount must be positive")
        self.entries.append(Entry(Kind.DEPOSIT, n, note)); return self
    def withdraw(self, n):
        if n > self.balance + self.limit(): raise InsufficientFunds(n, self.balance)
        self.entries.append(Entry(Kind.WITHDRAW, n)); return self
    @abstractmethod
    def limit(self): ...
    def __iter__(self) -> Iterator[Entry]: return iter(self.entries)
    def __len__(self): return len(self.entries)
    def __repr__(self): return f"{type(self).__name__}({self.owner!r}, #{self.number}, {self.balance})"
    def __lt__(self, other): return self.balance < other.balance
class Savings(Account):
    def __init__(self, owner, rate=0.02): super().__init__(owner); self.rate = rate
    def limit(self): return 0
    def month_end(self): self.deposit(max(1, int(self.balance * self.rate)), note="interest")
class Checking(Account):
    overdraft = 50
    def limit(self): return self.overdraft
    def withdraw(self, n):
        super().withdraw(n)
        if self.balance < 0: self.entries.append(Entry(Kind.FEE, 5, "overdraft"))
        return self
a, b = Savings("Ann"), Checking("Bob")
a.deposit(100).deposit(50).withdraw(30); b.deposit(20).withdraw(60); a.month_end()
print(a, b, len(a), [e.note for e in b], sorted([a, b]), max(a, b).owner)
for f in (lambda: a.withdraw(1000), lambda: b.deposit(-1), lambda: Account("x"), lambda: setattr(a.entries[0], "amount", 5)):
    try: f()
    except InsufficientFunds as e: print("insufficient", e, e.need, e.have)
    except (ValueError, TypeError, AttributeError) as e: print(type(e).__name__, e)
for e in a: print(e)
print({k: sum(1 for e in a if e.kind is k) for k in Kind})
class Bank:
    def __init__(self): self._by = {}
    def __setitem__(self, k, v): self._by[k] = v
    def __getitem__(self, k): return self._by[k]
    def __contains__(self, k): return k in self._by
    def __missing__(self, k): return None
    def transfer(self, src, dst, n):
        try: self[src].withdraw(n)
        except InsufficientFunds as e: raise RuntimeError(f"transfer of {n} failed") from e
        else: self[dst].deposit(n)
        finally: print("transfer", src, dst, n)
bank = Bank(); bank["a"] = a; bank["b"] = b
bank.transfer("a", "b", 10)
try: bank.transfer("b", "a", 10000)
except RuntimeError as e: print(e, "<-", repr(e.__cause__))
try: bank["zz"]
except KeyError as e: print("no account", e)
print("a" in bank, isinstance(a, Account), issubclass(Savings, Account), Savings.__mro__[1].__name__, Account.__abstractmethods__)
