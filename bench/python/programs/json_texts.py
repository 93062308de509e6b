"""Texts of json, written and read."""
import json


def work(rounds=150):
    record = {"id": 12345, "name": "example", "values": [i * 0.5 for i in range(50)], "tags": ["a", "b\n", "\u00e4"] * 5,
              "nested": {"deep": {"deeper": [None, True, False, {"x": 1e10}]}}, "text": "some longer text, " * 10}
    total = 0
    for i in range(rounds):
        record["id"] = i
        text = json.dumps([record] * 5)
        total += len(text) + json.loads(text)[4]["id"]
        total += len(json.dumps(record, indent=2, sort_keys=True))
    return total
