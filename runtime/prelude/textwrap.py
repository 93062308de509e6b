"""Text wrapping and filling."""

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_whitespace = "\t\n\x0b\x0c\r "


def _is_word_punctuation(c):
    return c.isalnum() or c == "_" or c in "!\"'&.,?"


def _is_letter(c):
    return (c.isalnum() or c == "_") and not c.isdigit()


def _hyphen_breaks(text, i):
    """May a hyphenated word be broken after the hyphen at `i`?"""
    n = len(text)
    before = i >= 2 and _is_letter(text[i - 1]) and _is_letter(text[i - 2])
    if not before:
        before = i >= 3 and _is_letter(text[i - 3]) and text[i - 2] == "-" and _is_word_punctuation(text[i - 1])
    if not before or i + 2 >= n:
        return False
    if not _is_letter(text[i + 1]):
        return False
    return _is_letter(text[i + 2]) or (text[i + 2] == "-" and i + 3 < n and _is_letter(text[i + 3]))


def _dashes_end(text, i):
    """End of a run of two or more dashes at `i` that a word follows, or -1."""
    end = i
    while end < len(text) and text[end] == "-":
        end += 1
    if end - i >= 2 and end < len(text) and (text[end].isalnum() or text[end] == "_"):
        return end
    return -1


_BLANKS = dict.fromkeys(map(ord, "\t\n\x0b\x0c\r"), " ")


class TextWrapper:
    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True,
                 tabsize=8, *, max_lines=None, placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.fix_sentence_endings = fix_sentence_endings
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _munge_whitespace(self, text):
        expanded = text.expandtabs(self.tabsize) if self.expand_tabs else text
        return expanded.translate(_BLANKS) if self.replace_whitespace else expanded

    def _split(self, text):
        """Chunks that are kept together: runs of whitespace, words, parts of hyphenated words, dashes."""
        chunks = []
        n = len(text)
        i = 0
        while i < n:
            start = i
            if text[i] in _whitespace:
                while i < n and text[i] in _whitespace:
                    i += 1
                chunks.append(text[start:i])
                continue
            if self.break_on_hyphens and text[i] == "-" and i > 0 and _is_word_punctuation(text[i - 1]):
                end = _dashes_end(text, i)
                if end >= 0:
                    chunks.append(text[i:end])
                    i = end
                    continue
            i += 1
            while i < n and text[i] not in _whitespace:
                if self.break_on_hyphens:
                    if text[i - 1] == "-" and i - 1 > start and _hyphen_breaks(text, i - 1):
                        break
                    if text[i] == "-" and _is_word_punctuation(text[i - 1]) and _dashes_end(text, i) >= 0:
                        break
                i += 1
            chunks.append(text[start:i])
        return chunks

    def _fix_sentence_endings(self, chunks):
        i = 0
        while i < len(chunks) - 1:
            word = chunks[i].rstrip("\"'")
            if chunks[i + 1] == " " and len(word) > 1 and word[-1] in ".!?" and word[-2].islower():
                chunks[i + 1] = "  "
                i += 2
            else:
                i += 1

    def _handle_long_word(self, chunks, line, length, width):
        if not self.break_long_words:
            if not line:
                line.append(chunks.pop())
            return
        room, word = 1 if width < 1 else width - length, chunks[-1]
        hyphen = word.rfind("-", 0, room) if self.break_on_hyphens and len(word) > room else 0
        end = hyphen + 1 if hyphen > 0 and word[:hyphen].strip("-") else room
        line.append(word[:end])
        chunks[-1] = word[end:]

    def _wrap_chunks(self, chunks):
        lines = []
        if self.width <= 0:
            raise ValueError("invalid width %r (must be > 0)" % self.width)
        if self.max_lines is not None:
            indent = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(indent) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        chunks.reverse()
        while chunks:
            line = []
            length = 0
            indent = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(indent)
            if self.drop_whitespace and chunks[-1].strip() == "" and lines:
                chunks.pop()
            while chunks and length + len(chunks[-1]) <= width:
                length += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._handle_long_word(chunks, line, length, width)
                length = sum(map(len, line))
            if self.drop_whitespace and line and line[-1].strip() == "":
                length -= len(line[-1])
                line.pop()
            if not line:
                continue
            last = not chunks or self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip()
            if self.max_lines is None or len(lines) + 1 < self.max_lines or last and length <= width:
                lines.append(indent + "".join(line))
                continue
            self._end_with_placeholder(lines, line, length, width, indent)
            break
        return lines

    def _end_with_placeholder(self, lines, line, length, width, indent):
        while line:
            if line[-1].strip() and length + len(self.placeholder) <= width:
                line.append(self.placeholder)
                lines.append(indent + "".join(line))
                return
            length -= len(line[-1])
            line.pop()
        if lines:
            previous = lines[-1].rstrip()
            if len(previous) + len(self.placeholder) <= self.width:
                lines[-1] = previous + self.placeholder
                return
        lines.append(indent + self.placeholder.lstrip())

    def wrap(self, text):
        chunks = self._split(self._munge_whitespace(text))
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(" ".join(text.strip().split()))


def dedent(text):
    """Removes the whitespace that all lines start with; lines of whitespace only become empty."""
    margin = None
    lines = text.split("\n")
    for i, line in enumerate(lines):
        body = line.lstrip(" \t")
        if not body:
            lines[i] = ""
            continue
        blank = line[:len(line) - len(body)]
        if margin is None or margin.startswith(blank):
            margin = blank
        elif not blank.startswith(margin):
            common = 0
            while common < len(margin) and common < len(blank) and margin[common] == blank[common]:
                common += 1
            margin = margin[:common]
    if margin:
        lines = [line[len(margin):] for line in lines]
    return "\n".join(lines)


def indent(text, prefix, predicate=None):
    result = []
    for line in text.splitlines(True):
        if line.strip() if predicate is None else predicate(line):
            result.append(prefix)
        result.append(line)
    return "".join(result)
