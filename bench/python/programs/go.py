"""Random games of go on a small board: groups by union, lists, sets, an own generator of numbers."""

SIZE = 7
EMPTY, BLACK, WHITE = 0, 1, 2


def neighbours(place):
    x, y = place % SIZE, place // SIZE
    found = []
    if x > 0:
        found.append(place - 1)
    if x < SIZE - 1:
        found.append(place + 1)
    if y > 0:
        found.append(place - SIZE)
    if y < SIZE - 1:
        found.append(place + SIZE)
    return found


NEAR = [neighbours(place) for place in range(SIZE * SIZE)]


class Board:
    def __init__(self):
        self.stones = [EMPTY] * (SIZE * SIZE)
        self.taken = [0, 0, 0]

    def group(self, place):
        color, stones = self.stones[place], self.stones
        seen, todo, liberties = {place}, [place], set()
        while todo:
            for near in NEAR[todo.pop()]:
                other = stones[near]
                if other == EMPTY:
                    liberties.add(near)
                elif other == color and near not in seen:
                    seen.add(near)
                    todo.append(near)
        return seen, liberties

    def play(self, place, color):
        stones = self.stones
        stones[place] = color
        taken = 0
        for near in NEAR[place]:
            if stones[near] == 3 - color:
                group, liberties = self.group(near)
                if not liberties:
                    for stone in group:
                        stones[stone] = EMPTY
                    taken += len(group)
        if taken == 0 and not self.group(place)[1]:
            stones[place] = EMPTY
            return False
        self.taken[color] += taken
        return True

    def is_eye(self, place, color):
        return all(self.stones[near] == color for near in NEAR[place])


def play(seed):
    board, color, passes = Board(), BLACK, 0
    for _ in range(120):
        places = [p for p in range(SIZE * SIZE) if board.stones[p] == EMPTY and not board.is_eye(p, color)]
        done = False
        while places and not done:
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            done = board.play(places.pop(seed % len(places)), color)
        passes = 0 if done else passes + 1
        if passes == 2:
            break
        color = 3 - color
    return sum(1 for stone in board.stones if stone == BLACK) + board.taken[BLACK], seed


def work(games=30):
    total, seed = 0, 7
    for _ in range(games):
        score, seed = play(seed)
        total += score
    return total
