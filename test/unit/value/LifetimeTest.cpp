// Counting, cycles, finalisers, weak references.
#include "Program.h"

#include "value/object/Heap.h"

namespace janus::test {

namespace {

int finalized;
Value finalizer(jn_function *, const Value *) {
  ++finalized;
  return jn_none();
}
const Definition kDel("__del__", {"self"}, finalizer, 1);

class Lifetime : public Runtime {
protected:
  Value classWithDel() {
    Ref del(function(kDel));
    return makeClass("D", {}, {{"__del__", del.get()}});
  }
};

TEST_F(Lifetime, FinalizerRunsOnce) {
  Ref c(classWithDel());
  finalized = 0;
  { Ref o(call(c.get(), {})); }
  EXPECT_EQ(finalized, 1);
}

TEST_F(Lifetime, CyclesAreCollected) {
  Ref c(classWithDel());
  collectCycles(2);
  finalized = 0;
  {
    Ref a(call(c.get(), {})), b(call(c.get(), {}));
    setattr(a.get(), name("other"), b.get());
    setattr(b.get(), name("other"), a.get());
  }
  EXPECT_EQ(finalized, 0);
  EXPECT_EQ(collectCycles(2), 2);  // their dicts are parts of them
  EXPECT_EQ(finalized, 2);
}

TEST_F(Lifetime, ObjectsFromBeforeTheirTypesAreTraversed) {
  EXPECT_TRUE(builtinsDict()->head.flags & JN_FLAG_TRAVERSED);
  EXPECT_TRUE(jn_type_property.mro->head.flags & JN_FLAG_TRAVERSED);
}

TEST_F(Lifetime, ReachableSurvives) {
  Ref c(classWithDel());
  finalized = 0;
  Ref list(jn_make_list(nullptr, 0));
  {
    Ref a(call(c.get(), {}));
    setattr(a.get(), name("self"), a.get());
    jn_list_append(list.get(), a.get());
  }
  collectCycles(2);
  EXPECT_EQ(finalized, 0);
  jn_assign(&list.as<jn_list>()->items[0], jn_none());
  collectCycles(2);
  EXPECT_EQ(finalized, 1);
}

TEST_F(Lifetime, DeepStructuresAreFreed) {
  Ref head(jn_none());
  for (int i = 0; i < 1000000; ++i)
    head = Ref(makeTuple({head.get()}));
}

TEST_F(Lifetime, WeakReferences) {
  Ref module(importModule("_weakref")), ref(getattr(module.get(), name("ref")));
  Ref c(makeClass("C", {}, {}));
  Ref weak;
  {
    Ref o(call(c.get(), {}));
    weak = Ref(call(ref.get(), {o.get()}));
    Ref again(call(ref.get(), {o.get()}));
    EXPECT_EQ(again.get().o, weak.get().o);
    Ref target(call(weak.get(), {}));
    EXPECT_EQ(target.get().o, o.get().o);
  }
  EXPECT_EQ(textOf(call(weak.get(), {})), "None");
}

TEST_F(Lifetime, YoungCollectionsHappenByThemselves) {
  Ref c(makeClass("C", {}, {}));
  uint64_t before = collector.collections[0];
  for (int i = 0; i < 10000; ++i) {
    Ref o(call(c.get(), {}));
    setattr(o.get(), name("self"), o.get());
    ASSERT_EQ(jn_poll(), 0);
  }
  EXPECT_GT(collector.collections[0], before);
}

}  // namespace
}  // namespace janus::test
