# RUN: %janusc %s --emit=cfg | %FileCheck %s
# A return leaves through the finally block and has no other edge; code after it is unreachable; the
# handler's end unbinds its name; with has a node per item, and one that may swallow what its body
# raises; a raise goes to the handler.
# CHECK-LABEL: f (line
# CHECK: [[HANDLER:[0-9]+]] handler `except E as e:` line {{[0-9]+}} -> [[BODY:[0-9]+]]
# CHECK: statement `raise E` line {{[0-9]+}} -> [[HANDLER]]{{$}}
# CHECK: [[BODY]] statement `pass` line {{[0-9]+}} -> [[END:[0-9]+]]
# CHECK: [[END]] handler end
# CHECK-LABEL: g (line
# CHECK: [[FINALLY:[0-9]+]] finally
# CHECK: statement `return xs` line {{[0-9]+}} -> [[FINALLY]]
# CHECK: statement `dead()` line {{[0-9]+}} -> {{.*}}(unreachable)
# CHECK-LABEL: h (line
# CHECK: enter `a as b`
# CHECK: enter `c`
# CHECK: [[LEAVE:[0-9]+]] leave `with a as b, c:`
# CHECK: iterable `xs`
# CHECK: [[HEAD:[0-9]+]] loop head `x` line {{[0-9]+}} -> [[LEAVE]] [[TARGET:[0-9]+]] [[ELSE:[0-9]+]]
# CHECK: [[TARGET]] target `x`
# CHECK: statement `continue` line {{[0-9]+}} -> [[LEAVE]] [[HEAD]]
# CHECK: [[ELSE]] statement `done()` line {{[0-9]+}} -> [[LEAVE]]
def f():
    try:
        raise E
    except E as e:
        pass


def g(xs):
    try:
        return xs
        dead()
    finally:
        xs = 1


def h(xs):
    with a as b, c:
        for x in xs:
            continue
        else:
            done()
