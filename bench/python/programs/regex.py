"""Regular expressions over a text."""
import re


def work(rounds=8):
    text = " ".join(f"user{i}@mail{i % 7}.example.org 2024-{i % 12 + 1:02}-{i % 28 + 1:02} {i * 37 % 1000}.{i % 100:02}$ word{'s' * (i % 3)}"
                    for i in range(400))
    total = 0
    for _ in range(rounds):
        total += len(re.findall(r"[\w.]+@[\w.]+\.org", text))
        total += sum(int(m.group("month")) for m in re.finditer(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)", text))
        total += len(re.sub(r"(\d+)\.(\d+)\$", lambda m: f"{m.group(2)},{m.group(1)}", text))
        total += len(re.split(r"\s+|-", text))
        total += sum(1 for word in text.split() if re.fullmatch(r"words?", word))
        total += len(re.findall(r"(?:ab|wo|us)\w*?(\d+|s+)\b", text))
    return total
