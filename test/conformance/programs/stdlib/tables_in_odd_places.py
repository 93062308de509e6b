# csv: escapes, quotes and ends of lines where no table has them, read and written with every kind of dialect.
import csv
import io
import random



def show(f):
    try: return repr(f())
    except Exception as e: return type(e).__name__ + ": " + str(e)
rng = random.Random(3)
N = 300
for i in range(N):
    o = {}
    def maybe(name, values, p=0.5):
        if rng.random() < p: o[name] = rng.choice(values)
    maybe("delimiter", [",", ";", "\t", " ", "a"], .3)
    maybe("quotechar", ['"', "'", None, "a"], .4)
    maybe("escapechar", [None, "\\", '"', "!", ","], .5)
    maybe("doublequote", [True, False])
    maybe("skipinitialspace", [True, False])
    maybe("strict", [True, False])
    maybe("quoting", [0, 1, 2, 3], .5)
    maybe("lineterminator", ["\r\n", "\n", "!!", ";"], .3)
    text = "".join(rng.choice('",;\\\' a1.\r\n!"\n,') for _ in range(rng.randrange(16)))
    lines = text.splitlines(True) if rng.random() < .6 else [text] if rng.random() < .5 else [text[:4], text[4:8], text[8:]]
    def read():
        out = []
        r = csv.reader(lines, **o)
        while True:
            try: out.append(next(r))
            except StopIteration: break
            except Exception as e:
                out.append(type(e).__name__ + ": " + str(e))
                if len(out) > 10: break
        return out, r.line_num
    print(i, o, lines, show(read))
    rows = [[rng.choice(["", "a", text, text[:3], 1, 1.5, None, True, "x,y", 'q"q', "n\nn", "!", " ", 2+3j]) for _ in range(rng.randrange(1, 4))] for _ in range(2)]
    def write():
        f = io.StringIO()
        n = csv.writer(f, **o).writerows(rows)
        return n, f.getvalue()
    print(i, rows, show(write))
