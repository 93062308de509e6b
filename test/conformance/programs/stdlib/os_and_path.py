# os and os.path as scripts use them.
import os

print(os.path.join("a", "b", "c.txt"), os.path.join("a", "/b"), os.path.basename("/x/y.tar.gz"), os.path.dirname("/x/y"))
print(os.path.splitext("model.pt"), os.path.split("/a/b/"), os.path.normpath("a/../b//c/."), os.path.isabs("/a"))
os.makedirs("deep/er", exist_ok=True)
os.makedirs("deep/er", exist_ok=True)
open("deep/er/file", "w").close()
os.mkdir("plain")
print(sorted(os.listdir(".")), sorted(os.listdir("deep")), os.path.isdir("deep"), os.path.isfile("deep/er/file"))
os.rename("deep/er/file", "deep/moved")
os.remove("deep/moved")
os.rmdir("plain")
print(os.path.exists("deep/moved"), os.path.basename(os.path.dirname(os.path.abspath("deep/er"))), os.sep, os.linesep == "\n")
print(os.environ.get("NOT_SET_ANYWHERE"), os.environ.get("NOT_SET_ANYWHERE", "default"), "PATH" in os.environ)
for action in (lambda: os.listdir("no"), lambda: os.remove("no"), lambda: os.mkdir("deep"), lambda: os.environ["NO_SUCH"]):
    try:
        action()
    except (OSError, KeyError) as error:
        print(type(error).__name__, error)
print(os.path.relpath("/a/b/c", "/a/d"), os.path.commonpath(["/a/b", "/a/c"]), os.path.expanduser("x"))
