"""Functions whose operands become of types that torch refuses, or takes in another way: masks, bools for
numbers, other dtypes. Also where nobody uses the result."""
import torch, torch.nn.functional as tf
F = torch.tensor([1.5, -2.0]); B = torch.tensor([True, False]); D = F.double(); I = torch.tensor([1, 2]); M = torch.ones(2, 2)


def text(r):
    return (r.dtype, r.tolist()) if isinstance(r, torch.Tensor) else r


cases = []
def case(good, *bad):
    def add(f):
        cases.append((f, good, bad))
        return f
    return add


@case(F, B)
def sub_mask(a, f=F): return f - a
@case(1, True)
def sub_bool(a, f=F): return f - a
@case(F, B)
def rsub_mask(a, f=F): return torch.rsub(f, a)
@case(2, True)
def alpha_bool(a, f=F): return torch.add(f, f, alpha=a)
@case(2, True)
def alpha_bool_s(a, f=F): return torch.sub(f, 1, alpha=a)
@case(F, B)
def lerp_mask(a, f=F): return torch.lerp(f, a, 0.5)
@case(F, D)
def lerp_d(a, f=F): return torch.lerp(f, a, 0.5)
@case(F, B)
def lerp3(a, f=F): return torch.lerp(f, f, a)
@case(F, B)
def addcmul(a, f=F): return torch.addcmul(f, a, f, value=0.5)
@case(F, B)
def addcdiv(a, f=F): return torch.addcdiv(f, a, f, value=0.5)
@case(F, I)
def addcdiv_ii(a, f=F): return torch.addcdiv(f, a, a, value=0.5)
@case(0.5, True)
def addcmul_b(a, f=F): return torch.addcmul(f, f, f, value=a)
@case(0.5, True)
def elu(a, f=F): return tf.elu(f, a)
@case(0.5, True)
def leaky(a, f=F): return tf.leaky_relu(f, a)
@case(-0.5, False)
def htanh(a, f=F): return tf.hardtanh(f, a, 1.0)
@case(-0.5, 2.0)
def htanh2(a, f=F): return tf.hardtanh(f, a, 1.0)
@case(0.5, True)
def softplus(a, f=F): return tf.softplus(f, a)
@case(0.5, True)
def thr(a, f=F): return tf.threshold(f, a, True)
@case(0.5, True)
def clampb(a, f=F): return f.clamp(min=a)
@case(0.5, None)
def clampn(a, f=F): return f.clamp(min=a)
@case(2, True)
def powb(a, f=F): return f ** a
@case(2, -1)
def pown(a, f=F): return I ** a
@case(F, B)
def mse(a, f=F): return tf.mse_loss(f, a)
@case(F, D)
def mse_d(a, f=F): return tf.mse_loss(f, a)
@case(F, I)
def mse_i(a, f=F): return tf.mse_loss(f, a)
@case(F, B)
def sl1(a, f=F): return tf.smooth_l1_loss(f, a)
@case(1.0, -1.0)
def sl1b(a, f=F): return tf.smooth_l1_loss(f, f, beta=a)
@case(F, B)
def hub(a, f=F): return tf.huber_loss(f, a)
@case(1.0, -1.0)
def hubd(a, f=F): return tf.huber_loss(f, f, delta=a)
@case(F, B)
def bce(a, f=F): return tf.binary_cross_entropy_with_logits(f, a)
@case(F, I)
def bce_i(a, f=F): return tf.binary_cross_entropy_with_logits(f, a)
@case(F > 0, F)
def where_m(a, f=F): return torch.where(a, f, f)
@case(F > 0, I)
def where_i(a, f=F): return torch.where(a, f, f)
@case(F > 0, F)
def mfill(a, f=F): return f.masked_fill(a, 1.0)
@case(torch.tensor(1.0), F)
def mfill_t(a, f=F): return f.masked_fill(f > 0, a)
@case(torch.tensor(1.0), torch.tensor(1.0, dtype=torch.float64))
def mfill_d(a, f=F): return f.masked_fill(f > 0, a)
@case(F, B)
def neg(a, f=F): return -a
@case(F, B)
def abs(a, f=F): return a.abs()
@case(F, B)
def relu(a, f=F): return a.relu()
@case(F, B)
def sign(a, f=F): return a.sign()
@case(F, I)
def silu(a, f=F): return tf.silu(a)
@case(F, B)
def exp(a, f=F): return torch.exp(a)
@case(F, B)
def max(a, f=F): return torch.maximum(f, a)
@case(F, B)
def div_(a, f=F): return torch.ones(2).div_(a)
@case(torch.ones(2), I.clone())
def idiv_(a, f=F): return a.div_(f)
@case(torch.ones(2), I.clone())
def imul_(a, f=F): return a.mul_(f)
@case(F, B)
def isub_(a, f=F): return torch.ones(2).sub_(a)
@case(F, torch.ones(3))
def shape(a, f=F): return f + a
@case(0, 3)
def sumd(a, f=F): return f.sum(dim=a)
@case((0,), (0, 0))
def sumdd(a, f=F): return f.sum(dim=a)
@case(F, I)
def meani(a, f=F): return a.mean()
@case(F, F[:0])
def maxe(a, f=F): return a.max()
@case(F, F[:0])
def amax(a, f=F): return a.amax()
@case(F[0], F)
def item(a, f=F): return a.item()
@case(M, torch.ones(3, 2))
def mm(a, f=F): return M @ a
@case(M, M.double())
def mmd(a, f=F): return M @ a
@case(F, M)
def cat(a, f=F): return torch.cat([f, a])
@case(F, B)
def catb(a, f=F): return torch.cat([f, a])
@case(4, 3)
def view(a, f=F): return M.view(a)
@case(1, 5)
def sel(a, f=F): return M.select(0, a)
@case(1, 5)
def idx(a, f=F): return M[a]
@case(1, 0)
def perm(a, f=F): return M.permute(0, a)
@case(F, B)
def softm(a, f=F): return torch.softmax(a, 0)
@case(F, I)
def softmi(a, f=F): return torch.softmax(a, 0)
@case(0.0, 1.5)
def drop(a, f=F): return tf.dropout(f, a)
@case(M, torch.ones(2, 3))
def lin(a, f=F): return tf.linear(f, a)
@case(torch.ones(2), torch.ones(2, requires_grad=True))
def inplace_leaf(a, f=F): return a.add_(1)
@case(2, 3)
def expand(a, f=F): return f.expand(a)
@case(F, I)
def std(a, f=F): return a.std()
@case(B, F)
def inverted(a, f=F): return ~a
@case(B, F)
def both(a, f=F): return a & B
@case(F, B)
def bsub(a, f=F): return a - a
@case(F, B)
def sqrt(a, f=F): return torch.sqrt(a)
@case(F, B)
def floor(a, f=F): return torch.floor(a)
@case(F, I)
def lsm(a, f=F): return tf.log_softmax(a, 0)
@case(torch.tensor([0, 1]), torch.tensor([0, 5]))
def ce(a, f=F): return tf.cross_entropy(M, a)
@case(torch.tensor([0, 1]), torch.tensor([0, 1, 1]))
def cef(a, f=F): return tf.cross_entropy(M, a)
@case(M, M[:1])
def bn(a, f=F): return tf.batch_norm(a, None, None, training=True)
@case((2,), (3,))
def ln(a, f=F): return tf.layer_norm(M, a)
@case(I, I.int(), B, F)
def index_fill(a): return torch.zeros(3).index_fill(0, a, 1.0)
@case(I, I.int(), B, F)
def index_copy(a): return torch.zeros(3).index_copy(0, a, F)
@case(I, I.int(), B, F)
def index_add(a): return torch.zeros(3).index_add(0, a, F)
@case(I, I.int(), B, F)
def unpool(a): return tf.max_unpool1d(F[None], a[None], 2)
@case(F, B, I)
def logits(a): return tf.binary_cross_entropy_with_logits(F, a)
@case(F, B, I, D)
def logits_of(a): return tf.binary_cross_entropy_with_logits(a, F)
@case(F, D, I)
def huber(a): return tf.huber_loss(F, a)


def used(f, a):
    try:
        return text(f(a))
    except Exception as e:
        return f"{type(e).__name__} {e}"


def dropped(f, a):
    f(a)
    return 1


def run(f, good, bad):
    said = []
    values = [good] * 8 + list(bad) + [good] + list(bad)
    for a in values:
        said.append(used(f, a))
    for a in values:
        try:
            said.append(dropped(f, a))
        except Exception as e:
            said.append(type(e).__name__)
    return said


for f, good, bad in cases:
    said = run(f, good, bad)
    print(f.__name__, said[0], said[8:8 + len(bad)], said[9 + len(bad):9 + 2 * len(bad)], said[9 + 2 * len(bad):])
