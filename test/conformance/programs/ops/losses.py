# stderr: last line because kl_div and mse_loss give no advice
# Losses: reductions, weights, targets of both kinds, errors, gradients.
import torch
import torch.nn.functional as F

from _cases import check, finish, floating, gradients, names, values

D = torch.float64
x, y = values(4, 5, dtype=D), values(4, 5, dtype=D, turn=1)
p, q = values(4, 5, dtype=D, low=0.1, high=0.9), values(4, 5, dtype=D, low=0.1, high=0.9, turn=1)
target, weight = torch.tensor([0, 3, 4, 1]), values(5, dtype=D, low=0.5, high=2)
signs = torch.where(y > 0, 1.0, -1.0).to(D)
probabilities = F.softmax(y, 1)
planes, plane = values(2, 3, 2, 2, dtype=D), torch.tensor([[[0, 2], [1, 1]], [[2, 2], [0, -100]]])
pairs = {"mse_loss": (F.mse_loss, x, y), "l1_loss": (F.l1_loss, x, y), "smooth_l1_loss": (F.smooth_l1_loss, x, y), "smooth_l1_loss beta": (lambda a, b, reduction: F.smooth_l1_loss(a, b, beta=0.3, reduction=reduction), x, y),
         "smooth_l1_loss 0": (lambda a, b, reduction: F.smooth_l1_loss(a, b, beta=0.0, reduction=reduction), x, y), "huber_loss": (F.huber_loss, x, y), "huber_loss delta": (lambda a, b, reduction: F.huber_loss(a, b, delta=0.7, reduction=reduction), x, y),
         "binary_cross_entropy": (F.binary_cross_entropy, p, q), "bce weight": (lambda a, b, w, reduction: F.binary_cross_entropy(a, b, w.detach(), reduction=reduction), p, q, weight), "bce logits": (F.binary_cross_entropy_with_logits, x, q),
         "bce logits weights": (lambda a, b, w, reduction: F.binary_cross_entropy_with_logits(a, b, w.detach(), pos_weight=weight * 2, reduction=reduction), x, q, weight), "kl_div": (F.kl_div, F.log_softmax(x, 1), probabilities), "kl_div log": (lambda a, b, reduction: F.kl_div(a, b, log_target=True, reduction=reduction), F.log_softmax(x, 1), F.log_softmax(y, 1)),
         "cross_entropy": (lambda a, reduction: F.cross_entropy(a, target, reduction=reduction), x), "cross_entropy weight": (lambda a, w, reduction: F.cross_entropy(a, target, w.detach(), reduction=reduction), x, weight), "cross_entropy smooth": (lambda a, reduction: F.cross_entropy(a, target, label_smoothing=0.1, reduction=reduction), x),
         "cross_entropy ignore": (lambda a, reduction: F.cross_entropy(a, target, ignore_index=3, reduction=reduction), x), "cross_entropy probabilities": (lambda a, b, reduction: F.cross_entropy(a, b, reduction=reduction), x, probabilities), "cross_entropy planes": (lambda a, reduction: F.cross_entropy(a, plane, reduction=reduction), planes),
         "cross_entropy smooth weight": (lambda a, reduction: F.cross_entropy(a, target, weight, label_smoothing=0.2, reduction=reduction), x), "nll_loss": (lambda a, reduction: F.nll_loss(F.log_softmax(a, 1), target, reduction=reduction), x), "nll_loss weight": (lambda a, reduction: F.nll_loss(a, target, weight, reduction=reduction), x), "poisson_nll_loss": (lambda a, b, reduction: F.poisson_nll_loss(a, b, reduction=reduction), x, p),
         "gaussian_nll_loss": (lambda a, b, v, reduction: F.gaussian_nll_loss(a, b, v, reduction=reduction), x, y, p), "soft_margin_loss": (lambda a, reduction: F.soft_margin_loss(a, signs, reduction=reduction), x), "hinge_embedding_loss": (lambda a, reduction: F.hinge_embedding_loss(a, signs, reduction=reduction), x),
         "margin_ranking_loss": (lambda a, b, reduction: F.margin_ranking_loss(a, b, signs, 0.2, reduction=reduction), x, y), "triplet_margin_loss": (lambda a, b, c, reduction: F.triplet_margin_loss(a, b, c, reduction=reduction), x, y, p), "cosine_embedding_loss": (lambda a, b, reduction: F.cosine_embedding_loss(a, b, signs[:, 0], reduction=reduction), x, y),
         "multi_margin_loss": (lambda a, reduction: F.multi_margin_loss(a, target, reduction=reduction), x), "multilabel_soft_margin_loss": (lambda a, reduction: F.multilabel_soft_margin_loss(a, (q > 0.5).to(D), reduction=reduction), x)}
for name, (call, *inputs) in pairs.items():
    for reduction in ("none", "mean", "sum"):
        check(f"{name} {reduction}", lambda *t: call(*t, reduction=reduction), *inputs)
        gradients(f"{name} {reduction}", lambda *t: call(*t, reduction=reduction), *inputs, twice=name not in ("multi_margin_loss", "nll_loss weight"))
    check(f"{name} f32", lambda *t: call(*t, reduction="mean"), *inputs)
for dtype in floating:
    a, b = values(3, 4, dtype=dtype, low=0.1, high=0.9), values(3, 4, dtype=dtype, low=0.1, high=0.9, turn=1)
    for name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits"):
        check(f"{name} {names[dtype]}", getattr(F, name), a, b)
        if dtype.itemsize > 2 or not name.startswith("binary"):
            gradients(f"{name} {names[dtype]}", getattr(F, name), a, b, twice=False)
    check(f"cross_entropy {names[dtype]}", F.cross_entropy, a, torch.tensor([0, 1, 3]))
    if dtype.itemsize > 2:
        gradients(f"cross_entropy {names[dtype]}", lambda t: F.cross_entropy(t, torch.tensor([0, 1, 3])), a, twice=False)
whole = torch.tensor([[1, 2], [3, 4]])
check("batchmean", lambda: F.kl_div(F.log_softmax(x, 1), probabilities, reduction="batchmean"))
check("all ignored", lambda: F.cross_entropy(x, torch.full((4,), -100)))
check("one sample", lambda: F.cross_entropy(x[0], target[1]))
check("edges", lambda: F.binary_cross_entropy(torch.tensor([0.0, 1.0, 0.0]), torch.tensor([0.0, 1.0, 1.0])))
check("types", lambda: F.mse_loss(x.float(), y))
check("spread", lambda: F.mse_loss(x, y[0]))
check("ctc", lambda: F.mse_loss(torch.empty(0), torch.empty(0)))
for name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "binary_cross_entropy", "binary_cross_entropy_with_logits"):
    check(f"{name} int", getattr(F, name), whole, whole)
    check(f"{name} shapes", getattr(F, name), x, y[:, :3])
    check(f"{name} reduction", lambda: getattr(F, name)(p, q, reduction="x"))
check("bce outside", lambda: F.binary_cross_entropy(x, q))
check("bce target", lambda: F.binary_cross_entropy(p, x))
check("bce types", lambda: F.binary_cross_entropy(p, q.float()))
check("huber delta", lambda: F.huber_loss(x, y, delta=0.0))
check("smooth beta", lambda: F.smooth_l1_loss(x, y, beta=-1.0))
check("ce outside", lambda: F.cross_entropy(x, torch.tensor([0, 1, 2, 5])))
check("ce batch", lambda: F.cross_entropy(x, target[:2]))
check("ce float", lambda: F.cross_entropy(x, target.to(D)))
check("ce int", lambda: F.cross_entropy(x, target.int()))
check("ce weight", lambda: F.cross_entropy(x, target, weight[:2]))
check("ce smoothing", lambda: F.cross_entropy(x, target, label_smoothing=1.5))
check("nll shape", lambda: F.nll_loss(x, target.unsqueeze(1)))
finish("losses")

# the result of the soft margin has the input's type
for input, target in ((torch.ones(2).half(), torch.ones(2) * 0.3333), (torch.ones(2), torch.ones(2).double()), (torch.ones(2), torch.ones(2, dtype=torch.int64)),
                      (torch.ones(2, dtype=torch.int64), torch.ones(2)), (torch.ones(2, dtype=torch.int64), torch.ones(2, dtype=torch.int64))):
    try:
        loss = F.soft_margin_loss(input, target)
        print(f"{loss.item():.4f}", loss.dtype)
    except RuntimeError as error:
        print(error)

# weights of single elements
a, b = torch.arange(6.0).reshape(2, 3), torch.ones(2, 3)
for loss in (F.mse_loss, F.l1_loss, F.huber_loss):
    for reduction in ("none", "mean", "sum", "batchmean"):
        for w in (torch.tensor([[1.0, 2, 3], [0.5, 0, 1]]), torch.ones(3), None):
            for target in (b, b[:1]):
                try:
                    print(loss.__name__, reduction, loss(a, target, reduction=reduction, weight=w))
                except ValueError as error:
                    print(loss.__name__, reduction, error)
