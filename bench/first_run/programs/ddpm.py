# Diffusion model with a small U-Net, a moving average of its weights, and sampling at the end.
import copy
import torch
import torch.nn as nn
import torch.nn.functional as F

STEPS = 500
torch.manual_seed(5)
T = 50


def linear_beta_schedule(timesteps):
    return torch.linspace(1e-4, 0.02, timesteps)


betas = linear_beta_schedule(T)
alphas = 1. - betas
alphas_cumprod = torch.cumprod(alphas, axis=0)
alphas_cumprod_prev = F.pad(alphas_cumprod[:-1], (1, 0), value=1.0)
sqrt_recip_alphas = torch.sqrt(1.0 / alphas)
sqrt_ac, sqrt_om = torch.sqrt(alphas_cumprod), torch.sqrt(1. - alphas_cumprod)
posterior_variance = betas * (1. - alphas_cumprod_prev) / (1. - alphas_cumprod)


def extract(a, t, x_shape):
    batch_size = t.shape[0]
    out = a.gather(-1, t)
    return out.reshape(batch_size, *((1,) * (len(x_shape) - 1)))


class SinusoidalPositionEmbeddings(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim

    def forward(self, time):
        half = self.dim // 2
        emb = torch.exp(torch.arange(half, device=time.device) * -(torch.log(torch.tensor(10000.0)) / (half - 1)))
        emb = time[:, None] * emb[None, :]
        return torch.cat((emb.sin(), emb.cos()), dim=-1)


class Block(nn.Module):
    def __init__(self, i, o, emb):
        super().__init__()
        self.c1, self.c2 = nn.Conv2d(i, o, 3, padding=1), nn.Conv2d(o, o, 3, padding=1)
        self.n = nn.GroupNorm(4, o)
        self.t = nn.Linear(emb, o)
        self.res = nn.Conv2d(i, o, 1) if i != o else nn.Identity()

    def forward(self, x, t):
        h = F.silu(self.n(self.c1(x))) + self.t(F.silu(t))[:, :, None, None]
        return F.silu(self.c2(h)) + self.res(x)


class Unet(nn.Module):
    def __init__(self, ch=12):
        super().__init__()
        self.temb = nn.Sequential(SinusoidalPositionEmbeddings(16), nn.Linear(16, 32), nn.SiLU(), nn.Linear(32, 32))
        self.d1, self.d2 = Block(1, ch, 32), Block(ch, 2 * ch, 32)
        self.mid = Block(2 * ch, 2 * ch, 32)
        self.u1, self.u2 = Block(4 * ch, ch, 32), Block(2 * ch, ch, 32)
        self.out = nn.Conv2d(ch, 1, 1)

    def forward(self, x, t):
        t = self.temb(t)
        h1 = self.d1(x, t)
        h2 = self.d2(F.avg_pool2d(h1, 2), t)
        m = self.mid(h2, t)
        u = self.u1(torch.cat([m, h2], 1), t)
        u = F.interpolate(u, scale_factor=2, mode="nearest")
        return self.out(self.u2(torch.cat([u, h1], 1), t))


class EMA:
    def __init__(self, beta):
        self.beta, self.step = beta, 0

    def update_model_average(self, ma_model, current_model):
        for cur, ma in zip(current_model.parameters(), ma_model.parameters()):
            old, up = ma.data, cur.data
            ma.data = self.update_average(old, up)

    def update_average(self, old, new):
        if old is None:
            return new
        return old * self.beta + (1 - self.beta) * new

    def step_ema(self, ema_model, model, step_start_ema=5):
        if self.step < step_start_ema:
            ema_model.load_state_dict(model.state_dict())
            self.step += 1
            return
        self.update_model_average(ema_model, model)
        self.step += 1


model = Unet()
ema_model = copy.deepcopy(model).eval().requires_grad_(False)
ema = EMA(0.95)
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
data = torch.zeros(128, 1, 8, 8)
for i in range(128):
    data[i, 0, i % 8, :] = 1.0
    data[i, 0, :, (i // 8) % 8] = 1.0
data = data * 2 - 1
losses = []
for step in range(STEPS):
    idx = torch.randint(0, 128, (16,))
    x0 = data[idx]
    t = torch.randint(0, T, (16,)).long()
    noise = torch.randn_like(x0)
    xt = extract(sqrt_ac, t, x0.shape) * x0 + extract(sqrt_om, t, x0.shape) * noise
    loss = F.smooth_l1_loss(noise, model(xt, t))
    opt.zero_grad()
    loss.backward()
    opt.step()
    ema.step_ema(ema_model, model)
    losses.append(loss.item())
    if step % 20 == 19:
        print("Loss:", round(sum(losses[-20:]) / 20, 4))


@torch.no_grad()
def p_sample(net, x, t, t_index):
    mean = extract(sqrt_recip_alphas, t, x.shape) * (x - extract(betas, t, x.shape) * net(x, t) / extract(sqrt_om, t, x.shape))
    if t_index == 0:
        return mean
    return mean + torch.sqrt(extract(posterior_variance, t, x.shape)) * torch.randn_like(x)


img = torch.randn(4, 1, 8, 8)
for i in reversed(range(0, T)):
    img = p_sample(ema_model, img, torch.full((4,), i, dtype=torch.long), i)
print("%.2f %.2f" % (img.mean().item(), img.std().item()))
