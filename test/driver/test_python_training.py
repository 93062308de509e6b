"""torch's optimizers over compiled parameters: one tensor for one parameter, `.grad` in step on both sides."""
import textwrap
import unittest

from hosting import HostTest

# What each program starts with: the compiled module `m` and the one of plain Python, `real`.
BOTH = """
    import importlib.util, torch
    spec = importlib.util.spec_from_file_location('real', 'model.py')
    real = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(real)
    x = torch.linspace(-1, 1, 15).reshape(5, 3)
    def same(work):
        compiled, plain = work(m), work(real)
        torch.testing.assert_close(compiled, plain)
        return compiled
"""


class TrainingTest(HostTest):
    def both(self, text):
        self.host(textwrap.dedent(BOTH) + textwrap.dedent(text))

    def test_losses_of_twenty_steps(self):
        self.both("""
            def train(make, zero, parameters, late):
                def work(module):
                    net, losses = module.Net(), []
                    if late:
                        net(x).square().sum().backward()
                    optimizer = make(parameters(net))
                    for i in range(20):
                        if zero != 'last':
                            optimizer.zero_grad(set_to_none=zero == 'none')
                        loss = (net(x) - 0.5).square().mean()
                        loss.backward()
                        optimizer.step()
                        if zero == 'last':
                            optimizer.zero_grad()
                        losses.append(loss.detach())
                    return torch.stack(losses)
                losses = same(work)
                assert losses[-1] < losses[0] / 2, losses
            makers = [lambda p: torch.optim.SGD(p, lr=0.2, momentum=0.9), lambda p: torch.optim.Adam(p, lr=0.1)]
            lists = [lambda net: net.parameters(), lambda net: [p for _, p in net.named_parameters()],
                     lambda net: [net.fc.weight, net.fc.bias]]
            for make in makers:
                for zero in ['none', 'zeros', 'last']:
                    train(make, zero, lists[0], False)
                for parameters in lists:
                    train(make, 'none', parameters, True)
        """)

    def test_one_tensor_for_one_parameter(self):
        self.both("""
            net = m.Net()
            weight = net.fc.weight
            assert type(weight) is torch.nn.Parameter and weight.is_leaf and weight.requires_grad
            assert weight is net.fc.weight and weight is list(net.parameters())[0]
            assert weight is dict(net.named_parameters())['fc.weight'] and m.same([weight])[0] is weight
            assert m.equal(weight, weight) and m.equal(net.fc.weight, weight)
            assert net.state_dict()['fc.weight'].data_ptr() == weight.data_ptr()
            other = m.Net()
            other.fc.weight = weight  # shared, as Python shares it
            assert other.fc.weight is weight
            (net(x).sum() + other(x).sum()).backward()
            assert weight.grad is net.fc.weight.grad is other.fc.weight.grad is not None
            number = id(weight)
            address = weight.data_ptr()
            del weight
            assert net.fc.weight.data_ptr() == address and net.fc.weight.grad is not None
        """)

    def test_gradients_set_on_either_side(self):
        self.both("""
            def work(module):
                net, seen = module.Net(), []
                weight = net.fc.weight
                def note():
                    seen.append(torch.zeros(2, 3) if weight.grad is None else weight.grad.clone())
                    assert (weight.grad is None) == (module.grad_of(net) is None)
                net(x).sum().backward()
                note()
                held = weight.grad
                net(x).sum().backward()  # into the same gradient
                assert weight.grad is held
                note()
                net.zero_grad()
                note()
                net(x).sum().backward()
                net.fc.weight.grad = None
                note()
                weight.grad = torch.ones(2, 3)
                net(x).sum().backward()
                note()
                weight.grad.zero_()
                (net(x).sum() + weight.square().sum()).backward()  # torch's own graph leads to it, too
                note()
                torch.nn.utils.clip_grad_norm_(net.parameters(), 0.1)
                note()
                module.learn_in(net, x)
                note()
                for loss in module.losses(net, x, 3):
                    note()
                module.each(lambda i: (weight.grad.mul_(i), note()), [2, 3])
                try:
                    module.learn_and_stop(net, x)
                except ValueError:
                    note()
                return torch.stack(seen)
            same(work)
        """)

    def test_frozen_parameters(self):
        self.both("""
            def work(module):
                net = module.Net()
                net.fc.bias.requires_grad = False
                optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
                before = net.fc.bias.clone()
                for i in range(3):
                    optimizer.zero_grad()
                    net(x).square().sum().backward()
                    optimizer.step()
                assert net.fc.bias.grad is None and torch.equal(net.fc.bias, before)
                bias = net.fc.bias
                bias.requires_grad_()
                net(x).square().sum().backward()
                assert bias.grad is not None
                module.freeze(net)
                assert not bias.requires_grad and net.fc.bias is bias
                return net.state_dict()['fc.weight']
            same(work)
        """)

    def test_memory_of_another_place(self):
        self.both("""
            def work(module):
                net = module.Net()
                weight, seen = net.fc.weight, []
                for i in range(3):
                    net.zero_grad()
                    net(x).square().sum().backward()
                    weight.data = weight.data - 0.1 * weight.grad
                    seen.append(net(x).detach().double())
                module.widen(net)
                assert weight.dtype is torch.float64 and net.fc.weight is weight
                net(x.double()).sum().backward()
                with torch.no_grad():
                    weight.sub_(weight.grad)
                seen.append(net(x.double()).detach())
                return torch.stack(seen)
            same(work)
        """)

    def test_parameters_end(self):
        self.both("""
            import gc
            from janus._native import leaf_counts
            net = m.Net()
            optimizer = torch.optim.Adam(net.parameters())
            net(x).sum().backward()
            optimizer.step()
            assert leaf_counts()[0] == 2
            del net, optimizer
            gc.collect()
            m.add(1, 2)
            assert leaf_counts() == (0, 0), leaf_counts()
        """)


if __name__ == "__main__":
    unittest.main()
