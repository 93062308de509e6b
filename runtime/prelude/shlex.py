"""Words of command lines."""
import re

_UNSAFE = re.compile(r"[^\w@%+=:,./-]", re.ASCII)


def quote(s):
    if s and _UNSAFE.search(s) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"


def join(split_command):
    return " ".join([quote(arg) for arg in split_command])


def split(s, comments=False, posix=True):
    if s is None:
        raise ValueError("s argument must not be None")
    words = []
    word = None
    i = 0
    while i < len(s):
        c = s[i]
        i += 1
        if c in " \t\r\n":
            if word is not None:
                words.append(word)
                word = None
        elif c == "#" and comments:
            while i < len(s) and s[i] != "\n":
                i += 1
            if word is not None:
                words.append(word)
                word = None
        elif c in "'\"":
            end = i
            text = ""
            while True:
                if end >= len(s):
                    raise ValueError("No closing quotation")
                if s[end] == c:
                    break
                if s[end] == "\\" and c == '"' and posix:
                    if end + 1 >= len(s):
                        raise ValueError("No escaped character")
                    text += s[end + 1] if s[end + 1] in '"\\' else s[end:end + 2]
                    end += 2
                else:
                    text += s[end]
                    end += 1
            word = (word or "") + (text if posix else c + text + c)
            i = end + 1
        elif c == "\\" and posix:
            if i >= len(s):
                raise ValueError("No escaped character")
            word = (word or "") + s[i]
            i += 1
        else:
            word = (word or "") + c
    if word is not None:
        words.append(word)
    return words
