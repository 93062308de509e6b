"""Denoising diffusion on 8x8 images: sinusoidal time embedding, small U-Net with GroupNorm, EMA, ancestral and DDIM sampling."""
# float-tolerance: 2e-3
# tier2-tolerance: 1e-3
# tier2: Trainer.train.loop#1.body.part.forward 90% after 3
# tier2: Trainer.train.loop.body.part 90% after 3
import copy
import math
from functools import partial
from inspect import isfunction

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils import data


def exists(x):
    return x is not None


def default(val, d):
    if exists(val):
        return val
    return d() if isfunction(d) else d


def cycle(dl):
    while True:
        for batch in dl:
            yield batch


def num_to_groups(num, divisor):
    groups = num // divisor
    remainder = num % divisor
    arr = [divisor] * groups
    if remainder > 0:
        arr.append(remainder)
    return arr


class EMA():
    def __init__(self, beta):
        super().__init__()
        self.beta = beta

    def update_model_average(self, ma_model, current_model):
        for current_params, ma_params in zip(current_model.parameters(), ma_model.parameters()):
            old_weight, up_weight = ma_params.data, current_params.data
            ma_params.data = self.update_average(old_weight, up_weight)

    def update_average(self, old, new):
        if old is None:
            return new
        return old * self.beta + (1 - self.beta) * new


class Residual(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn

    def forward(self, x, *args, **kwargs):
        return self.fn(x, *args, **kwargs) + x


class SinusoidalPosEmb(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, x):
        device = x.device
        half_dim = self.dim // 2
        emb = math.log(10000) / (half_dim - 1)
        emb = torch.exp(torch.arange(half_dim, device=device) * -emb)
        emb = x[:, None] * emb[None, :]
        emb = torch.cat((emb.sin(), emb.cos()), dim=-1)
        return emb


class Mish(nn.Module):
    def forward(self, x):
        return x * torch.tanh(F.softplus(x))


class Upsample(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.conv = nn.ConvTranspose2d(dim, dim, 4, 2, 1)

    def forward(self, x):
        return self.conv(x)


class Rezero(nn.Module):
    def __init__(self, fn):
        super().__init__()
        self.fn = fn
        self.g = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return self.fn(x) * self.g


class ResnetBlock(nn.Module):
    def __init__(self, dim, dim_out, *, time_emb_dim, groups=4):
        super().__init__()
        self.mlp = nn.Sequential(Mish(), nn.Linear(time_emb_dim, dim_out))
        self.block1 = nn.Sequential(nn.Conv2d(dim, dim_out, 3, padding=1), nn.GroupNorm(groups, dim_out), Mish())
        self.block2 = nn.Sequential(nn.Conv2d(dim_out, dim_out, 3, padding=1), nn.GroupNorm(groups, dim_out), Mish())
        self.res_conv = nn.Conv2d(dim, dim_out, 1) if dim != dim_out else nn.Identity()

    def forward(self, x, time_emb):
        h = self.block1(x)
        h += self.mlp(time_emb)[:, :, None, None]
        h = self.block2(h)
        return h + self.res_conv(x)


class LinearAttention(nn.Module):
    def __init__(self, dim, heads=2, dim_head=8):
        super().__init__()
        self.heads = heads
        hidden_dim = dim_head * heads
        self.to_qkv = nn.Conv2d(dim, hidden_dim * 3, 1, bias=False)
        self.to_out = nn.Conv2d(hidden_dim, dim, 1)

    def forward(self, x):
        b, c, h, w = x.shape
        q, k, v = self.to_qkv(x).chunk(3, dim=1)
        q, k, v = map(lambda t: t.reshape(b, self.heads, -1, h * w), (q, k, v))
        k = k.softmax(dim=-1)
        context = torch.einsum('bhdn,bhen->bhde', k, v)
        out = torch.einsum('bhde,bhdn->bhen', context, q)
        return self.to_out(out.reshape(b, -1, h, w))


class Unet(nn.Module):
    def __init__(self, dim, out_dim=None, dim_mults=(1, 2), channels=1):
        super().__init__()
        dims = [channels, *map(lambda m: dim * m, dim_mults)]
        in_out = list(zip(dims[:-1], dims[1:]))
        time_dim = dim
        self.time_mlp = nn.Sequential(SinusoidalPosEmb(dim), nn.Linear(dim, dim * 4), Mish(), nn.Linear(dim * 4, dim))
        self.downs = nn.ModuleList([])
        self.ups = nn.ModuleList([])
        num_resolutions = len(in_out)
        block = partial(ResnetBlock, time_emb_dim=time_dim)
        for ind, (dim_in, dim_out) in enumerate(in_out):
            is_last = ind >= (num_resolutions - 1)
            self.downs.append(nn.ModuleList([block(dim_in, dim_out), Residual(Rezero(LinearAttention(dim_out))),
                                             nn.Conv2d(dim_out, dim_out, 3, 2, 1) if not is_last else nn.Identity()]))
        mid_dim = dims[-1]
        self.mid_block1 = block(mid_dim, mid_dim)
        for ind, (dim_in, dim_out) in enumerate(reversed(in_out[1:])):
            is_last = ind >= (num_resolutions - 1)
            self.ups.append(nn.ModuleList([block(dim_out * 2, dim_in), Residual(Rezero(LinearAttention(dim_in))),
                                           Upsample(dim_in) if not is_last else nn.Identity()]))
        out_dim = default(out_dim, channels)
        self.final_conv = nn.Sequential(nn.Conv2d(dim, dim, 3, padding=1), nn.Conv2d(dim, out_dim, 1))

    def forward(self, x, time):
        t = self.time_mlp(time)
        h = []
        for resnet, attn, downsample in self.downs:
            x = resnet(x, t)
            x = attn(x)
            h.append(x)
            x = downsample(x)
        x = self.mid_block1(x, t)
        for resnet, attn, upsample in self.ups:
            x = torch.cat((x, h.pop()), dim=1)
            x = resnet(x, t)
            x = attn(x)
            x = upsample(x)
        return self.final_conv(x)


def extract(a, t, x_shape):
    b, *_ = t.shape
    out = a.gather(-1, t)
    return out.reshape(b, *((1,) * (len(x_shape) - 1)))


def cosine_beta_schedule(timesteps, s=0.008):
    steps = timesteps + 1
    x = torch.linspace(0, steps, steps, dtype=torch.float64)
    alphas_cumprod = torch.cos(((x / steps) + s) / (1 + s) * math.pi * 0.5) ** 2
    alphas_cumprod = alphas_cumprod / alphas_cumprod[0]
    betas = 1 - (alphas_cumprod[1:] / alphas_cumprod[:-1])
    return torch.clip(betas, min=0, max=0.999)


class GaussianDiffusion(nn.Module):
    def __init__(self, denoise_fn, *, image_size, channels=1, timesteps=20, loss_type='l1'):
        super().__init__()
        self.denoise_fn, self.image_size, self.channels = denoise_fn, image_size, channels
        betas = cosine_beta_schedule(timesteps)
        alphas = 1. - betas
        alphas_cumprod = torch.cumprod(alphas, axis=0)
        alphas_cumprod_prev = torch.cat([torch.ones(1, dtype=torch.float64), alphas_cumprod[:-1]])
        self.num_timesteps = int(betas.shape[0])
        self.loss_type = loss_type
        register = lambda name, val: self.register_buffer(name, val.to(torch.float32))
        register('betas', betas)
        register('alphas_cumprod', alphas_cumprod)
        register('sqrt_alphas_cumprod', torch.sqrt(alphas_cumprod))
        register('sqrt_one_minus_alphas_cumprod', torch.sqrt(1. - alphas_cumprod))
        posterior_variance = betas * (1. - alphas_cumprod_prev) / (1. - alphas_cumprod)
        register('posterior_log_variance_clipped', torch.log(posterior_variance.clamp(min=1e-20)))
        register('posterior_mean_coef1', betas * torch.sqrt(alphas_cumprod_prev) / (1. - alphas_cumprod))
        register('posterior_mean_coef2', (1. - alphas_cumprod_prev) * torch.sqrt(alphas) / (1. - alphas_cumprod))

    @torch.no_grad()
    def p_sample(self, x, t, clip_denoised=True):
        eps = self.denoise_fn(x, t)
        x_recon = (x - extract(self.sqrt_one_minus_alphas_cumprod, t, x.shape) * eps) / \
            extract(self.sqrt_alphas_cumprod, t, x.shape)
        if clip_denoised:
            x_recon.clamp_(-1., 1.)
        mean = extract(self.posterior_mean_coef1, t, x.shape) * x_recon + extract(self.posterior_mean_coef2, t, x.shape) * x
        noise = torch.randn_like(x)
        nonzero_mask = (1 - (t == 0).float()).reshape(x.shape[0], *((1,) * (len(x.shape) - 1)))
        return mean + nonzero_mask * (0.5 * extract(self.posterior_log_variance_clipped, t, x.shape)).exp() * noise

    @torch.no_grad()
    def sample(self, batch_size=4):
        img = torch.randn((batch_size, self.channels, self.image_size, self.image_size))
        for i in reversed(range(0, self.num_timesteps)):
            img = self.p_sample(img, torch.full((batch_size,), i, dtype=torch.long))
        return img

    def forward(self, x_start, t=None, noise=None):
        b, c, h, w = x_start.shape
        assert h == self.image_size and w == self.image_size, f'height and width of image must be {self.image_size}'
        t = default(t, lambda: torch.randint(0, self.num_timesteps, (b,)).long())
        noise = default(noise, lambda: torch.randn_like(x_start))
        x_noisy = extract(self.sqrt_alphas_cumprod, t, x_start.shape) * x_start + \
            extract(self.sqrt_one_minus_alphas_cumprod, t, x_start.shape) * noise
        x_recon = self.denoise_fn(x_noisy, t)
        if self.loss_type == 'l1':
            loss = (noise - x_recon).abs().mean()
        elif self.loss_type == 'l2':
            loss = F.mse_loss(noise, x_recon)
        else:
            raise NotImplementedError()
        return loss


class Stripes(data.Dataset):
    def __init__(self, n=64):
        self.n = n

    def __len__(self):
        return self.n

    def __getitem__(self, index):
        img = torch.full((1, 8, 8), -1.)
        if index % 2:
            img[:, index // 2 % 8, :] = 1.
        else:
            img[:, :, index // 2 % 8] = 1.
        return img


class Trainer(object):
    def __init__(self, diffusion_model, dataset, *, ema_decay=0.9, train_batch_size=16, train_lr=4e-3, train_num_steps=30,
                 gradient_accumulate_every=2, step_start_ema=10, update_ema_every=5):
        self.model = diffusion_model
        self.ema = EMA(ema_decay)
        self.ema_model = copy.deepcopy(self.model)
        self.step_start_ema, self.update_ema_every = step_start_ema, update_ema_every
        self.gradient_accumulate_every, self.train_num_steps = gradient_accumulate_every, train_num_steps
        self.dl = cycle(data.DataLoader(dataset, batch_size=train_batch_size, shuffle=True, pin_memory=False))
        self.opt = torch.optim.Adam(diffusion_model.parameters(), lr=train_lr)
        self.step = 0
        self.reset_parameters()

    def reset_parameters(self):
        self.ema_model.load_state_dict(self.model.state_dict())

    def step_ema(self):
        if self.step < self.step_start_ema:
            self.reset_parameters()
            return
        self.ema.update_model_average(self.ema_model, self.model)

    def train(self):
        while self.step < self.train_num_steps:
            for i in range(self.gradient_accumulate_every):
                loss = self.model(next(self.dl))
                (loss / self.gradient_accumulate_every).backward()
            if self.step % 10 == 0:
                print(f'{self.step}: {loss.item():.4f}')
            self.opt.step()
            self.opt.zero_grad()
            if self.step % self.update_ema_every == 0:
                self.step_ema()
            self.step += 1
        print('training completed')


torch.manual_seed(123)
model = Unet(dim=16)
diffusion = GaussianDiffusion(model, image_size=8, timesteps=20)
trainer = Trainer(diffusion, Stripes())
trainer.train()
all_images = torch.cat(list(map(lambda n: trainer.ema_model.sample(batch_size=n), num_to_groups(6, 4))), dim=0)
print(all_images.shape, "%.3f %.3f" % (all_images.mean(), all_images.std()))
print(num_to_groups(6, 4), sum(b.numel() for b in diffusion.buffers()))
