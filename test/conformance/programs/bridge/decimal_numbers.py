from decimal import Decimal, ROUND_HALF_UP, getcontext, localcontext, DivisionByZero, InvalidOperation

total = sum([Decimal("0.10")] * 3)
print(total, total == Decimal("0.3"), float(total), int(Decimal("7.9")), repr(total), f"{total:>8}", f"{Decimal('1234.5'):,.2f}")
print(Decimal(1) / 3, 2 * Decimal("1.5"), 10 - Decimal(3), -total, abs(-total), Decimal(7) // 2, Decimal(7) % 4, 2 ** Decimal(3))
print(total < 1, 1 > total, total != 0, max(Decimal(1), Decimal(5), 3), sorted([Decimal(3), 1, Decimal("2.5")]))
print(Decimal("2.675").quantize(Decimal("0.01"), rounding=ROUND_HALF_UP), round(Decimal("2.675"), 1), Decimal("1e3").to_eng_string())
with localcontext() as context:
    context.prec = 5
    print(Decimal(2).sqrt(), getcontext().prec)
print(getcontext().prec, hash(Decimal(5)) == hash(5), {Decimal(1): "one"}[1], 1 in [Decimal(1)], Decimal("NaN").is_nan())
try:
    Decimal(1) / 0
except DivisionByZero as error:
    print(type(error).__name__, isinstance(error, ZeroDivisionError), isinstance(error, ArithmeticError))
try:
    Decimal("abc")
except InvalidOperation:
    print("invalid")
balance = Decimal("100.00")
for rate in ("0.05", "0.03", "-0.02"):
    balance += balance * Decimal(rate)
print(balance, balance.as_tuple().exponent, divmod(balance, 7)[0], bool(Decimal(0)), str(balance)[:3])
