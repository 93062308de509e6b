"""WGAN-GP, a spectral-norm GAN with hinge loss and a CycleGAN with an image pool, written as in 2018 repositories."""
# tier2: train_wgan.loop.body 80% after 3
# tier2: train_sngan.loop.body 80% after 3
# tier2: CycleGAN.backward_G.forward 80% after 3
# tier2: CycleGAN.optimize_parameters.part 80% after 3
# tier2: CycleGAN.optimize_parameters.part#3 80% after 3
# tier2: CycleGAN.optimize_parameters.part#4 80% after 3
# float-tolerance: 2e-3
from __future__ import print_function
import argparse
import itertools
import random

import torch
import torch.nn as nn
import torch.optim as optim
from torch import autograd
from torch.autograd import Variable
from torch.nn.utils import spectral_norm

opt = argparse.Namespace(ngf=16, ndf=16, nz=4, lambda_gp=10., n_critic=2, beta1=0.5, lr=2e-3, pool_size=12, seed=999)
print("Random Seed: ", opt.seed)
random.seed(opt.seed)
torch.manual_seed(opt.seed)


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find('Linear') != -1:
        m.weight.data.normal_(0.0, 0.2)
        m.bias.data.fill_(0)
    elif classname.find('BatchNorm') != -1:
        m.weight.data.normal_(1.0, 0.02)
        m.bias.data.fill_(0)


def ring(n):
    angle = (torch.FloatTensor(n).uniform_() * 8).floor() * (3.14159265 / 4)
    return torch.stack([angle.cos(), angle.sin()], 1) * 2 + torch.FloatTensor(n, 2).normal_(0, 0.05)


class Generator(nn.Module):
    def __init__(self):
        super(Generator, self).__init__()
        self.main = nn.Sequential(nn.Linear(opt.nz, opt.ngf), nn.BatchNorm1d(opt.ngf), nn.ReLU(True),
                                  nn.Linear(opt.ngf, opt.ngf), nn.BatchNorm1d(opt.ngf), nn.ReLU(True), nn.Linear(opt.ngf, 2))

    def forward(self, noise):
        return self.main(noise)


class Critic(nn.Module):
    def __init__(self, norm=lambda m: m):
        super(Critic, self).__init__()
        self.main = nn.Sequential(norm(nn.Linear(2, opt.ndf)), nn.LeakyReLU(0.2, inplace=True),
                                  norm(nn.Linear(opt.ndf, opt.ndf)), nn.LeakyReLU(0.2, inplace=True), norm(nn.Linear(opt.ndf, 1)))

    def forward(self, input):
        return self.main(input).view(-1)


def calc_gradient_penalty(netD, real_data, fake_data):
    alpha = torch.rand(real_data.size(0), 1)
    alpha = alpha.expand(real_data.size())
    interpolates = alpha * real_data + ((1 - alpha) * fake_data)
    interpolates = autograd.Variable(interpolates, requires_grad=True)
    disc_interpolates = netD(interpolates)
    gradients = autograd.grad(outputs=disc_interpolates, inputs=interpolates,
                              grad_outputs=torch.ones(disc_interpolates.size()),
                              create_graph=True, retain_graph=True, only_inputs=True)[0]
    return ((gradients.norm(2, dim=1) - 1) ** 2).mean() * opt.lambda_gp


def train_wgan(iterations=30):
    netG, netD = Generator(), Critic()
    netG.apply(weights_init)
    netD.apply(weights_init)
    optimizerD = optim.Adam(netD.parameters(), lr=opt.lr, betas=(opt.beta1, 0.9))
    optimizerG = optim.Adam(netG.parameters(), lr=opt.lr, betas=(opt.beta1, 0.9))
    one = torch.tensor(1, dtype=torch.float)
    mone = one * -1
    for iteration in range(iterations):
        for p in netD.parameters():  # reset requires_grad
            p.requires_grad = True
        for iter_d in range(opt.n_critic):
            real_data_v = autograd.Variable(ring(32))
            netD.zero_grad()
            D_real = netD(real_data_v).mean()
            D_real.backward(mone)
            noise = torch.randn(32, opt.nz)
            with torch.no_grad():
                noisev = autograd.Variable(noise)
            fake = autograd.Variable(netG(noisev).data)
            D_fake = netD(fake).mean()
            D_fake.backward(one)
            gradient_penalty = calc_gradient_penalty(netD, real_data_v.data, fake.data)
            gradient_penalty.backward()
            Wasserstein_D = D_real - D_fake
            optimizerD.step()
        for p in netD.parameters():
            p.requires_grad = False  # to avoid computation
        netG.zero_grad()
        fake = netG(autograd.Variable(torch.randn(32, opt.nz)))
        G = netD(fake).mean()
        G.backward(mone)
        optimizerG.step()
        if iteration % 10 == 9:
            print('wgan %d W %.4f G %.4f gp %.4f' % (iteration, Wasserstein_D.item(), -G.item(), gradient_penalty.item()))


def train_sngan(iterations=30):
    netG, netD = Generator(), Critic(spectral_norm)
    optD = optim.Adam(filter(lambda p: p.requires_grad, netD.parameters()), lr=opt.lr, betas=(0.0, 0.9))
    optG = optim.Adam(netG.parameters(), lr=opt.lr, betas=(0.0, 0.9))
    schedG = optim.lr_scheduler.ExponentialLR(optG, gamma=0.99)
    for it in range(iterations):
        z = torch.randn(32, opt.nz)
        loss_d = nn.ReLU()(1.0 - netD(ring(32))).mean() + nn.ReLU()(1.0 + netD(netG(z).detach())).mean()
        optD.zero_grad()
        loss_d.backward()
        optD.step()
        loss_g = -netD(netG(torch.randn(32, opt.nz))).mean()
        optG.zero_grad()
        loss_g.backward()
        optG.step()
        schedG.step()
        if it % 10 == 9:
            print('sngan %d D %.4f G %.4f lr %.5f' % (it, loss_d.item(), loss_g.item(), schedG.get_last_lr()[0]))
    print(sorted(n for n, _ in netD.named_buffers()), [n for n, _ in netD.named_parameters()][:2])


class ImagePool():
    def __init__(self, pool_size):
        self.pool_size = pool_size
        self.num_imgs = 0
        self.images = []

    def query(self, images):
        return_images = []
        for image in images:
            image = torch.unsqueeze(image.data, 0)
            if self.num_imgs < self.pool_size:
                self.num_imgs = self.num_imgs + 1
                self.images.append(image)
                return_images.append(image)
            else:
                p = random.uniform(0, 1)
                if p > 0.5:
                    random_id = random.randint(0, self.pool_size - 1)
                    tmp = self.images[random_id].clone()
                    self.images[random_id] = image
                    return_images.append(tmp)
                else:
                    return_images.append(image)
        return torch.cat(return_images, 0)


class GANLoss(nn.Module):
    def __init__(self, target_real_label=1.0, target_fake_label=0.0):
        super(GANLoss, self).__init__()
        self.register_buffer('real_label', torch.tensor(target_real_label))
        self.register_buffer('fake_label', torch.tensor(target_fake_label))
        self.loss = nn.MSELoss()

    def __call__(self, prediction, target_is_real):
        target = self.real_label if target_is_real else self.fake_label
        return self.loss(prediction, target.expand_as(prediction))


class CycleGAN:
    def __init__(self):
        mlp = lambda i, o: nn.Sequential(nn.Linear(i, 16), nn.LayerNorm(16), nn.Tanh(), nn.Linear(16, o))
        self.netG_A, self.netG_B, self.netD_A, self.netD_B = mlp(2, 2), mlp(2, 2), Critic(), Critic()
        self.fake_A_pool, self.fake_B_pool = ImagePool(opt.pool_size), ImagePool(opt.pool_size)
        self.criterionGAN, self.criterionCycle = GANLoss(), nn.L1Loss()
        self.optimizer_G = optim.Adam(itertools.chain(self.netG_A.parameters(), self.netG_B.parameters()), lr=opt.lr, betas=(opt.beta1, 0.999))
        self.optimizer_D = optim.Adam(itertools.chain(self.netD_A.parameters(), self.netD_B.parameters()), lr=opt.lr, betas=(opt.beta1, 0.999))
        self.loss_names = ['D_A', 'G_A', 'cycle_A', 'D_B', 'G_B', 'cycle_B']

    def set_requires_grad(self, nets, requires_grad=False):
        if not isinstance(nets, list):
            nets = [nets]
        for net in nets:
            if net is not None:
                for param in net.parameters():
                    param.requires_grad = requires_grad

    def forward(self):
        self.fake_B = self.netG_A(self.real_A)
        self.rec_A = self.netG_B(self.fake_B)
        self.fake_A = self.netG_B(self.real_B)
        self.rec_B = self.netG_A(self.fake_A)

    def backward_D_basic(self, netD, real, fake):
        loss_D = (self.criterionGAN(netD(real), True) + self.criterionGAN(netD(fake.detach()), False)) * 0.5
        loss_D.backward()
        return loss_D

    def backward_G(self):
        self.loss_G_A = self.criterionGAN(self.netD_A(self.fake_B), True)
        self.loss_G_B = self.criterionGAN(self.netD_B(self.fake_A), True)
        self.loss_cycle_A = self.criterionCycle(self.rec_A, self.real_A) * 10
        self.loss_cycle_B = self.criterionCycle(self.rec_B, self.real_B) * 10
        self.loss_G = self.loss_G_A + self.loss_G_B + self.loss_cycle_A + self.loss_cycle_B
        self.loss_G.backward()

    def optimize_parameters(self, real_A, real_B):
        self.real_A, self.real_B = real_A, real_B
        self.forward()
        self.set_requires_grad([self.netD_A, self.netD_B], False)
        self.optimizer_G.zero_grad()
        self.backward_G()
        self.optimizer_G.step()
        self.set_requires_grad([self.netD_A, self.netD_B], True)
        self.optimizer_D.zero_grad()
        self.loss_D_A = self.backward_D_basic(self.netD_A, self.real_B, self.fake_B_pool.query(self.fake_B))
        self.loss_D_B = self.backward_D_basic(self.netD_B, self.real_A, self.fake_A_pool.query(self.fake_A))
        self.optimizer_D.step()

    def get_current_losses(self):
        return {name: getattr(self, 'loss_' + name).item() for name in self.loss_names}


train_wgan()
train_sngan()
model = CycleGAN()
for i in range(24):
    model.optimize_parameters(ring(8), torch.randn(8, 2) * 0.3 + 1)
    if i % 8 == 7:
        print('cycle', i, ' '.join('%s: %.3f' % (k, v) for k, v in model.get_current_losses().items()))
