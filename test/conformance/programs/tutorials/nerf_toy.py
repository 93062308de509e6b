"""A tiny NeRF: positional encoding, stratified sampling, volume rendering, two dimensional scene seen by 1-D cameras."""
# tier2: <module>.loop#2.body.behind.forward 85% after 3
# tier2: <module>.loop#2.body.behind.update 85% after 3
# tier2: get_rays 85% after 3
# tier2: nerf_forward 85% after 3
# float-tolerance: 2e-3
import os
from typing import Callable, Optional, Tuple
import torch
from torch import nn, Tensor


def get_rays(width: int, focal: float, c2w: Tensor) -> Tuple[Tensor, Tensor]:
    i = torch.arange(width, dtype=torch.float32).to(c2w)
    directions = torch.stack([(i - width * .5) / focal, torch.ones_like(i)], dim=-1)
    rays_d = torch.sum(directions[..., None, :] * c2w[:2, :2], dim=-1)
    rays_o = c2w[:2, -1].expand(rays_d.shape)
    return rays_o, rays_d


def sample_stratified(rays_o, rays_d, near, far, n_samples, perturb: Optional[bool] = True):
    t_vals = torch.linspace(0., 1., n_samples, device=rays_o.device)
    z_vals = near * (1. - t_vals) + far * t_vals
    if perturb:
        mids = .5 * (z_vals[1:] + z_vals[:-1])
        upper = torch.concat([mids, z_vals[-1:]], dim=-1)
        lower = torch.concat([z_vals[:1], mids], dim=-1)
        t_rand = torch.rand([n_samples], device=z_vals.device)
        z_vals = lower + (upper - lower) * t_rand
    z_vals = z_vals.expand(list(rays_o.shape[:-1]) + [n_samples])
    pts = rays_o[..., None, :] + rays_d[..., None, :] * z_vals[..., :, None]
    return pts, z_vals


class PositionalEncoder(nn.Module):
    def __init__(self, d_input: int, n_freqs: int, log_space: bool = False):
        super().__init__()
        self.d_output = d_input * (1 + 2 * n_freqs)
        self.embed_fns = [lambda x: x]
        if log_space:
            freq_bands = 2. ** torch.linspace(0., n_freqs - 1, n_freqs)
        else:
            freq_bands = torch.linspace(2. ** 0., 2. ** (n_freqs - 1), n_freqs)
        for freq in freq_bands:
            self.embed_fns.append(lambda x, freq=freq: torch.sin(x * freq))
            self.embed_fns.append(lambda x, freq=freq: torch.cos(x * freq))

    def forward(self, x) -> Tensor:
        return torch.concat([fn(x) for fn in self.embed_fns], dim=-1)


class NeRF(nn.Module):
    def __init__(self, d_input=2, n_layers=4, d_filter=32, skip: Tuple[int] = (2,)):
        super().__init__()
        self.d_input = d_input
        self.skip = skip
        self.act = nn.functional.relu
        self.layers = nn.ModuleList([nn.Linear(d_input, d_filter)] + [
            nn.Linear(d_filter + d_input, d_filter) if i in skip else nn.Linear(d_filter, d_filter) for i in range(n_layers - 1)])
        self.output = nn.Linear(d_filter, 4)

    def forward(self, x: Tensor) -> Tensor:
        x_input = x
        for i, layer in enumerate(self.layers):
            x = self.act(layer(x))
            if i in self.skip:
                x = torch.cat([x, x_input], dim=-1)
        return self.output(x)


def cumprod_exclusive(tensor: Tensor) -> Tensor:
    cumprod = torch.cumprod(tensor, -1)
    cumprod = torch.roll(cumprod, 1, -1)
    cumprod[..., 0] = 1.
    return cumprod


def raw2outputs(raw, z_vals, rays_d, raw_noise_std=0.0):
    dists = z_vals[..., 1:] - z_vals[..., :-1]
    dists = torch.cat([dists, 1e10 * torch.ones_like(dists[..., :1])], dim=-1)
    dists = dists * torch.norm(rays_d[..., None, :], dim=-1)
    noise = 0.
    if raw_noise_std > 0.:
        noise = torch.randn(raw[..., 3].shape) * raw_noise_std
    alpha = 1.0 - torch.exp(-nn.functional.relu(raw[..., 3] + noise) * dists)
    weights = alpha * cumprod_exclusive(1. - alpha + 1e-10)
    rgb_map = torch.sum(weights[..., None] * torch.sigmoid(raw[..., :3]), dim=-2)
    depth_map = torch.sum(weights * z_vals, dim=-1)
    acc_map = torch.sum(weights, dim=-1)
    return rgb_map, depth_map, acc_map, weights


def get_chunks(inputs: Tensor, chunksize: int = 2 ** 15):
    return [inputs[i:i + chunksize] for i in range(0, inputs.shape[0], chunksize)]


def nerf_forward(rays_o, rays_d, near, far, encode: Callable, model: nn.Module, n_samples=16, perturb=True, chunksize=128):
    pts, z_vals = sample_stratified(rays_o, rays_d, near, far, n_samples, perturb)
    flat = encode(pts.reshape((-1, 2)))
    raw = torch.cat([model(b) for b in get_chunks(flat, chunksize)], dim=0)
    raw = raw.reshape(list(pts.shape[:2]) + [raw.shape[-1]])
    return raw2outputs(raw, z_vals, rays_d)


def camera(angle: Tensor) -> Tensor:
    c, s = torch.cos(angle), torch.sin(angle)
    pos = torch.stack([3 * s, -3 * c])
    return torch.stack([torch.stack([c, -s]), torch.stack([s, c])], 0).new_tensor(
        [[c.item(), -s.item(), pos[0].item()], [s.item(), c.item(), pos[1].item()]])


def scene(rays_o, rays_d):
    """A red and a blue disc."""
    out = torch.zeros(len(rays_o), 3)
    d = rays_d / rays_d.norm(dim=-1, keepdim=True)
    best = torch.full((len(rays_o),), 1e9)
    for center, radius, color in (((-.5, 0.), .5, (1., 0., 0.)), ((.7, .3), .4, (0., 0., 1.))):
        oc = rays_o - torch.tensor(center)
        b = (oc * d).sum(-1)
        disc = b ** 2 - (oc ** 2).sum(-1) + radius ** 2
        hit = disc > 0
        t = torch.where(hit, -b - disc.clamp(min=0).sqrt(), torch.full_like(b, 1e9))
        nearer = hit & (t < best)
        out[nearer] = torch.tensor(color)
        best = torch.where(nearer, t, best)
    return out


class EarlyStopping:
    def __init__(self, patience: int = 30, margin: float = 1e-4):
        self.best_fitness = 0.0
        self.best_iter = 0
        self.margin = margin
        self.patience = patience or float('inf')

    def __call__(self, iter: int, fitness: float):
        if (fitness - self.best_fitness) > self.margin:
            self.best_iter = iter
            self.best_fitness = fitness
        return (iter - self.best_iter) > self.patience


torch.manual_seed(9)
width, focal = 16, 16.
poses = [camera(a) for a in torch.linspace(0, 5.5, 8)]
images = [scene(*get_rays(width, focal, p)) for p in poses]
encoder = PositionalEncoder(2, 4, log_space=True)
model = NeRF(encoder.d_output)
print(sum(p.numel() for p in model.parameters()), encoder.d_output)
optimizer = torch.optim.Adam(list(model.parameters()), lr=5e-3)
warmup_stopper = EarlyStopping(patience=60)
psnrs = []
for i in range(80):
    model.train()
    k = int(torch.randint(0, 7, (1,)))
    rays_o, rays_d = get_rays(width, focal, poses[k])
    rgb, depth, acc, weights = nerf_forward(rays_o, rays_d, 1.5, 4.5, encoder, model)
    if rgb.isnan().any():
        print("! [Numerical Alert] rgb contains NaN.")
    loss = torch.nn.functional.mse_loss(rgb, images[k])
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    psnr = -10. * torch.log10(loss)
    psnrs.append(psnr.item())
    if i % 20 == 0:
        model.eval()
        with torch.no_grad():
            rgb, depth, acc, _ = nerf_forward(*get_rays(width, focal, poses[7]), 1.5, 4.5, encoder, model, perturb=False)
            val = -10. * torch.log10(nn.functional.mse_loss(rgb, images[7]))
        print("Loss: %.4f val psnr %.1f depth %.2f" % (loss.item(), val.item(), depth.mean().item()))
        if warmup_stopper(i, val.item()):
            print('Train stop')
            break
torch.save({'model': model.state_dict(), 'optimizer': optimizer.state_dict(), 'psnrs': psnrs}, 'nerf.pt')
ckpt = torch.load('nerf.pt')
print(os.path.exists('nerf.pt'), sorted(ckpt), len(ckpt['psnrs']), len(ckpt['optimizer']['state']))
