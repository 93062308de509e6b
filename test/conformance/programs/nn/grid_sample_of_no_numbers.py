# Places of grid_sample that are NaN, infinite or farther than any integer.
import torch
import torch.nn.functional as F

for dtype in torch.float32, torch.float64:
    for n in 2, 3:
        for mode in "bilinear", "nearest":
            for padding in "zeros", "border", "reflection":
                for corners in False, True:
                    for far in float("nan"), float("inf"), -float("inf"), 1e30, -1e30, 0.25:
                        image = torch.arange(2.0 ** n, dtype=dtype).view((1, 1) + (2,) * n).requires_grad_()
                        grid = torch.full((1,) + (1,) * n + (n,), 0.25, dtype=dtype)
                        grid[..., 0] = far
                        grid.requires_grad_()
                        r = F.grid_sample(image, grid, mode, padding, corners)
                        print(n, mode, padding, corners, far, r.item())
                        if padding == "zeros" or far == 0.25:
                            r.sum().backward()
                            print(grid.grad.flatten(), image.grad.flatten())
