# Slices in expressions that are evaluated from texts.
class Shows:
    def __getitem__(self, index):
        return index


s = Shows()
for text in ("s[0, :1]", "s[:, :]", "s[..., :2]", "s[None, :2, 1]", "s[0, ::2]", "s[0, :-1]", "s[1:, ]", "s[*[1, 2], :3]", "s[:1]"):
    print(text, eval(text))
