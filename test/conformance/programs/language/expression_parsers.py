import re, operator
from typing import NamedTuple, Union
class Token(NamedTuple):
    kind: str
    text: str
    pos: int = 0
SPEC = [("NUM", r"\d+(?:\.\d+)?"), ("NAME", r"[A-Za-z_]\w*"), ("OP", r"\*\*|[-+*/%()=,<>]"), ("WS", r"\s+"), ("BAD", r".")]
RX = re.compile("|".join(f"(?P<{k}>{p})" for k, p in SPEC))
def lex(s):
    for m in RX.finditer(s):
        k = m.lastgroup
        if k == "WS": continue
        if k == "BAD": raise SyntaxError(f"bad character {m.group()!r} at {m.start()}")
        yield Token(k, m.group(), m.start())
    yield Token("END", "", len(s))
class Parser:
    PREC = {"<": (1, 0), ">": (1, 0), "+": (2, 0), "-": (2, 0), "*": (3, 0), "/": (3, 0), "%": (3, 0), "**": (5, 1)}
    def __init__(self, s): self.toks = list(lex(s)); self.i = 0
    @property
    def tok(self): return self.toks[self.i]
    def eat(self, text=None):
        t = self.tok
        if text is not None and t.text != text: raise SyntaxError(f"expected {text!r}, got {t.text!r} at {t.pos}")
        self.i += 1; return t
    def expr(self, prec=0):
        left = self.atom()
        while self.tok.text in self.PREC and self.PREC[self.tok.text][0] >= prec:
            op = self.eat().text; p, right = self.PREC[op]
            left = (op, left, self.expr(p if right else p + 1))
        return left
    def atom(self):
        match self.tok:
            case Token("NUM", t): self.eat(); return float(t) if "." in t else int(t)
            case Token("NAME", name):
                self.eat()
                if self.tok.text != "(": return name
                self.eat("("); args = []
                while self.tok.text != ")":
                    args.append(self.expr())
                    if self.tok.text == ",": self.eat()
                self.eat(")"); return ("call", name, args)
            case Token("OP", "-"): self.eat(); return ("neg", self.expr(4))
            case Token("OP", "("):
                self.eat(); e = self.expr(); self.eat(")"); return e
            case Token(kind, text, pos): raise SyntaxError(f"unexpected {kind} {text!r} at {pos}")
OPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "%": operator.mod, "**": operator.pow, "<": operator.lt, ">": operator.gt}
def ev(n, env):
    match n:
        case int() | float(): return n
        case str(): return env[n]
        case ("neg", x): return -ev(x, env)
        case ("call", f, args): return env[f](*(ev(a, env) for a in args))
        case (op, a, b) if op in OPS: return OPS[op](ev(a, env), ev(b, env))
        case _: raise TypeError(n)
env = {"x": 5, "pi": 3.14, "max": max, "sq": lambda v: v * v}
for s in ["1 + 2 * 3", "(1+2)*3", "2 ** 3 ** 2", "-2 ** 2", "10 - 4 - 3", "sq(x) + max(1, 2, x) % 4", "1 / 0", "y", "1 +", "2 $ 3", "f(", "10 / 4 < 3", "((((7))))", "max()"]:
    try: p = Parser(s); tree = p.expr(); p.eat(""); print(s, "=", ev(tree, env), tree)
    except Exception as e: print(s, "->", type(e).__name__, e)
def s_expr(src):
    toks = src.replace("(", " ( ").replace(")", " ) ").split()
    def read(it):
        out = []
        for t in it:
            if t == "(": out.append(read(it))
            elif t == ")": return out
            else:
                try: out.append(int(t))
                except ValueError: out.append(t)
        return out
    return read(iter(toks))
def lisp(x, e):
    if isinstance(x, str): return e[x]
    if not isinstance(x, list): return x
    h, *r = x
    if h == "define": e[r[0]] = lisp(r[1], e); return None
    if h == "if": return lisp(r[1] if lisp(r[0], e) else r[2], e)
    if h == "lambda": return lambda *a: lisp(r[1], {**e, **dict(zip(r[0], a))})
    f = lisp(h, e); return f(*[lisp(a, e) for a in r])
E = {"+": lambda *a: sum(a), "*": lambda a, b: a * b, "<": operator.lt, "-": operator.sub}
for form in s_expr("(define sq (lambda (x) (* x x))) (sq 7) ((lambda (a b) (+ a b 1)) 2 3) (if (< 1 2) 10 20)"): print(lisp(form, E))
