# csv, statistics, fractions.
import csv, io, statistics as st
from fractions import Fraction as F
print(list(csv.reader(['a,b,c\n', '1,"x, y",3\r\n', '"he said ""hi""",,\n', '', '"multi\n', 'line",2\n', 'a,b,"c"'])))
out = io.StringIO(); w = csv.writer(out); w.writerow(["a", 1, 2.5, None, "x,y", 'q"q', "n\nl", ""]); w.writerows([[1, 2], [""], ["x"]]); print(repr(out.getvalue()))
print([dict(r) for r in csv.DictReader(io.StringIO("n,v\nx,1\ny,2,3\nz\n"))])
out = io.StringIO(); dw = csv.DictWriter(out, ["a", "b"], lineterminator="\n"); dw.writeheader(); dw.writerow({"a": 1, "b": 2}); dw.writerow({"a": 5}); print(out.getvalue())
try: dw.writerow({"c": 1})
except ValueError as e: print(e)
print(list(csv.reader(["a;b;'c;d'"], delimiter=";", quotechar="'")), list(csv.reader(["1,2,\"x\""], quoting=csv.QUOTE_NONNUMERIC)), list(csv.reader(["a\tb"], "excel-tab")), list(csv.reader(["a, b"], skipinitialspace=True)))
out = io.StringIO(); csv.writer(out, quoting=csv.QUOTE_ALL, delimiter="|").writerow([1, "a"]); csv.writer(out, quoting=csv.QUOTE_NONNUMERIC).writerow([1, "a", 2.5]); csv.writer(out, quoting=csv.QUOTE_NONE, escapechar="\\").writerow(["a,b", 'c"']); print(repr(out.getvalue()))
d = [1, 2, 2, 3, 4, 7, 9]
print(st.mean(d), st.median(d), st.mode(d), st.stdev(d), st.variance(d), st.pstdev(d), st.pvariance(d), st.quantiles(d), st.fmean(d), st.harmonic_mean([40, 60]), st.geometric_mean([54, 24, 36]), st.multimode("aabb"), st.median_low([1,2,3,4]), st.median_high([1,2,3,4]), st.median_grouped([52, 52, 53, 54]))
print(st.mean([1.5, 2.5]), st.mean([F(1, 2), F(1, 3)]), st.stdev([1.5, 2.5, 4.75]), st.variance([F(1), F(2)]), st.correlation([1, 2, 3], [1, 5, 7]), st.linear_regression([1, 2, 3], [2, 4, 6.5]), st.covariance([1,2,3],[4,5,7]), st.NormalDist(100, 15).cdf(110), st.NormalDist.from_samples([1,2,3]), st.mean([1, 2]), st.quantiles(range(10), n=4, method="inclusive"))
for f in [lambda: st.mean([]), lambda: st.stdev([1]), lambda: st.mode([]), lambda: st.median([]), lambda: st.mean(["a"])]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
a, b = F(3, 4), F("-7/3")
print(a + b, a - b, a * b, a / b, a // b, a % b, a ** 2, a ** -1, a ** 0.5, -a, abs(b), float(a), int(b), round(b), round(F(22, 7), 2), repr(a), str(F(4, 2)), F(0.25), F("1.25e1"), F("3.14"), a < b, a == 0.75, hash(F(3)) == hash(3), hash(F(1, 2)) == hash(0.5), F(314159, 100000).limit_denominator(100), a + 1, 1 + a, 2 * a, 1 / a, a + 0.5, divmod(b, a), F(3, 6), sum([F(1, 3)] * 3), max(a, b), {F(1, 2): 1}[0.5], F(10, -4), a.numerator, 2 ** F(2), F(1.1))
for f in [lambda: F(1, 0), lambda: F("x"), lambda: F(1.5, 2), lambda: a / 0, lambda: F(None)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
import math; print(math.floor(b), math.ceil(b), math.trunc(b), F(5).is_integer() if hasattr(F, "is_integer") else True)
