"""What tools/dev/interface_reference takes from a header and from a package."""
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools/dev"))
import interface_cpp
import interface_python

HEADER = """
// What it is.
//
//   thing::Thing t(1);
#ifndef THING
#define THING
namespace thing {
namespace detail {
int hidden();
}
// ---- things

// A thing.
class Thing : public Base {
public:
  // From a number.
  explicit Thing(int n, std::vector<int> more = {}) : n_(n), more_{more} { hidden(); }
  Thing(const Thing &) = delete;
  ~Thing() { end("}"); }

  int number() const { return n_; }  // what it was made of
  template <class T>
  T as(T otherwise) const;

  int unsaid();

private:
  // No matter.
  int n_ = {0};
};

template <class T>
T Thing::as(T otherwise) const {
  return otherwise;
}
// Plain data.
struct Pair {
  int a, b;
};

// The first.
inline constexpr int kFirst = [] { return 1; }();
inline bool operator==(const Thing &, const Thing &) { return true; }
}  // namespace thing
#endif
"""
MARKDOWN = """What it is.

```cpp
thing::Thing t(1);
```

### Things

#### class Thing

A thing.

```cpp
class Thing : public Base
```

From a number.

```cpp
explicit Thing(int n, std::vector<int> more = {});
Thing(const Thing &) = delete;
int number() const;  // what it was made of
template <class T> T as(T otherwise) const;
int unsaid();
```

#### struct Pair

Plain data.

```cpp
struct Pair {
  int a, b;
};
```

#### Functions

The first.

```cpp
constexpr int kFirst;
bool operator==(const Thing &, const Thing &);
```"""


class ReferenceTest(unittest.TestCase):
    def test_a_header(self):
        text, undocumented = interface_cpp.reference(HEADER)
        self.assertEqual(text, MARKDOWN)
        self.assertEqual(undocumented, ["Thing::template <class T> T as(T otherwise) const;", "Thing::int unsaid();"])

    def test_a_header_that_ends_too_early(self):
        with self.assertRaises(ValueError):
            interface_cpp.reference("class Thing {\npublic:\n  int n() {\n};\n")

    def test_a_package(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "__init__.py").write_text(textwrap.dedent('''
                """A package."""
                from janus._parts import Part
                from janus._native import Thing
                __all__ = ["Part", "Thing", "number"]

                def number(of, *, by=1):
                    pass
                '''))
            (folder / "_parts.py").write_text(textwrap.dedent('''
                class Part:
                    """Of
                    something:

                        Part().take()
                    """
                    def __init__(self):
                        pass

                    def take(self, count=1):
                        """Takes some."""
                '''))
            (folder / "Thing.cpp").write_text('constexpr char kText[] = R"doc(\nMade in C++.\n)doc";\n')
            package = interface_python.Package(folder, folder)
            self.assertEqual(package.reference().split("\n\n"), [
                "A package.", "## class janus.Part", "Of something:", "```python\nPart().take()\n```", "### take(count=1)",
                "Takes some.", "## class janus.Thing", "Made in C++.", "## janus.number(of, *, by=1)", ""])
            self.assertEqual(package.undocumented, ["number"])


if __name__ == "__main__":
    unittest.main()
