"""A puzzle of numbers on hexagons, solved by trying: recursion, lists of candidates, copies."""


def cells(radius):
    found = []
    for q in range(-radius, radius + 1):
        for r in range(max(-radius, -q - radius), min(radius, -q + radius) + 1):
            found.append((q, r))
    return found


class Puzzle:
    def __init__(self, radius, tiles):
        self.cells = cells(radius)
        places = {cell: i for i, cell in enumerate(self.cells)}
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        self.near = [[places[q + a, r + b] for a, b in steps if (q + a, r + b) in places] for q, r in self.cells]
        self.left = list(tiles)
        self.given = [None] * len(self.cells)
        self.tried = 0

    def fits(self, place):
        for each in [place] + self.near[place]:
            number = self.given[each]
            if number is None or number < 0:
                continue
            filled = unknown = 0
            for other in self.near[each]:
                if self.given[other] is None:
                    unknown += 1
                elif self.given[other] >= 0:
                    filled += 1
            if filled > number or filled + unknown < number:
                return False
        return True

    def solve(self, place=0):
        if place == len(self.cells):
            return True
        for number in range(-1, 7):
            if self.left[number + 1] == 0:
                continue
            self.tried += 1
            self.left[number + 1] -= 1
            self.given[place] = number
            if self.fits(place) and self.solve(place + 1):
                return True
            self.given[place] = None
            self.left[number + 1] += 1
        return False


def work(rounds=1):
    total, lines = 0, []
    for _ in range(rounds):
        puzzle = Puzzle(2, [8, 0, 2, 4, 3, 2, 0, 0])
        lines.append(puzzle.solve())
        total += puzzle.tried
    return total, lines, puzzle.given
