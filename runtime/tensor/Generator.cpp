// The CPU generator: torch's mt19937, its seeding and its 5,056-byte state.
