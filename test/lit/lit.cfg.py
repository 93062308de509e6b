"""lit's view of this folder; lit.site.cfg.py of the build folder loads it.

Substitutions: %janusc, %janus-run, %python, %cxx; %FileCheckOrUpdate checks a command's output
against the test file, or rewrites the test's expected block under tools/dev/update_lit;
%expect-diagnostics runs a command and compares its diagnostics with `# expected-error` comments.
"""
import os

import lit.formats

if not hasattr(config, "janus_build"):
    lit_config.fatal("run lit on the build folder: lit BUILD/test/lit[/SUBFOLDER/TEST]")

config.name = "janusc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".py", ".ir", ".test"]
config.excludes = ["lit.cfg.py", "Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.janus_build, "test", "lit")

tools = os.path.join(config.janus_source, "tools", "dev")
bin_dir = os.path.join(config.janus_build, "bin")
mode = "update" if lit_config.params.get("update") else "check"
file_check_or_update = (
    f"{config.python} {tools}/filecheck_or_update --filecheck {config.filecheck} --mode {mode}"
)
# lit replaces in this order: a name that begins like another comes first.
config.substitutions += [
    ("%FileCheckOrUpdate", file_check_or_update),
    ("%FileCheck", config.filecheck),
    ("%expect-diagnostics", f"{config.python} {tools}/expect_diagnostics --mode {mode}"),
    ("%janusc", os.path.join(bin_dir, "janusc")),
    ("%janus-run", os.path.join(bin_dir, "janus-run")),
    ("%python", config.python),
    ("%cxx", config.host_cxx),
    ("%build", config.janus_build),
]

config.environment["NO_COLOR"] = "1"
config.environment["PYTHONHASHSEED"] = "0"
for name in ("JANUS_LOG", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

if config.sanitize:
    config.available_features.add("sanitizers")
if os.path.exists(os.path.join(bin_dir, "janusc")):
    config.available_features.add("janusc")
