# Temporary folders that are gone before they end, and rmtree's reports of failures.
import os
import shutil
import tempfile

with tempfile.TemporaryDirectory() as folder:
    os.rmdir(folder)
print(os.path.exists(folder))


def report(function, path, info):
    print(function.__name__, os.path.basename(path), info[0].__name__, info[1].strerror)


with tempfile.TemporaryDirectory() as folder:
    for name in ("a", "a/b", "a/b/c"):
        os.mkdir(os.path.join(folder, name))
    with open(os.path.join(folder, "a/b/x"), "w") as file:
        file.write("x")
    os.symlink("a", os.path.join(folder, "link"))
    shutil.rmtree(os.path.join(folder, "missing"), onerror=report)
    shutil.rmtree(os.path.join(folder, "missing"), ignore_errors=True)
    for name in ("missing", "link"):
        try:
            shutil.rmtree(os.path.join(folder, name))
        except OSError as error:
            print(type(error).__name__, error.args[-1])
    shutil.rmtree(os.path.join(folder, "a"))
    print(os.listdir(folder), os.path.islink(os.path.join(folder, "link")))
