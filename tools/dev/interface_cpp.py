"""The public declarations of a C++ header, with the comments above them, as Markdown. For tools/dev/interface_reference.

Sections begin with `// ---- name`; lines that a comment sets in are code. A comment is about what follows up to an empty line.
What is in a namespace `detail`, private, defined outside of its class, or a destructor is not shown; neither are bodies.
"""
import re
import textwrap
from dataclasses import dataclass

TOKEN = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|[(){};]')
CLASS = re.compile(r"^(?:template <.*?> )?(class|struct) ([\w:]+)[^;]*$")
DEFINED_OUTSIDE = re.compile(r"\w::(?:operator\(\)|operator[^\w\s(]+|\w+)\s*$")


@dataclass
class Piece:
    """A section, a paragraph of comment, or a declaration with what stands behind it on its line."""
    kind: str
    text: str
    body: str = ""
    documented: bool = True


def closing(text: str, at: int) -> int:
    """Behind the brace that closes the one at `at`."""
    depth = 0
    for token in TOKEN.finditer(text, at):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth == 0:
            return token.end()
    raise ValueError("a brace that is not closed")


def is_initialised(head: str) -> bool:
    """The brace behind it is a value's, not a function's or a class's: `= {`, `more_{`."""
    return not head[-1:].isspace() or re.search(r"(?<!operator)(?<![=!<>])=(?!=)", re.sub(r"\([^()]*\)|<[^<>]*>", "", head)) is not None


def declaration_end(text: str, at: int):
    """(where the declaration ends, where its body begins and ends)"""
    depth, body = 0, None
    where = at
    while token := TOKEN.search(text, where):
        where = token.end()
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth or token[0] in "()" or token[0].startswith(("//", '"')):
            continue
        if token[0] == ";":
            return where, body
        if token[0] == "}":
            break
        head = text[at:token.start()]
        where = closing(text, token.start())
        if is_initialised(head):
            continue
        body = (token.start() + 1, where - 1)
        if not CLASS.match(" ".join(head.split())):
            return where, body
    raise ValueError(f"no end of the declaration: {text[at:at + 60]!r}")


def signature(head: str) -> str:
    """On a line, without what only the definition has: `inline`, members' initialisers."""
    head = re.sub(r"\binline ", "", " ".join(head.split()))
    depth = 0
    for at, letter in enumerate(head):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == ":" and depth == 0 and ")" in head[:at] and ":" not in (head[at - 1], head[at + 1]):
            return head[:at].strip() + ";"
    return head.rstrip("; ") + ";"


def is_shown(head: str) -> bool:
    name = re.match(r"[^(]*operator\(\)|[^(]*", head)[0]
    return not (head.startswith("~") or ("(" in head and DEFINED_OUTSIDE.search(name)) or
                re.match(r"(class|struct) \w+;$", head))


def needs_comment(head: str) -> bool:
    """What C++ itself says nothing of: no types of iterators, operators, copies and moves."""
    return not re.match(r"using |[^(]*\boperator\b(?!\[\]|\(\))|(\w+)\((const \1 &|\1 &&)\w*\)|.*= delete;$", head)


def prose(lines) -> str:
    """A comment's text: a paragraph on a line, code as code."""
    out, code = [], []
    for line in [*lines, ""]:
        if line.startswith("  "):
            code.append(line)
            continue
        if code:
            out.append("```cpp\n" + textwrap.dedent("\n".join(code)) + "\n```")
            code = []
        if line and out and not out[-1].endswith("\n```") and out[-1]:
            out[-1] += " " + line
        else:
            out.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n\n".join(out)).strip()


class Reader:
    """Goes over one scope's text and collects its pieces."""

    def __init__(self, text: str, is_public: bool):
        self.text, self.at, self.is_public = text, 0, is_public
        self.pieces, self.comment, self.documented = [], [], False

    def take(self, pattern: str):
        found = re.compile(pattern).match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def end_comment(self):
        if self.comment and self.is_public:
            self.pieces.append(Piece("comment", prose(self.comment)))
            self.documented = True
        self.comment = []

    def read(self):
        while self.at < len(self.text):
            if self.take(r"[ \t]*\n"):
                self.end_comment()
                self.documented = False
            elif found := self.take(r"[ \t]*// ----+ ([^\n]+)\n"):
                self.pieces.append(Piece("section", found[1]))
            elif found := self.take(r"[ \t]*// ?([^\n]*)\n"):
                self.comment.append(found[1])
            elif found := self.take(r"[ \t]*(public|protected|private):\s*\n"):
                self.is_public = found[1] == "public"
            elif not self.take(r"[ \t]*#(?:[^\n]*\\\n)*[^\n]*\n|[ \t]+"):
                self.declaration()
        self.end_comment()
        return self.pieces

    def declaration(self):
        self.end_comment()
        begin = self.at
        self.at, body = declaration_end(self.text, begin)
        head = " ".join(self.text[begin:body[0] - 1 if body else self.at].split())
        remark = self.take(r"[ \t]*(//[^\n]*)?\n?")[1] or ""
        if found := re.match(r"namespace ([\w:]+)$", head):
            if found[1] != "detail":
                self.pieces += Reader(self.text[body[0]:body[1]], True).read()
        elif self.is_public and is_shown(head):
            is_class = body and CLASS.match(head)
            text = head if is_class else signature(head.partition(" = [")[0])
            self.pieces.append(Piece("class" if is_class else "code", text + ("  " + remark if remark else ""),
                                     self.text[body[0]:body[1]] if is_class else "",
                                     self.documented or bool(remark) or not needs_comment(text)))


class Page:
    """Pieces as Markdown; declarations that follow one another share a block of code."""

    def __init__(self):
        self.out, self.block, self.undocumented = [], [], []

    def end_block(self):
        if self.block:
            self.out.append("```cpp\n" + "\n".join(self.block) + "\n```")
        self.block = []

    def add(self, text: str):
        self.end_block()
        self.out.append(text)

    def show(self, pieces, scope: str = ""):
        """Classes have headings, but for plain data within one; what they are said to be stands below it."""
        behind_class = False
        for piece, following in zip(pieces, [*pieces[1:], None]):
            if not piece.documented:
                self.undocumented.append(f"{scope}{piece.text}")
            headed = self.heading(following, scope) if following else ""
            if piece.kind == "section":
                self.add(f"### {piece.text[0].upper()}{piece.text[1:]}")
                behind_class = False
            elif piece.kind == "comment":
                if headed or (behind_class and following and following.kind == "code"):
                    self.add(headed or "#### Functions")
                    behind_class = bool(headed)
                self.add(piece.text)
            elif piece.kind == "class":
                self.show_class(piece, scope)
            else:
                self.block.append(piece.text)

    def show_class(self, piece: Piece, scope: str):
        if not has_functions(piece):
            body = textwrap.indent(textwrap.dedent(piece.body.strip("\n")).rstrip(), "  ")
            self.block.append(f"{piece.text} {{\n{body}\n}};")
            return
        if " : " in piece.text:
            self.block.append(piece.text)
        self.show(Reader(piece.body, piece.text.startswith("struct")).read(), f"{scope}{CLASS.match(piece.text)[2]}::")
        self.end_block()

    @staticmethod
    def heading(piece: Piece, scope: str) -> str:
        found = CLASS.match(piece.text) if piece.kind == "class" and (not scope or has_functions(piece)) else None
        return f"#### {found[1]} {scope}{found[2]}" if found else ""


def has_functions(piece: Piece) -> bool:
    return "(" in re.sub(r"//[^\n]*", "", piece.body)


def reference(text: str):
    """(Markdown of a header, its declarations without a comment)"""
    page = Page()
    page.show(Reader(text, True).read())
    page.end_block()
    return "\n\n".join(page.out), page.undocumented
