"""The steps of an example, specialised: after the first ones they are all entered, and take no memory but
for what the program can reach afterwards."""
import json
import unittest

from tools import JANUSC, ROOT, RUNNER, ToolTest

STEP = "main.loop#1.body"  # the loop over the batches
WARM_UP = 10


class SteadyStateTest(ToolTest):
    def specialised(self, program, *arguments):
        probes, profile = self.folder / "probes.so", self.folder / "profile.json"
        module = self.folder / "module.so"
        self.succeed(JANUSC, program, "-o", probes, f"--profile-generate={profile}")
        self.succeed(RUNNER, probes, *arguments)
        self.succeed(JANUSC, program, "-o", module, f"--profile-use={profile}")
        return module

    def test_lenet(self):
        program, data = ROOT / "examples/mnist_lenet.py", ["--data", ROOT / "examples/data"]
        # Two epochs: losses are printed in the first one alone.
        module = self.specialised(program, *data, "--epochs", "2")
        report = self.folder / "report.json"
        self.succeed(RUNNER, module, *data, "--epochs", "4",
                     env=self.environment | {"JANUS_REPORT": str(report)})
        root, = (each for each in json.loads(report.read_text())["roots"] if each["region"] == STEP)
        self.assertGreater(root["entries"], 100)
        self.assertGreaterEqual(root["tier2"], 0.95 * root["entries"])
        for version in root["versions"]:
            self.assertEqual(version["eager_operations"], 0)
            self.assertLessEqual(version["last_allocation"], WARM_UP)


if __name__ == "__main__":
    unittest.main()
