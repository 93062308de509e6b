# Methods of the program that go over to Python are known by their names and by how many arguments they want: `optimizer.step()` is not
# the `step(action)` of an environment. The step stays within a part.
# RUN: %janusc %s --passes=form-roots --emit=ir | %FileCheckOrUpdate %s
class World:
    def step(self, action):
        return action.numpy()

    def look(self, far=False):
        return self.step(far)


def train(world, net, optimizer):
    for x in world:
        loss = net(x)
        loss.backward()
        optimizer.step()
        world.step(loss)
        net(x)
        world.look()


# Expected output, written by tools/dev/update_lit:
# CHECK:      module "__main__" file "/work/ft/test/lit/Transforms/FormRootsMethods.py"
# CHECK-EMPTY:
# CHECK-NEXT: func @<module>() module_body {
# CHECK-NEXT:   %0 = py.tuple : tuple
# CHECK-NEXT:   %1 = const None : none
# CHECK-NEXT:   %2 = py.class @World %0, %1 : dyn
# CHECK-NEXT:   global.store "World" %2
# CHECK-NEXT:   %3 = const None : none
# CHECK-NEXT:   %4 = const None : none
# CHECK-NEXT:   %5 = const None : none
# CHECK-NEXT:   %6 = py.function @train %3, %4, %5 : function
# CHECK-NEXT:   global.store "train" %6
# CHECK-NEXT:   %7 = const None : none
# CHECK-NEXT:   return %7
# CHECK-NEXT: }
# CHECK-EMPTY:
# CHECK-NEXT: func @World(%.namespace: dyn) params(posonly=1, positional=1) class_body {
# CHECK-NEXT:   %0 = global.load "__name__" : dyn
# CHECK-NEXT:   name.store "__module__" %0
# CHECK-NEXT:   %1 = const "World" : str
# CHECK-NEXT:   name.store "__qualname__" %1
# CHECK-NEXT:   %2 = const None : none
# CHECK-NEXT:   %3 = const None : none
# CHECK-NEXT:   %4 = const None : none
# CHECK-NEXT:   %5 = py.function @World.step %2, %3, %4 : function
# CHECK-NEXT:   name.store "step" %5
# CHECK-NEXT:   %6 = const (False,) : tuple<bool>
# CHECK-NEXT:   %7 = const None : none
# CHECK-NEXT:   %8 = const None : none
# CHECK-NEXT:   %9 = py.function @World.look %6, %7, %8 : function
# CHECK-NEXT:   name.store "look" %9
# CHECK-NEXT:   %10 = const None : none
# CHECK-NEXT:   return %10
# CHECK-NEXT: }
# CHECK-EMPTY:
# CHECK-NEXT: func @World.step(%self: dyn, %action: dyn) params(positional=2) slots(self: local param 0, action: local param 1) {
# CHECK-NEXT:   region "World.step" {slots_in=[$action]} body {
# CHECK-NEXT:     %0 = slot.load $action : dyn
# CHECK-NEXT:     %1 = py.call_method "numpy" %0 : dyn
# CHECK-NEXT:     return %1
# CHECK-NEXT:   }
# CHECK-NEXT: }
# CHECK-EMPTY:
# CHECK-NEXT: func @World.look(%self: dyn, %far: dyn) params(positional=2) slots(self: local param 0, far: local param 1) {
# CHECK-NEXT:   region "World.look" {slots_in=[$self, $far]} body {
# CHECK-NEXT:     %0 = slot.load $self : dyn
# CHECK-NEXT:     %1 = slot.load $far : dyn
# CHECK-NEXT:     %2 = py.call_method "step" %0, %1 : dyn
# CHECK-NEXT:     return %2
# CHECK-NEXT:   }
# CHECK-NEXT: }
# CHECK-EMPTY:
# CHECK-NEXT: func @train(%world: dyn, %net: dyn, %optimizer: dyn) params(positional=3) slots(world: local param 0, net: local param 1, optimizer: local param 2, x: local, loss: local) {
# CHECK-NEXT:   region "train" {slots_in=[$world, $net, $optimizer]} body {
# CHECK-NEXT:     %0 = slot.load $world : dyn
# CHECK-NEXT:     %1 = py.iter %0 : dyn
# CHECK-NEXT:     region "train.loop" %1 {slots_in=[$net, $optimizer, $world]} body(%2: dyn) {
# CHECK-NEXT:       for %2 do(%3: dyn) {
# CHECK-NEXT:         region "train.loop.body" %3 {slots_in=[$net, $optimizer, $world]} body(%4: dyn) {
# CHECK-NEXT:           region "train.loop.body.part" %4 {slots_in=[$net, $optimizer], slots_out=[$x, $loss]} body(%5: dyn) {
# CHECK-NEXT:             slot.store $x %5
# CHECK-NEXT:             %6 = slot.load $net : dyn
# CHECK-NEXT:             %7 = slot.load $x : dyn
# CHECK-NEXT:             %8 = py.call %6, %7 : dyn
# CHECK-NEXT:             slot.store $loss %8
# CHECK-NEXT:             %9 = slot.load $loss : dyn
# CHECK-NEXT:             %10 = py.call_method "backward" %9 : dyn
# CHECK-NEXT:             %11 = slot.load $optimizer : dyn
# CHECK-NEXT:             %12 = py.call_method "step" %11 : dyn
# CHECK-NEXT:           }
# CHECK-NEXT:           %13 = slot.load $world : dyn
# CHECK-NEXT:           %14 = slot.load $loss : dyn
# CHECK-NEXT:           %15 = py.call_method "step" %13, %14 : dyn
# CHECK-NEXT:           region "train.loop.body.part#1" {slots_in=[$net, $x]} body {
# CHECK-NEXT:             %16 = slot.load $net : dyn
# CHECK-NEXT:             %17 = slot.load $x : dyn
# CHECK-NEXT:             %18 = py.call %16, %17 : dyn
# CHECK-NEXT:           }
# CHECK-NEXT:           %19 = slot.load $world : dyn
# CHECK-NEXT:           %20 = py.call_method "look" %19 : dyn
# CHECK-NEXT:         }
# CHECK-NEXT:       }
# CHECK-NEXT:     }
# CHECK-NEXT:     %21 = const None : none
# CHECK-NEXT:     return %21
# CHECK-NEXT:   }
# CHECK-NEXT: }
