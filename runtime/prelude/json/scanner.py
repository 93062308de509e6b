"""What reads one value of a JSON text."""
import re
from _json import scan

NUMBER_RE = re.compile(r"(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?", re.VERBOSE | re.MULTILINE | re.DOTALL)


class _Scanner:
    """Reads with the hooks of a decoder; StopIteration where no value stands."""

    def __init__(self, context):
        self.strict, self.object_hook, self.object_pairs_hook = context.strict, context.object_hook, context.object_pairs_hook
        self.parse_float, self.parse_int, self.parse_constant = context.parse_float, context.parse_int, context.parse_constant

    def __call__(self, string, idx):
        from json.decoder import JSONDecodeError
        try:
            return scan(string, idx, self.strict, self.object_hook, self.object_pairs_hook, self.parse_float, self.parse_int,
                        self.parse_constant, JSONDecodeError)
        except JSONDecodeError as error:
            if error.msg == "Expecting value":
                raise StopIteration(error.pos) from None
            raise


c_make_scanner = py_make_scanner = make_scanner = _Scanner
