import sqlite3

db = sqlite3.connect(":memory:")
db.row_factory = sqlite3.Row
db.execute("create table runs (name text, loss real, tags blob)")
with db:
    db.executemany("insert into runs values (?, ?, ?)", [(f"run{i}", i / 4, bytes([i])) for i in range(5)])
for row in db.execute("select * from runs where loss > ? order by loss desc", (0.3,)):
    print(row["name"], row["loss"], row["tags"], tuple(row.keys()))
db.create_function("scaled", 2, lambda x, k: x * k)
print([tuple(r) for r in db.execute("select name, scaled(loss, 10) from runs limit 2")])


class Longest:
    def __init__(self):
        self.best = ""

    def step(self, text):
        self.best = max(self.best, text, key=len)

    def finalize(self):
        return self.best


db.create_aggregate("longest", 1, Longest)
db.execute("insert into runs values ('a longer name', 9, null)")
print(db.execute("select longest(name), count(*), avg(loss) from runs").fetchone()[0])
db.create_collation("backwards", lambda a, b: (a[::-1] > b[::-1]) - (a[::-1] < b[::-1]))
print([r[0] for r in db.execute("select name from runs order by name collate backwards")])
try:
    db.execute("select * from nowhere")
except sqlite3.OperationalError as error:
    print(type(error).__name__, error)
try:
    with db:
        db.execute("delete from runs")
        raise RuntimeError("undo")
except RuntimeError as error:
    print(error, db.execute("select count(*) from runs").fetchone()[0])
print(db.total_changes > 0, db.in_transaction)
db.close()
try:
    db.execute("select 1")
except sqlite3.ProgrammingError as error:
    print(error)
