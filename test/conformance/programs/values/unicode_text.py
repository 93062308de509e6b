# Text outside ASCII: case, classes, kinds, escapes, number parsing.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


show(
    lambda: ("ÀÉÎõü".lower(), "àéîõü".upper(), "straße".upper(), "STRASSE".lower(), "İ".lower(), "ı".upper(), "ŉ".upper(), "ΰ".upper(), "ᾳ".title(), "ΌΔΟΣ".lower(), "ΌΔΟΣ ΑΣ.".lower(), "ß".casefold(), "ﬃ".casefold()),
    lambda: ("ёж".capitalize(), "ЁЖ".swapcase(), "élan vital".title(), "日本語".upper(), "ǅ".lower(), "ǅ".swapcase(), "ა".upper(), "Ა".lower()),
    lambda: ("é".isalpha(), "日".isalpha(), "日".islower(), "ª".islower(), "Ⅷ".isupper(), "ⅷ".isnumeric(), "٣".isdigit(), "٣".isdecimal(), "①".isdigit(), "①".isdecimal(), "一".isnumeric(), "_".isalnum(), "\u0301".isalpha(), "ʰ".isalpha()),
    lambda: ("\u00a0".isspace(), "\u3000".isspace(), "\u200b".isspace(), "\x1c".isspace(), "\u2028".isspace(), "\x85".isspace(), "a\u00a0b\u3000c".split(), "\u2003 x \u2029".strip()),
    lambda: ("名前".isidentifier(), "a\u0301".isidentifier(), "\u0301a".isidentifier(), "x²".isidentifier(), "µ".isidentifier(), "·".isidentifier(), "a·".isidentifier()),
    lambda: ("\xad".isprintable(), "\u2028".isprintable(), "\ue000".isprintable(), "\U0001f600".isprintable(), "\U000e0001".isprintable(), "\u0378".isprintable(), "\ud800".isprintable()),
    lambda: (repr("\xa0\xad\u0378\u2028\ue000\ufeff\U0001f600\U000e0001\ud83d"), ascii("\xe9\u20ac\U0001f600"), repr("é\n\t\x1b\x7f\x80")),
    lambda: (int("١٢٣"), int("１２３"), float("١٢٣.٥"), int("\u2003 42 \u00a0"), int("𝟘𝟙𝟚"), float("𝟏.𝟓"), complex("１+２j")),
    lambda: int("²"),
    lambda: int("一"),
    lambda: float("½"),
    lambda: ("aé€😀".find("€"), "aé€😀".find("😀"), "aé€😀".rfind("é"), "😀" in "a😀", "€" in "abc", "aé€😀aé€😀".count("é€"), "aé€😀".replace("€", "e"), "aé€😀".replace("😀", "") , "abc".replace("b", "😀"), "é😀é".split("😀"), "€uro".partition("u")),
    lambda: ("aé€😀"[1:3], "aé€😀"[::-2], "é" * 3, "é" + "a", ("😀" + "a")[1:], "aé"[0:1] == "a", "a€"[:1].isascii(), "".join(["a", "é", "€", "😀"]), "日本".center(6, "本"), "ж".zfill(3), "日本".ljust(4) + "|"),
    lambda: ("é" == "e\u0301", "a" < "é" < "€" < "😀", sorted(["é", "e", "z", "😀", "€"]), max("aé€😀"), "é".encode(), "€😀".encode("utf-16"), "é".encode("utf-32-le"), "é".encode("latin-1")),
    lambda: (len("\ud83d\ude00"), "\ud83d\ude00" == "😀", "\N{GREEK SMALL LETTER ALPHA}", "\u00e9" == "\xe9", chr(0xd800) == "\ud800"),
    lambda: ("x\u0000y".split("\u0000"), "a\x00b".replace("\x00", "-"), len("\x00"), "\x00" in "a\x00", repr("a\x00b")),
    lambda: ("ÿ".upper(), "µ".upper(), "ÿ".isalpha(), "Ÿ".lower(), "ẞ".lower(), "ﬅ".upper(), "ΐ".upper(), "Å".lower(), "K".lower()),
    lambda: ({"é": 1}["e\u0301".replace("e\u0301", "é")], "e\u0301".isalpha(), "한글".isalpha(), "한글"[0], [hex(ord(c)) for c in "한글"], "🇩🇪"[0] == "🇩", len("👨‍👩‍👧")),
)
