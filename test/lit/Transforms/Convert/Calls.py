# RUN: %janusc %s --emit=py-after-calls | %FileCheckOrUpdate %s
# Left alone: super(), decorators, defaults.

class Net(Base):
    def __init__(self, n=default()):
        super().__init__()
        self.layer = Linear(n, bias=False)

    @cached(size=1)
    def forward(self, x, *rest, **options):
        return self.layer(x, *rest, scale=2, **options)

# Expected output, written by tools/dev/update_lit:
# CHECK:      import janus_functional as ag__
# CHECK-NEXT: class Net(Base):
# CHECK-NEXT:     def __init__(self, n=default()):
# CHECK-NEXT:         ag__.converted_call(super().__init__, ())
# CHECK-NEXT:         self.layer = ag__.converted_call(Linear, (n,), dict(bias=False))
# CHECK-NEXT:     @cached(size=1)
# CHECK-NEXT:     def forward(self, x, *rest, **options):
# CHECK-NEXT:         return ag__.converted_call(self.layer, (x, *rest), dict(scale=2, **options))
