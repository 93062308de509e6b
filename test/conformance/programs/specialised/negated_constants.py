"""The negation of a number that the step knows to be negative: a player by turns, a sign, a key of a dict."""
# tier2: <module>.loop.body 60% after 4
import torch

weight = torch.ones(3)


class Game:
    def __init__(self):
        self.player, self.values = -1, {1: 0.5, -1: 0.25}
        self.sign = -0.5
        self.scales = {-0.5: 2.0, 0.5: 3.0}

    def step(self):
        x = (weight * self.player).sum().item() + self.values[self.player]
        self.player = -self.player
        y = (weight * self.player).sum().item() + self.values[self.player]
        self.player = -self.player
        z = self.scales[self.sign] + self.scales[-self.sign] * (-self.sign)
        return x * y + z


game = Game()
total = 0.0
for k in range(40):
    total += game.step()
    if k == 30:
        game.player, game.sign = 1, 0.5
    if k % 8 == 0 or k > 29:
        print(k, total, game.player)
