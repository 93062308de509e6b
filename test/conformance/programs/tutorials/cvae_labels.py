# tier2: train.loop.body 90% after 3
# tier2: test.loop.body 90% after 3
'''Conditional VAE and beta-VAE, in the spelling of 2017: Variable, .cuda() flags, size_average, binary_cross_entropy.'''
# float-tolerance: 2e-3
from __future__ import print_function
import argparse
import warnings
import torch
import torch.utils.data
from torch import nn, optim
from torch.autograd import Variable
from torch.nn import functional as F

warnings.filterwarnings("ignore")
parser = argparse.ArgumentParser(description='CVAE')
parser.add_argument('--batch-size', type=int, default=32, metavar='N', help='input batch size for training (default: 32)')
parser.add_argument('--epochs', type=int, default=4, metavar='N')
parser.add_argument('--no-cuda', action='store_true', default=False, help='enables CUDA training')
parser.add_argument('--seed', type=int, default=1, metavar='S')
parser.add_argument('--log-interval', type=int, default=3, metavar='N')
parser.add_argument('--beta', type=float, default=4.0)
args = parser.parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()
torch.manual_seed(args.seed)
if args.cuda:
    torch.cuda.manual_seed(args.seed)
kwargs = {'num_workers': 1, 'pin_memory': True} if args.cuda else {}

SIDE, CLASSES = 7, 5


def toy_digits(n):
    labels = torch.LongTensor(n).random_(0, CLASSES)
    images = torch.FloatTensor(n, SIDE, SIDE).uniform_(0, 0.2)
    for i in range(n):
        k = labels[i]
        images[i][k + 1].fill_(0.9)
        images[i, :, (2 * k + 1) % SIDE] = 0.8
    return images, labels


train_loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(*toy_digits(256)),
                                           batch_size=args.batch_size, shuffle=True, **kwargs)
test_loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(*toy_digits(64)),
                                          batch_size=args.batch_size, shuffle=False, **kwargs)


def to_onehot(y, n):
    y = y.view(-1, 1) if y.dim() == 1 else y
    return torch.zeros(y.size(0), n).type_as(torch.FloatTensor()).scatter_(1, y, 1)


class CVAE(nn.Module):
    def __init__(self, latent=4, classes=CLASSES):
        super(CVAE, self).__init__()
        self.fc1 = nn.Linear(SIDE * SIDE + classes, 40)
        self.fc21 = nn.Linear(40, latent)
        self.fc22 = nn.Linear(40, latent)
        self.fc3 = nn.Linear(latent + classes, 40)
        self.fc4 = nn.Linear(40, SIDE * SIDE)
        self.relu = nn.ReLU(inplace=True)
        self.sigmoid = nn.Sigmoid()
        self.latent = latent

    def encode(self, x, c):
        h1 = self.relu(self.fc1(torch.cat([x, c], 1)))
        return self.fc21(h1), self.fc22(h1)

    def reparametrize(self, mu, logvar):
        std = logvar.mul(0.5).exp_()
        if args.cuda:
            eps = torch.cuda.FloatTensor(std.size()).normal_()
        else:
            eps = torch.FloatTensor(std.size()).normal_()
        eps = Variable(eps)
        return eps.mul(std).add_(mu)

    def decode(self, z, c):
        h3 = self.relu(self.fc3(torch.cat((z, c), 1)))
        return self.sigmoid(self.fc4(h3))

    def forward(self, x, c):
        mu, logvar = self.encode(x.view(-1, SIDE * SIDE), c)
        z = self.reparametrize(mu, logvar)
        return self.decode(z, c), mu, logvar


reconstruction_function = nn.BCELoss()
reconstruction_function.size_average = False
sum_bce = nn.BCELoss(size_average=False)


def loss_function(recon_x, x, mu, logvar, beta):
    BCE = sum_bce(recon_x, x.view(-1, SIDE * SIDE))
    KLD_element = mu.pow(2).add_(logvar.exp()).mul_(-1).add_(1).add_(logvar)
    KLD = torch.sum(KLD_element).mul_(-0.5)
    return BCE + beta * KLD, BCE, KLD


def train(epoch, model, optimizer, beta):
    model.train()
    train_loss = 0
    for batch_idx, (data, target) in enumerate(train_loader):
        data = Variable(data)
        cond = Variable(to_onehot(target, CLASSES))
        if args.cuda:
            data = data.cuda()
        optimizer.zero_grad()
        recon_batch, mu, logvar = model(data, cond)
        loss, bce, kld = loss_function(recon_batch, data, mu, logvar, beta)
        loss.backward()
        train_loss += loss.data.item()
        optimizer.step()
        if batch_idx % args.log_interval == 0:
            print('Train Epoch: {} [{}/{} ({:.0f}%)]\tLoss: {:.4f} ({:.4f} + {:.4f})'.format(
                epoch, batch_idx * len(data), len(train_loader.dataset), 100. * batch_idx / len(train_loader),
                loss.data.item() / len(data), bce.data.item() / len(data), kld.data.item() / len(data)))
    print('====> Epoch: {} Average loss: {:.4f}'.format(epoch, train_loss / len(train_loader.dataset)))


def test(epoch, model, beta):
    model.eval()
    test_loss = 0
    for i, (data, target) in enumerate(test_loader):
        with torch.no_grad():
            data, cond = Variable(data), Variable(to_onehot(target, CLASSES))
            recon_batch, mu, logvar = model(data, cond)
            test_loss += loss_function(recon_batch, data, mu, logvar, beta)[0].data
    test_loss /= len(test_loader.dataset)
    print('====> Test set loss: {:.4f}'.format(test_loss))


for beta in (1.0, args.beta):
    model = CVAE()
    if args.cuda:
        model.cuda()
    optimizer = optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(1, args.epochs + 1):
        train(epoch, model, optimizer, beta)
        test(epoch, model, beta)
    c = to_onehot(torch.arange(CLASSES), CLASSES)
    sample = Variable(torch.zeros(CLASSES, model.latent))
    sample = model.decode(sample, Variable(c)).cpu().data.view(CLASSES, SIDE, SIDE)
    print('beta %.1f rows' % beta, sample.mean(2).max(1)[1].tolist(), 'sum %.2f' % sample.sum())
