# A failing assert with a computed message.
values = [1, 2, 3]
assert len(values) == 3, "never shown"
assert sum(values) == 7, f"sum is {sum(values)}, expected {7}"
