"""A small Go player: boards whose squares refer to their neighbours, groups by union-find, playouts at random."""
import random

SIZE = 9
EMPTY, BLACK, WHITE = 0, 1, 2
random.seed(7)


class Square:
    def __init__(self, board, pos):
        self.board = board
        self.pos = pos
        self.color = EMPTY
        self.parent = self
        self.ledges = 0
        self.members = 1
        self.used = False
        self.neighbours = []

    def set_neighbours(self):
        x, y = self.pos % SIZE, self.pos // SIZE
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            nx, ny = x + dx, y + dy
            if 0 <= nx < SIZE and 0 <= ny < SIZE:
                self.neighbours.append(self.board.squares[nx + ny * SIZE])

    def find(self):
        root = self
        while root.parent is not root:
            root = root.parent
        node = self
        while node.parent is not root:
            node.parent, node = root, node.parent
        return root

    def liberties(self):
        seen, free = set(), set()
        stack = [self]
        while stack:
            square = stack.pop()
            if square.pos in seen:
                continue
            seen.add(square.pos)
            for other in square.neighbours:
                if other.color == EMPTY:
                    free.add(other.pos)
                elif other.color == self.color and other.pos not in seen:
                    stack.append(other)
        return len(free)

    def join(self, other):
        a, b = self.find(), other.find()
        if a is not b:
            if a.members < b.members:
                a, b = b, a
            b.parent = a
            a.members += b.members

    def remove(self):
        stack, gone = [self], 0
        color = self.color
        while stack:
            square = stack.pop()
            if square.color != color:
                continue
            square.color = EMPTY
            square.parent = square
            square.members = 1
            self.board.empty.add(square.pos)
            gone += 1
            stack.extend(n for n in square.neighbours if n.color == color)
        return gone


class Board:
    def __init__(self):
        self.squares = [Square(self, p) for p in range(SIZE * SIZE)]
        for s in self.squares:
            s.set_neighbours()
        self.reset()

    def reset(self):
        for s in self.squares:
            s.color, s.parent, s.members, s.used = EMPTY, s, 1, False
        self.empty = set(range(SIZE * SIZE))
        self.history = []
        self.captured = [0, 0, 0]
        self.turn = BLACK

    def legal(self, pos):
        square = self.squares[pos]
        if square.color != EMPTY:
            return False
        if any(n.color == EMPTY for n in square.neighbours):
            return True
        square.color = self.turn
        ok = square.liberties() > 0 or any(
            n.color not in (EMPTY, self.turn) and n.liberties() == 0 for n in square.neighbours)
        square.color = EMPTY
        return ok

    def play(self, pos):
        square = self.squares[pos]
        square.color = self.turn
        square.used = True
        self.empty.discard(pos)
        for n in square.neighbours:
            if n.color == self.turn:
                square.join(n)
            elif n.color != EMPTY and n.liberties() == 0:
                self.captured[self.turn] += n.remove()
        self.history.append(pos)
        self.turn = WHITE if self.turn == BLACK else BLACK

    def score(self):
        return sum(1 if s.color == BLACK else -1 if s.color == WHITE else 0 for s in self.squares)


class Node:
    def __init__(self, parent=None, move=-1):
        self.parent, self.move = parent, move
        self.wins = self.visits = 0
        self.children = []


def playout(board):
    passes = 0
    while passes < 2 and len(board.history) < 120:
        moves = sorted(board.empty)
        random.shuffle(moves)
        for pos in moves[:12]:
            if board.legal(pos):
                board.play(pos)
                passes = 0
                break
        else:
            passes += 1
            board.turn = WHITE if board.turn == BLACK else BLACK
    return board.score()


def search(games):
    root = Node()
    board = Board()
    for g in range(games):
        board.reset()
        node = root
        while node.children and len(node.children) > 4:
            node = max(node.children, key=lambda c: c.wins / (c.visits + 1) + 1.0 / (c.visits + 1))
            if board.legal(node.move):
                board.play(node.move)
        move = random.choice(sorted(board.empty))
        if board.legal(move):
            board.play(move)
        child = Node(node, move)
        node.children.append(child)
        score = playout(board)
        while child is not None:
            child.visits += 1
            child.wins += score > 0
            child = child.parent
    return root


root = search(60)
best = sorted(root.children, key=lambda c: (-c.visits, c.move))[:3]
print([(c.move, c.wins, c.visits) for c in best], random.random())
