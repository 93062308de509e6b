"""Steps whose distributions are spelled as names of torch.distributions: a variational autoencoder, policies, a mixture."""
# tier2: run_vae.loop.body 80% after 3
# tier2: run_sac.loop.body 80% after 3
# tier2: run_ppo.loop.body 80% after 3
# tier2: run_mixture.loop.body 80% after 3
# float-tolerance: 1e-4
import torch
import torch.nn as nn
from torch import distributions as D

torch.manual_seed(0)
encoder, decoder = nn.Linear(6, 4), nn.Linear(2, 6)
actor, critic = nn.Linear(6, 4), nn.Linear(6, 1)
opt = torch.optim.Adam(list(encoder.parameters()) + list(decoder.parameters()) + list(actor.parameters()) + list(critic.parameters()), lr=0.01)


def update(loss):
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def vae(x):
    mean, log = encoder(x).chunk(2, -1)
    q = D.Normal(mean, (0.5 * log).exp())
    z = q.rsample()
    px = D.Independent(D.Bernoulli(logits=decoder(z)), 1)
    kl = D.kl_divergence(q, D.Normal(torch.zeros_like(mean), torch.ones_like(mean))).sum(-1)
    return update((kl - px.log_prob((x > 0).float())).mean())


def sac(x):
    mean, log = actor(x).chunk(2, -1)
    d = D.TransformedDistribution(D.Normal(mean, log.clamp(-5, 2).exp()), [D.TanhTransform(cache_size=1)])
    a = d.rsample()
    return update((0.1 * d.log_prob(a).sum(-1) + a.square().sum(-1)).mean())


def ppo(x):
    mean, log = actor(x).chunk(2, -1)
    d = D.Normal(mean, log.exp())
    a = d.sample()
    old = d.log_prob(a).sum(-1).detach()
    ratio = (D.Normal(mean, log.exp()).log_prob(a).sum(-1) - old).exp()
    advantage = critic(x).squeeze(-1)
    return update(-torch.min(ratio * advantage.detach(), ratio.clamp(0.8, 1.2) * advantage.detach()).mean() + advantage.square().mean() - 0.01 * d.entropy().sum(-1).mean())


def mixture(x):
    s = actor(x)
    d = D.MixtureSameFamily(D.Categorical(logits=s[:, :2]), D.Normal(s[:, 2:], torch.ones(8, 2)))
    return update(-d.log_prob(x[:, 0]).mean())


def run_vae():
    for k in range(12):
        loss = vae(data)
    print(round(loss, 5))


def run_sac():
    for k in range(12):
        loss = sac(data)
    print(round(loss, 5))


def run_ppo():
    for k in range(12):
        loss = ppo(data)
    print(round(loss, 5))


def run_mixture():
    for k in range(12):
        loss = mixture(data)
    print(round(loss, 5))


data = torch.randn(8, 6)
run_vae()
run_sac()
run_ppo()
run_mixture()
