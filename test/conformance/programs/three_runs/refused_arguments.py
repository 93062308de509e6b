"""Functions whose arguments become such as torch refuses, after eight calls with good ones: also where
nobody uses the result."""
import torch, torch.nn.functional as tf
F = torch.arange(6.).reshape(2, 3); V = torch.arange(4.); C = torch.arange(2.)
X = torch.arange(24.).reshape(2, 3, 4); W = torch.ones(1, 1, 3); S = torch.arange(8.).reshape(1, 1, 8)
K = torch.tensor([0, 1]); N = torch.tensor(2.5)


def text(r):
    if isinstance(r, torch.Tensor):
        return r.dtype, r.shape, r.tolist()
    return [text(x) for x in r] if isinstance(r, (tuple, list)) else r


cases = []
def case(good, *bad):
    def add(f):
        cases.append((f, good, bad))
        return f
    return add


@case(1, -1, 3, 2**40)
def narrow_length(a): return V.narrow(0, 1, a)
@case(1, -1, -5, 5, 4)
def narrow_start(a): return V.narrow(0, a, 1)
@case(0, -1, 2, -3)
def narrow_dim(a): return F.narrow(a, 0, 1)
@case(2, -1, 0, 9)
def split(a): return V.split(a)
@case((1, 3), (1, 2), (5, -1), (1, 1, 1))
def split_sizes(a): return V.split(a)
@case(2, -1, 0, 9)
def chunk(a): return V.chunk(a)
@case(2, -1, 0, 9)
def tensor_split(a): return V.tensor_split(a)
@case(2, -1, 0)
def repeat_interleave(a): return V.repeat_interleave(a)
@case(0, 1, 2, -1, -3)
def flatten(a): return F.flatten(a, 1)
@case((2, 2), (), (2, -1), (3, -1))
def unflatten(a): return V.unflatten(0, a)
@case((0, 1), (0, 0), (0, 2), (0, -3))
def movedim(a): return X.movedim(a, (1, 0))
@case(V, F, N)
def outer(a): return torch.outer(V, a)
@case(C, N, V)
def matmul(a): return torch.matmul(C, a)
@case(F, X, V, N)
def diag(a): return torch.diag(a)
@case(1, 2, 0)
def same(a): return tf.conv1d(S, W, stride=a, padding="same")
@case("same", "valid", "none")
def named(a): return tf.conv1d(S, W, padding=a)
@case((1,), (1, 1), (2,))
def strides(a): return tf.conv1d(S, W, stride=a)
@case(False, True)
def to_copy(a): r = F.to(torch.float32, False, a); return r is F, r
@case(torch.float64, None, "torch.DoubleTensor", "torch.Foo")
def type_of(a): return F.type(a)
@case((2, 1), (2, -1), (0, 1), (1,))
def repeat(a): return F.repeat(a)
@case((2,), (-1,), (1, 2, 1))
def tile(a): return F.tile(a)
@case(2, 0, -1, 3, True)
def pixel(a): return tf.pixel_shuffle(torch.arange(16.).reshape(1, 4, 2, 2), a)
@case(K, K.int(), V.long(), F)
def take(a): return torch.take_along_dim(V, a, 0)
@case(1, -1, 0, 9)
def step(a): return V[::a]
@case(1, True, 2.5, "x", None, 9, -5)
def item(a): return V[a]
@case(torch.float32, torch.float64, "cpu", torch.int32)
def to(a): return F.to(a)
@case(V[0], V, V[:1], V[0].long(), V.argmax(), N.double(), True)
def of_tensors(a): return torch.tensor([a, a])
@case(1, -1, 0, 2, (1, 2), (1, 2, 3))
def conv(a): return tf.conv2d(torch.ones(1, 1, 4, 4), torch.ones(1, 1, 2, 2), stride=a)
@case(1, -1, 0, 2, (1, 1), (1, 1, 1))
def dilated(a): return tf.conv2d(torch.ones(1, 1, 4, 4), torch.ones(1, 1, 2, 2), dilation=a)
@case(2, -1, 0, 3, (2, 2), (2, 2, 2))
def pool(a): return tf.max_pool2d(torch.ones(1, 1, 4, 4), a)
@case(S, S[0], X, S[None])
def conv_input(a): return tf.conv1d(a, W)
@case(W, W[..., None], W[0])
def conv_weight(a): return tf.conv1d(S, a)
@case(N, V[:1], V, F)
def filled(a): return V.masked_fill(V > 1, a)
@case(N, V[:1], V, F)
def fill(a): return V.clone().fill_(a)
@case(V + 1, torch.ones(3), V.double(), V[:, None], 5, None, "x")
def grad(a): p = torch.ones(4, requires_grad=True); p.grad = a; return p.grad
@case(0, True, 1)
def counted(a): return list(enumerate("ab", start=a))
@case([N, N], [K[0], K[1]], [V, V], [V, N], [1, 2.5], [True, 2], [])
def tensor(a): return torch.tensor(a)
@case(0, True, [0, 1], slice(0, 1), None, ...)
def put(a): x = X.clone(); x[a, :, K] = 7.0; return x
@case(0, 1, -1)
def put_matrix(a): x = X.clone(); x[a, :, K] = torch.arange(6.).reshape(3, 2); return x
@case((0, 1), (1, 0), (1, 1), (0, 2), (0,))
def permute(a): return F.permute(a)
@case((3, 2), (6,), (4, -1), (-1, -1), (-1, 2), (0, 6), (True, 6))
def view(a): return F.view(a)
@case((2, 3), (-1, 3), (2, 2, 3), (2, -1, 3), (-1, 2, 3), (3,), (2, 4))
def expand(a): return F.expand(a)
@case(0, 1, 2, -3, True)
def softmax(a): return F.softmax(a)
@case(0, 2, -3, 1)
def select(a): return F.select(1, a)
@case(0, (0, 1), (0, 0), (2,), [], None, True)
def sums(a): return F.sum(a)
@case(1, 4, 5, 0, -1)
def topk(a): return V.topk(a)
@case(0, 5, -5, 1, True)
def triu(a): return F.triu(a)
@case(0, 1, 2, -3)
def stack(a): return torch.stack([F, F], a)
@case(0, 1, 2, -3)
def cat(a): return torch.cat([F, F], a)
@case(2, "fro", "nuc", None, 0, float("inf"), "x", True)
def norm(a): return torch.norm(F, a)
@case(0, 1, -1, 2, 5)
def roll(a): return V.roll(a)
@case((1, 1), (1, -1), (-2, -3), (1,), (1, 1, 1, 1, 1, 1))
def pad(a): return tf.pad(V, a)
@case(1, 2, 5, 0, -1)
def unfold(a): return V.unfold(0, 2, a)
@case(0, 1, -1, 2, 5, True)
def one(a): return tf.one_hot(K, a)
@case(0.5, 1.5, -0.5, 0.0)
def dropout(a): return tf.dropout(V, a).shape
@case(0, 1, -2, 2)
def unsqueeze(a): return V.unsqueeze(a)
@case(0, 1, -2, 2, (0, 1), True)
def squeeze(a): return V[:1].squeeze(a)
@case(1.0, 0, -1.0, "x")
def full(a): return torch.full((2,), a)
@case(3, -1, 0, 2.5, True)
def arange(a): return torch.arange(a)
@case(3, -1, 0, True)
def zeros(a): return torch.zeros(a)
@case(3, -1, 0)
def eye(a): return torch.eye(a)
@case(3, -1, 0, 1)
def linspace(a): return torch.linspace(0, 1, a)


def used(f, a):
    try:
        return text(f(a))
    except Exception as e:
        return f"{type(e).__name__}"


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
