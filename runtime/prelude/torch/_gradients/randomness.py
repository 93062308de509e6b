"""Gradients of random draws: what was drawn does not depend on what was there before."""
from torch import _C_ops as ops
from torch._gradients import gradient


@gradient("native_dropout", of=("input",), saves=("result1",))
def native_dropout(grad, result1, *, p, train):
    if train is False or p == 0.0:
        return grad
    return grad * (result1.type_as(grad) * (0.0 if p == 1.0 else 1.0 / (1.0 - p)))


@gradient("bernoulli", of=("self",))
@gradient("poisson", of=("self",))
@gradient("normal.Tensor_float", of=("mean",), name="NormalBackward1")
@gradient("normal.float_Tensor", of=("std",), name="NormalBackward2")
@gradient("normal.Tensor_Tensor", of=("mean",), name="NormalBackward3")
@gradient("normal.Tensor_Tensor", of=("std",), name="NormalBackward3")
@gradient("uniform_", of=("self",), name="UniformBackward0")
@gradient("normal_", of=("self",), name="NormalBackward0")
@gradient("exponential_", of=("self",), name="ExponentialBackward0")
@gradient("cauchy_", of=("self",), name="CauchyBackward0")
@gradient("log_normal_", of=("self",), name="LogNormalBackward0")
@gradient("geometric_", of=("self",), name="GeometricBackward0")
@gradient("bernoulli_.Tensor", of=("self",), name="BernoulliBackward1")
@gradient("bernoulli_.float", of=("self",), name="BernoulliBackward2")
@gradient("random_.from", of=("self",), name="RandomBackward0")
@gradient("random_.to", of=("self",), name="RandomBackward1")
@gradient("random_", of=("self",), name="RandomBackward2")
@gradient("bernoulli.p", of=("self",), name="BernoulliBackward2")
def bernoulli(grad):
    return ops.zeros_like(grad)


@gradient("bernoulli_.Tensor", of=("p",), saves=("p.shape",), name="BernoulliBackward1")
def bernoulli_tensor_p(grad, p_shape):
    return grad.new_zeros(p_shape)


@gradient("_standard_gamma", of=("self",), saves=("self", "result"), name="StandardGammaBackward0")
def standard_gamma(grad, self, result):
    return grad * ops._standard_gamma_grad(self, result)


@gradient("_standard_gamma_grad", of=("self", "output"), name="StandardGammaGradBackward0")
def standard_gamma_grad(grad):
    raise NotImplementedError("the derivative for '_standard_gamma_grad' is not implemented.")


@gradient("_sample_dirichlet", of=("self",), saves=("self", "result"), name="_DirichletBackward")
def sample_dirichlet(grad, self, result):
    total = self.sum(-1, True).expand_as(self)
    return ops._dirichlet_grad(result, self, total) * (grad - (result * grad).sum(-1, True))


# ---- PyTorch has no derivatives of these
@gradient("_dirichlet_grad", of=("x", "alpha", "total"))
def dirichlet_grad(grad):
    raise RuntimeError("derivative for aten::_dirichlet_grad is not implemented")


@gradient("binomial", of=("count", "prob"), name="NotImplemented")
def binomial(grad):
    raise RuntimeError("derivative for aten::binomial is not implemented")
