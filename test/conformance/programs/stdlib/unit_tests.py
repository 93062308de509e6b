# unittest: cases, fixtures, subtests, skipping, expected failures, and the report.
import io
import sys
import unittest

log = []


class Sums(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        log.append("class")

    def setUp(self):
        log.append(self._testMethodName)
        self.addCleanup(log.append, "cleaned")

    def test_equal(self):
        self.assertEqual([1, 2, {"a": 3}], [1, 2, {"a": 3}])
        self.assertAlmostEqual(0.1 + 0.2, 0.3)
        with self.assertRaisesRegex(ZeroDivisionError, "by zero") as caught:
            1 / 0
        self.assertIsInstance(caught.exception, ArithmeticError)

    def test_differs(self):
        self.assertEqual("one\ntwo\n", "one\nthree\n")

    def test_dicts(self):
        self.assertDictEqual({"a": 1}, {"a": 2, "b": 3})

    def test_parts(self):
        for i in range(4):
            with self.subTest(i=i):
                self.assertLess(i, 2, "too large")

    @unittest.skip("not today")
    def test_skipped(self):
        self.fail()

    @unittest.expectedFailure
    def test_expected(self):
        self.assertTrue(False)

    @unittest.expectedFailure
    def test_unexpected(self):
        pass

    def test_warns(self):
        with self.assertWarns(DeprecationWarning):
            import warnings
            warnings.warn("old", DeprecationWarning)

    def test_logs(self):
        import logging
        with self.assertLogs("unit", "INFO") as seen:
            logging.getLogger("unit").info("hello %d", 3)
        self.assertEqual(seen.output, ["INFO:unit:hello 3"])


class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise KeyError("fixture")

    def test_never(self):
        pass


result = unittest.TestResult()
unittest.defaultTestLoader.loadTestsFromTestCase(Sums).run(result)
unittest.defaultTestLoader.loadTestsFromTestCase(Broken).run(result)
print(result)
for kind in ("failures", "errors", "skipped", "expectedFailures"):
    print(kind, [(str(case), text.splitlines()[-1]) for case, text in getattr(result, kind)])
print([str(case) for case in result.unexpectedSuccesses], log)
print(result.failures[0][1])
stream = io.StringIO()
unittest.TextTestRunner(stream, verbosity=2).run(unittest.defaultTestLoader.loadTestsFromName("Sums.test_equal", sys.modules[__name__]))
print([line for line in stream.getvalue().splitlines() if not line.startswith("Ran")])
