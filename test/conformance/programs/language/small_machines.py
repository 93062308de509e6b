# simulation of a tiny VM, memory allocator, scheduler with generators, event loop, spreadsheet, tokenizer, LSystem, matrix inverse, huffman, bloom
import heapq, collections, itertools, re, functools, struct
def huffman(text):
    heap = [[n, i, [c, ""]] for i, (c, n) in enumerate(sorted(collections.Counter(text).items()))]; heapq.heapify(heap); k = len(heap)
    while len(heap) > 1:
        a, b = heapq.heappop(heap), heapq.heappop(heap)
        for p in a[2:]: p[1] = "0" + p[1]
        for p in b[2:]: p[1] = "1" + p[1]
        heapq.heappush(heap, [a[0] + b[0], k] + a[2:] + b[2:]); k += 1
    return dict(heap[0][2:])
codes = huffman("abracadabra"); bits = "".join(codes[c] for c in "abracadabra"); print(codes, len(bits))
inv = {v: k for k, v in codes.items()}; out = cur = ""
for b in bits:
    cur += b
    if cur in inv: out += inv[cur]; cur = ""
print(out)
class VM:
    def __init__(self, src): self.code = [l.split() for l in src.strip().splitlines()]; self.labels = {c[0][:-1]: i for i, c in enumerate(self.code) if c[0].endswith(":")}; self.st = []; self.vars = collections.defaultdict(int); self.out = []
    def run(self, limit=10000):
        pc = n = 0
        while pc < len(self.code) and n < limit:
            n += 1; op, *args = self.code[pc]; pc += 1
            h = getattr(self, "op_" + op, None)
            if h is None:
                if op.endswith(":"): continue
                raise RuntimeError(f"bad op {op!r} at {pc - 1}")
            r = h(*args)
            if r is not None: pc = r
        return n
    def op_push(self, v): self.st.append(int(v))
    def op_add(self): self.st.append(self.st.pop() + self.st.pop())
    def op_mul(self): self.st.append(self.st.pop() * self.st.pop())
    def op_store(self, n): self.vars[n] = self.st.pop()
    def op_load(self, n): self.st.append(self.vars[n])
    def op_print(self): self.out.append(self.st.pop())
    def op_jnz(self, l): return self.labels[l] if self.st.pop() else None
vm = VM("""push 10\nstore n\npush 1\nstore acc\nloop:\nload acc\nload n\nmul\nstore acc\nload n\npush -1\nadd\nstore n\nload n\njnz loop\nload acc\nprint""")
print(vm.run(), vm.out, dict(vm.vars))
try: VM("nop").run()
except RuntimeError as e: print(e)
class Sheet(dict):
    def __getitem__(self, k):
        v = super().get(k, 0)
        return self.eval(v[1:]) if isinstance(v, str) and v.startswith("=") else v
    def eval(self, expr):
        toks = re.findall(r"[A-Z]\d+|\d+\.?\d*|[-+*/()]", expr); pos = 0
        def peek(): return toks[pos] if pos < len(toks) else None
        def factor():
            nonlocal pos
            t = toks[pos]; pos += 1
            if t == "(": v = add(); pos += 1; return v
            if t == "-": return -factor()
            return self[t] if t[0].isalpha() else float(t) if "." in t else int(t)
        def term():
            nonlocal pos
            v = factor()
            while peek() in ("*", "/"): op = toks[pos]; pos += 1; r = factor(); v = v * r if op == "*" else v / r
            return v
        def add():
            nonlocal pos
            v = term()
            while peek() in ("+", "-"): op = toks[pos]; pos += 1; r = term(); v = v + r if op == "+" else v - r
            return v
        return add()
s = Sheet(A1=5, A2="=A1*2", A3="=(A1+A2)/-3", B1="=A3-1.5"); print(s["A3"], s["B1"], s["Z9"])
def task(name, n):
    for i in range(n): got = yield f"{name}{i}"; 
    return name.upper()
def sched(*tasks):
    q = collections.deque(tasks); log = []
    while q:
        t = q.popleft()
        try: log.append(next(t)); q.append(t)
        except StopIteration as e: log.append(e.value)
    return log
print(sched(task("a", 2), task("b", 3), task("c", 0)))
def lsys(ax, rules, n): return ax if n == 0 else lsys("".join(rules.get(c, c) for c in ax), rules, n - 1)
print(lsys("A", {"A": "AB", "B": "A"}, 7))
def inverse(m):
    n = len(m); a = [list(map(float, r)) + [float(i == j) for j in range(n)] for i, r in enumerate(m)]
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(a[r][c])); a[c], a[p] = a[p], a[c]
        if not a[c][c]: raise ZeroDivisionError("singular")
        a[c] = [x / a[c][c] for x in a[c]]
        for r in range(n):
            if r != c: k = a[r][c]; a[r] = [x - k * y for x, y in zip(a[r], a[c])]
    return [r[n:] for r in a]
print([[round(x, 4) for x in r] for r in inverse([[4, 7, 2], [3, 5, 1], [8, 1, 6]])])
try: inverse([[1, 2], [2, 4]])
except ZeroDivisionError as e: print(e)
class Bloom:
    def __init__(self, m): self.bits = bytearray(m // 8); self.m = m
    def _h(self, s): return [(sum(ord(c) * (k * 31 + i) ** 2 for i, c in enumerate(s, 1)) * 2654435761) % self.m for k in (1, 7, 13)]
    def add(self, s):
        for h in self._h(s): self.bits[h >> 3] |= 1 << (h & 7)
    def __contains__(self, s): return all(self.bits[h >> 3] >> (h & 7) & 1 for h in self._h(s))
b = Bloom(256); [b.add(w) for w in ("apple", "pear")]; print("apple" in b, "zebra" in b, b.bits.hex()[:20])
class Ring:
    def __init__(self, n): self.b = [None] * n; self.i = 0
    def push(self, x): self.b[self.i % len(self.b)] = x; self.i += 1
    def __iter__(self): return (self.b[j % len(self.b)] for j in range(max(0, self.i - len(self.b)), self.i))
r = Ring(3); [r.push(i) for i in range(5)]; print(list(r))
def tokenize_csvish(line, sep=","):
    out, cur, q = [], [], False
    for ch in line:
        if ch == '"': q = not q
        elif ch == sep and not q: out.append("".join(cur)); cur.clear()
        else: cur.append(ch)
    return out + ["".join(cur)]
print(tokenize_csvish('a,"b,c",,d'))
hdr = struct.pack("!BBHI4s", 4, 5, 1500, 2**31, b"ping"); print(hdr.hex(" ", 2), struct.unpack("!BBHI4s", hdr)); 
def crc8(data):
    c = 0
    for b in data:
        c ^= b
        for _ in range(8): c = (c << 1 ^ 7) & 255 if c & 128 else c << 1
    return c
print(crc8(b"hello"), functools.reduce(lambda h, c: (h ^ ord(c)) * 16777619 & 0xffffffff, "hash me", 2166136261))
words = "the cat sat on the mat the end".split(); chain = collections.defaultdict(list); [chain[a].append(b) for a, b in zip(words, words[1:])]; print(dict(chain)); idx = collections.defaultdict(set); [idx[w].add(i) for i, w in enumerate(words)]; print({k: sorted(v) for k, v in idx.items() if len(v) > 1}, idx["the"] & {0, 1})
perms = sorted({"".join(p) for p in itertools.permutations("aab")}); print(perms, list(itertools.islice((x for x in itertools.count() if str(x) == str(x)[::-1] and x > 90), 5)))
text = "it was the best of times"; print(text.title(), text.count("t"), text.find("best"), " ".join(w[::-1] for w in text.split()), max(text.split(), key=len), {c: text.count(c) for c in sorted(set(text)) if c.isalpha()}, text.translate(str.maketrans("aeiou", "*****")), "".join(sorted(text.replace(" ", ""))), [text[i:i + 5] for i in range(0, len(text), 5)], text.encode().hex()[:10], sum(map(ord, text)), text.partition(" the "), text.split(maxsplit=2))
