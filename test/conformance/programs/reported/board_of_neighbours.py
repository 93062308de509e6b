"""Objects that refer to each other in cycles: specialising has a budget."""
import random
random.seed(1)
class Square:
    def __init__(self, board, pos):
        self.board = board
        self.pos = pos
        self.color = 0
        self.ref = self
    def set_neighbours(self):
        self.neighbours = [self.board.squares[(self.pos + d) % 81] for d in (-9, -1, 1, 9)]
    def move(self, color):
        self.color = color
        self.ref = random.choice(self.neighbours)
        for n in self.neighbours:
            if n.color == 0:
                self.board.empty -= 1
class Board:
    def __init__(self):
        self.squares = [Square(self, p) for p in range(81)]
        for s in self.squares:
            s.set_neighbours()
        self.empty = 0
        self.history = []
    def play(self, pos):
        self.squares[pos].move(1)
        self.history.append(pos)
for g in range(3):
    b = Board()
    for k in range(60):
        b.play(random.randrange(81))
print(b.empty)
