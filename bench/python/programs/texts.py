"""Texts that are built, cut and searched."""


def caesar(text, shift):
    return "".join(chr((ord(c) - 97 + shift) % 26 + 97) if c.islower() else c for c in text)


def words(count):
    return [f"w{i * 7919 % 1000:03}{chr(97 + i % 26)}" for i in range(count)]


def work(rounds=25):
    total = 0
    for i in range(rounds):
        text = " ".join(words(600))
        built = ""
        for word in text.split():
            built += word.upper() if word.endswith(("a", "e")) else word[::-1]
            built += ","
        total += len(built) + built.count("0") + built.find("W999")
        total += sum(len(part) for part in built.replace("1", "one").split(","))
        total += len(caesar(text, i)) + sum(ord(c) for c in text[:500])
        lines = [f"{k:>5}|{word:<8}|{k / 3:.2f}" for k, word in enumerate(text.split()[:200])]
        total += len("\n".join(lines).title().strip())
    return total
