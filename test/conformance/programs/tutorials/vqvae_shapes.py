"""A VQ-VAE on pictures of bars and boxes: straight-through codes, a second codebook kept by moving averages, perplexity (after two repositories)."""
# float-tolerance: 5e-3
# tier2: train.loop#1.body.part 90% after 4
# tier2: train.loop#1.body.part#1 90% after 4
from __future__ import print_function
import argparse

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

parser = argparse.ArgumentParser()
parser.add_argument("--batch_size", type=int, default=16)
parser.add_argument("--n_updates", type=int, default=60)
parser.add_argument("--n_hiddens", type=int, default=16)
parser.add_argument("--embedding_dim", type=int, default=8)
parser.add_argument("--n_embeddings", type=int, default=16)
parser.add_argument("--beta", type=float, default=.25)
parser.add_argument("--learning_rate", type=float, default=3e-3)
parser.add_argument("--log_interval", type=int, default=20)
args = parser.parse_args([])
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class ResidualLayer(nn.Module):
    def __init__(self, in_dim, h_dim, res_h_dim):
        super(ResidualLayer, self).__init__()
        self.res_block = nn.Sequential(
            nn.ReLU(True),
            nn.Conv2d(in_dim, res_h_dim, kernel_size=3, stride=1, padding=1, bias=False),
            nn.ReLU(True),
            nn.Conv2d(res_h_dim, h_dim, kernel_size=1, stride=1, bias=False)
        )

    def forward(self, x):
        x = x + self.res_block(x)
        return x


class VectorQuantizer(nn.Module):
    """Codes by the nearest vector; the gradient goes straight through."""

    def __init__(self, n_e, e_dim, beta):
        super(VectorQuantizer, self).__init__()
        self.n_e = n_e
        self.e_dim = e_dim
        self.beta = beta
        self.embedding = nn.Embedding(self.n_e, self.e_dim)
        self.embedding.weight.data.uniform_(-1.0 / self.n_e, 1.0 / self.n_e)

    def distances(self, z_flattened, weight):
        return torch.sum(z_flattened ** 2, dim=1, keepdim=True) + torch.sum(weight ** 2, dim=1) - \
            2 * torch.matmul(z_flattened, weight.t())

    def forward(self, z):
        z = z.permute(0, 2, 3, 1).contiguous()
        z_flattened = z.view(-1, self.e_dim)
        d = self.distances(z_flattened, self.embedding.weight)
        min_encoding_indices = torch.argmin(d, dim=1).unsqueeze(1)
        min_encodings = torch.zeros(min_encoding_indices.shape[0], self.n_e).to(device)
        min_encodings.scatter_(1, min_encoding_indices, 1)
        z_q = torch.matmul(min_encodings, self.embedding.weight).view(z.shape)
        loss = torch.mean((z_q.detach() - z) ** 2) + self.beta * torch.mean((z_q - z.detach()) ** 2)
        z_q = z + (z_q - z).detach()
        e_mean = torch.mean(min_encodings, dim=0)
        perplexity = torch.exp(-torch.sum(e_mean * torch.log(e_mean + 1e-10)))
        return loss, z_q.permute(0, 3, 1, 2).contiguous(), perplexity, min_encoding_indices


class VectorQuantizerEMA(nn.Module):
    def __init__(self, num_embeddings, embedding_dim, commitment_cost, decay=0.95, epsilon=1e-5):
        super(VectorQuantizerEMA, self).__init__()
        self._embedding_dim = embedding_dim
        self._num_embeddings = num_embeddings
        self._embedding = nn.Embedding(num_embeddings, embedding_dim)
        self._embedding.weight.data.normal_()
        self._commitment_cost = commitment_cost
        self.register_buffer('_ema_cluster_size', torch.zeros(num_embeddings))
        self._ema_w = nn.Parameter(torch.Tensor(num_embeddings, embedding_dim))
        self._ema_w.data.normal_()
        self._decay = decay
        self._epsilon = epsilon

    def forward(self, inputs):
        inputs = inputs.permute(0, 2, 3, 1).contiguous()
        input_shape = inputs.shape
        flat_input = inputs.view(-1, self._embedding_dim)
        distances = (torch.sum(flat_input ** 2, dim=1, keepdim=True)
                     + torch.sum(self._embedding.weight ** 2, dim=1)
                     - 2 * torch.matmul(flat_input, self._embedding.weight.t()))
        encoding_indices = torch.argmin(distances, dim=1).unsqueeze(1)
        encodings = torch.zeros(encoding_indices.shape[0], self._num_embeddings, device=inputs.device)
        encodings.scatter_(1, encoding_indices, 1)
        quantized = torch.matmul(encodings, self._embedding.weight).view(input_shape)
        if self.training:
            self._ema_cluster_size = self._ema_cluster_size * self._decay + (1 - self._decay) * torch.sum(encodings, 0)
            n = torch.sum(self._ema_cluster_size.data)
            self._ema_cluster_size = (
                (self._ema_cluster_size + self._epsilon)
                / (n + self._num_embeddings * self._epsilon) * n)
            dw = torch.matmul(encodings.t(), flat_input)
            self._ema_w = nn.Parameter(self._ema_w * self._decay + (1 - self._decay) * dw)
            self._embedding.weight = nn.Parameter(self._ema_w / self._ema_cluster_size.unsqueeze(1))
        e_latent_loss = F.mse_loss(quantized.detach(), inputs)
        loss = self._commitment_cost * e_latent_loss
        quantized = inputs + (quantized - inputs).detach()
        avg_probs = torch.mean(encodings, dim=0)
        perplexity = torch.exp(-torch.sum(avg_probs * torch.log(avg_probs + 1e-10)))
        return loss, quantized.permute(0, 3, 1, 2).contiguous(), perplexity, encoding_indices


class VQVAE(nn.Module):
    def __init__(self, h_dim, quantizer, embedding_dim):
        super(VQVAE, self).__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, h_dim, kernel_size=4, stride=2, padding=1), nn.ReLU(),
            nn.Conv2d(h_dim, h_dim, kernel_size=3, stride=1, padding=1), ResidualLayer(h_dim, h_dim, 8), nn.ReLU())
        self.pre_quantization_conv = nn.Conv2d(h_dim, embedding_dim, kernel_size=1, stride=1)
        self.vector_quantization = quantizer
        self.decoder = nn.Sequential(
            nn.ConvTranspose2d(embedding_dim, h_dim, kernel_size=3, stride=1, padding=1), ResidualLayer(h_dim, h_dim, 8), nn.ReLU(),
            nn.ConvTranspose2d(h_dim, 1, kernel_size=4, stride=2, padding=1))

    def forward(self, x):
        z_e = self.pre_quantization_conv(self.encoder(x))
        embedding_loss, z_q, perplexity, codes = self.vector_quantization(z_e)
        return embedding_loss, self.decoder(z_q), perplexity, codes


def pictures(n):
    x = torch.rand(n, 1, 8, 8) * 0.1
    for i, kind in enumerate(np.random.randint(0, 3, n)):
        at = np.random.randint(1, 5)
        if kind == 0:
            x[i, 0, at] += 0.8
        elif kind == 1:
            x[i, 0, :, at] += 0.8
        else:
            x[i, 0, at:at + 3, at:at + 3] += 0.8
    return x


def train(model, training_data):
    optimizer = optim.Adam([p for p in model.parameters() if p.requires_grad], lr=args.learning_rate, amsgrad=True)
    x_train_var = np.var(training_data.numpy() / 1.0)
    results = {'n_updates': 0, 'recon_errors': [], 'loss_vals': [], 'perplexities': []}
    model.train()
    for i in range(args.n_updates):
        start = i * args.batch_size % len(training_data)
        x = training_data[start:start + args.batch_size].to(device)
        optimizer.zero_grad()
        embedding_loss, x_hat, perplexity, _ = model(x)
        recon_loss = torch.mean((x_hat - x) ** 2) / x_train_var
        loss = recon_loss + embedding_loss
        loss.backward()
        optimizer.step()
        results["recon_errors"].append(recon_loss.cpu().detach().numpy())
        results["perplexities"].append(perplexity.cpu().detach().numpy())
        results["loss_vals"].append(loss.cpu().detach().numpy())
        results["n_updates"] = i
        if (i + 1) % args.log_interval == 0:
            print('Update #', i + 1, 'Recon Error: %.3f' % np.mean(results["recon_errors"][-args.log_interval:]),
                  'Loss falls', bool(np.mean(results["loss_vals"][-args.log_interval:]) <= results["loss_vals"][0]),
                  'Perplexity >= 1:', bool(np.mean(results["perplexities"][-args.log_interval:]) >= 0.999))
    return results


np.random.seed(3)
torch.manual_seed(3)
data = pictures(96)
for quantizer in (VectorQuantizer(args.n_embeddings, args.embedding_dim, args.beta),
                  VectorQuantizerEMA(args.n_embeddings, args.embedding_dim, args.beta)):
    model = VQVAE(args.n_hiddens, quantizer, args.embedding_dim).to(device)
    results = train(model, data)
    model.eval()
    with torch.no_grad():
        _, _, _, codes = model(data[:4])
    print(type(quantizer).__name__, codes.view(4, -1).shape, 'better', bool(results['recon_errors'][-1] < results['recon_errors'][0]))
