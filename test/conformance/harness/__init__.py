"""The differential harness: the same program under python3 and compiled must behave the same."""
