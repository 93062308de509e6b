"""torch.roll of a tensor without dimensions."""
import torch
print(torch.roll(torch.tensor(1.0), 0), flush=True)
try: print(torch.roll(torch.tensor(1.0), 0, 0), flush=True)
except IndexError as e: print("IndexError", e)
