"""Mocks, asynchronous test cases, names that pkgutil resolves."""
from unittest import mock
import unittest, os, pkgutil
m = mock.Mock(return_value=3)
print(m(1, a=2), m.called, m.call_args, m.mock_calls)
m.assert_called_once_with(1, a=2)
try: m.assert_called_with(2)
except AssertionError as e: print(e)
with mock.patch("os.getcwd", return_value="/x") as g:
    print(os.getcwd(), g.call_count)
mm = mock.MagicMock()
mm.__len__.return_value = 4
print(len(mm), mm.a.b(3) is mm.a.b.return_value, mm[2] is not None)
class T(unittest.IsolatedAsyncioTestCase):
    async def test_a(self): self.assertEqual(1, 1)
    @mock.patch.object(os, "getpid", lambda: 5)
    def test_b(self): self.assertEqual(os.getpid(), 5)
s = unittest.TestSuite([T("test_a"), T("test_b")])
r = unittest.TestResult(); s.run(r); print(r)
print(pkgutil.resolve_name("os.path:join") is os.path.join, pkgutil.resolve_name("os.path.join") is os.path.join)
