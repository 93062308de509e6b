"""First runs of `janusc run` whose versions are made as soon as there is a profile, and taken in at the next
entry: what happens to long runs after seconds. They must do what python3 does."""
import shutil

from .execution import Execution, execute
from .subject import DirectRuns


class Adapting(DirectRuns):
    def result(self, program) -> Execution:
        cache = self.work / "caches" / program.name
        shutil.rmtree(cache, ignore_errors=True)
        command = [self.janusc, "run", *self.flags, *program.flags, program.path, *program.arguments]
        return execute(command, self.run_folder(program), self.timeout,
                       {"JANUS_CACHE_DIR": str(cache), "JANUS_TIER_UP": "now"})
