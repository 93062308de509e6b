# json: reading, writing, hooks, the places of errors.
import json
print(json.dumps({"a": [1, 2.5, None, True, "x\n\u00e9\U0001f600"], "b": {"c": ()}, 1: 2, None: 3, 2.5: 1, True: 0}))
print(json.dumps([1, {"z": 1, "a": [], "k": {}}], indent=2, sort_keys=True))
print(json.dumps("é", ensure_ascii=False), json.dumps(float("nan")), json.dumps([1, 2], separators=(",", ":")))
print(json.loads('{"a": [1, 2.5, -3e2, null, true, false, "x\\u00e9\\ud83d\\ude00\\n"], "b": {}, "c": []}'))
for bad in ['', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '[1,', '[1 2]', '[1,]', '"abc', '"a\\x"', '"\\u12"', '1 2', 'nul', '{1:2}', "{'a':1}", '"a\nb"', '-', '01', '1.', '[1,\n2,\nx]', '\ufeff1']:
    try:
        print(json.loads(bad))
    except json.JSONDecodeError as e:
        print(repr(bad), e, e.pos, e.lineno, e.colno, e.msg)
class E(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, complex): return [o.real, o.imag]
        return super().default(o)
print(json.dumps({"z": 1j}, cls=E), json.dumps({1, 2}, default=sorted))
for bad in [object, {1: object()}, {(1,): 2}]:
    try: print(json.dumps(bad))
    except TypeError as e: print(e)
a = []; a.append(a)
try: json.dumps(a)
except ValueError as e: print(e)
print(json.loads('{"a":1,"b":2}', object_pairs_hook=list), json.loads('{"a":{"b":2}}', object_hook=lambda d: len(d)), json.loads('[1.5, 2]', parse_float=str, parse_int=lambda s: s*2))
print(json.loads(b'[1]'), json.loads('NaN'), json.loads('[Infinity,-Infinity]'))
print(json.dumps({"b": 1, "a": {"y": [1, [2, {}]], "x": None}}, indent="\t"))
print(json.dumps(10**30), json.loads(str(10**30)), json.dumps({"a": 1e100, "b": 0.1, "c": -0.0}))
import io
f = io.StringIO(); json.dump({"a": 1}, f); print(f.getvalue()); print(json.load(io.StringIO("[1]")))
print(json.JSONDecoder().raw_decode("[1] x"))
