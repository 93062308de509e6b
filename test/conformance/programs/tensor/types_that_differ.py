"""Operations of two tensors of types that do not go together: what raises, and what it says."""
import torch
import torch.nn as nn
import torch.nn.functional as F

f = torch.ones(3, 3)
d, h, i = f.double(), f.half(), torch.ones(3, 3, dtype=torch.int64)


def t(name, fn):
    try:
        print(name, fn().dtype)
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0])


for n, x in (("f", f), ("d", d), ("i", i), ("h", h)):
    for m, w in (("f", f), ("d", d)):
        if n == m:
            continue
        t(f"linear {n}{m}", lambda: F.linear(x, w))
        t(f"linear3 {n}{m}", lambda: F.linear(x[None], w))
        t(f"linear1 {n}{m}", lambda: F.linear(x[0], w))
        t(f"linearb {n}{m}", lambda: F.linear(x, w, w[0]))
        t(f"linearb3 {n}{m}", lambda: F.linear(x[None], w, w[0]))
        t(f"linearb1 {n}{m}", lambda: F.linear(x[0], w, w[0]))
        t(f"linearx {n}{m}", lambda: F.linear(w, w, x[0]))
        t(f"linearx3 {n}{m}", lambda: F.linear(w[None], w, x[0]))
        t(f"mm {n}{m}", lambda: x @ w)
        t(f"mv {n}{m}", lambda: x @ w[0])
        t(f"dot {n}{m}", lambda: x[0] @ w[0])
        t(f"bmm {n}{m}", lambda: x[None].bmm(w[None]))
        t(f"matmul3 {n}{m}", lambda: x[None] @ w[None])
        t(f"einsum {n}{m}", lambda: torch.einsum("ij,jk->ik", x, w))
        t(f"addmm1 {n}{m}", lambda: torch.addmm(x, w, w))
        t(f"addmm2 {n}{m}", lambda: torch.addmm(w, x, w))
        t(f"addmm3 {n}{m}", lambda: torch.addmm(w, w, x))
        t(f"baddbmm1 {n}{m}", lambda: torch.baddbmm(x[None], w[None], w[None]))
        t(f"baddbmm2 {n}{m}", lambda: torch.baddbmm(w[None], x[None], w[None]))
        t(f"addmv {n}{m}", lambda: torch.addmv(w[0], x, w[0]))
        t(f"convb {n}{m}", lambda: F.conv1d(x[None], w[:,:,None], w[0]))
        t(f"convx {n}{m}", lambda: F.conv1d(w[None], w[:,:,None], x[0]))
        if n != "h":  # torch words it by what the processor can do
            t(f"conv {n}{m}", lambda: F.conv1d(x[None], w[:,:,None]))
            t(f"convt {n}{m}", lambda: F.conv_transpose1d(x[None], w[:,:,None]))
            t(f"convtb {n}{m}", lambda: F.conv_transpose1d(x[None], w[:,:,None], w[0]))
            t(f"conv2 {n}{m}", lambda: F.conv2d(x[None,:,:,None], w[:,:,None,None]))
        t(f"bilinear {n}{m}", lambda: F.bilinear(x, x, w[None].expand(2,3,3).contiguous(), None))
        t(f"bn0 {n}{m}", lambda: F.batch_norm(x, None, None, None, None, True))
        t(f"ln {n}{m}", lambda: F.layer_norm(x, (3,), w[0], w[0]))
        t(f"gn {n}{m}", lambda: F.group_norm(x, 3, w[0], w[0]))
        t(f"mse {n}{m}", lambda: F.mse_loss(x, w))
        t(f"bce {n}{m}", lambda: F.binary_cross_entropy(x*0.5, w*0.5))
        t(f"ce {n}{m}", lambda: F.cross_entropy(x, w))
        t(f"lstm {n}{m}", lambda: nn.LSTM(3,3).to(w.dtype)(x)[0])
        t(f"gru {n}{m}", lambda: nn.GRU(3,3).to(w.dtype)(x)[0])
        t(f"lstmc {n}{m}", lambda: nn.LSTMCell(3,3).to(w.dtype)(x)[0])
        t(f"mha {n}{m}", lambda: nn.MultiheadAttention(3,1).to(w.dtype)(x,x,x)[0])
        t(f"tel {n}{m}", lambda: nn.TransformerEncoderLayer(3,1,4).to(w.dtype)(x[None]))
        t(f"sdpa {n}{m}", lambda: F.scaled_dot_product_attention(x[None], w[None], w[None]))
        t(f"outer {n}{m}", lambda: torch.outer(x[0], w[0]))
        t(f"where {n}{m}", lambda: torch.where(f > 0, x, w))
        t(f"lerp {n}{m}", lambda: torch.lerp(x, w, 0.5))
        t(f"prelu {n}{m}", lambda: F.prelu(x, w[0]))
        t(f"embed {n}{m}", lambda: F.embedding(x, w))
        t(f"index_add {n}{m}", lambda: x.index_add(0, torch.tensor([0,1,2]), w))
        t(f"scatter {n}{m}", lambda: x.scatter(0, torch.zeros(3,3,dtype=torch.int64), w))
        t(f"gather {n}{m}", lambda: w.gather(0, x))
        t(f"cat {n}{m}", lambda: torch.cat([x, w]))
        t(f"copy {n}{m}", lambda: x.clone().copy_(w))
        t(f"iadd {n}{m}", lambda: x.clone().add_(w))
