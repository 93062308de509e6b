#include "exec/Layouts.h"

#include "janus/contract/PlacesInMemory.h"
#include "tensor/core/Error.h"
#include "value/object/Object.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace janus {
namespace {

constexpr size_t kMostLayouts = 64;

// For one tuple of values.
struct Layout {
  std::vector<int64_t> symbols, sizes;
  std::vector<uint64_t> offsets;  // by place
  uint64_t bytes = 0;
};

struct Layouts {
  std::vector<std::unique_ptr<Layout>> known;  // used last first
  char *memory = nullptr;
  uint64_t capacity = 0;
};

Layouts *layoutsOf(const jn_plan *plan) {
  return static_cast<Layouts *>(plan->layouts);
}

uint64_t bytesOf(const jn_plan *plan, const jn_plan_place &place) {
  uint64_t bytes = sizeOf(static_cast<DType>(place.dtype));
  for (int64_t size : sizesOf(plan, place))
    if (size < 0 || __builtin_mul_overflow(bytes, static_cast<uint64_t>(size), &bytes))
      fail("no size");
  return bytes;
}

void place(const jn_plan *plan, Layout &layout) {
  struct Piece {
    uint64_t bytes, offset;
    uint32_t begin, end;
  };
  const jn_plan_def &def = *plan->def;
  std::vector<Piece> pieces(def.place_count);
  std::vector<Piece *> all;
  for (uint32_t i = 0; i < def.place_count; ++i) {
    pieces[i] = {bytesOf(plan, def.places[i]), 0, def.places[i].begin, def.places[i].end};
    all.push_back(&pieces[i]);
  }
  layout.bytes = layOutPlaces(std::move(all));
  for (const Piece &each : pieces)
    layout.offsets.push_back(each.offset);
}

std::unique_ptr<Layout> makeLayout(jn_plan *plan, const int64_t *symbols) {
  const jn_plan_def &def = *plan->def;
  auto made = std::make_unique<Layout>();
  made->symbols.assign(symbols, symbols + def.symbol_count);
  made->sizes.resize(def.size_count);
  if (!def.sizes(symbols, made->sizes.data()))
    fail("no size");
  plan->sizes = made->sizes.data();
  place(plan, *made);
  return made;
}

void reserve(Layouts *all, uint64_t bytes) {
  if (bytes <= all->capacity)
    return;
  if (all->memory)
    freeMemory(all->memory, all->capacity);
  all->memory = nullptr;
  all->capacity = 0;
  all->memory = static_cast<char *>(allocateMemory(bytes));
  all->capacity = bytes;
}

// The list of sizes that kernels are given.
void fitList(jn_plan *plan, uint32_t index) {
  const jn_plan_size_list &list = plan->def->size_lists[index];
  Value &there = plan->size_lists[index];
  if (there.tag != JN_OBJECT || there.o->refs != 1)
    jn_assign(&there, jn_obj(newTuple(list.count)));
  auto *tuple = reinterpret_cast<jn_tuple *>(there.o);
  for (uint32_t i = 0; i < list.count; ++i)
    tuple->items[i] = jn_int(sizeAt(plan, list.items[i]));
}

void fit(jn_plan *plan, const Layout &layout) {
  const jn_plan_def &def = *plan->def;
  plan->sizes = layout.sizes.data();
  for (uint32_t i = 0; i < def.place_count; ++i)
    fitPlace(plan, i, layoutsOf(plan)->memory + layout.offsets[i]);
  for (uint32_t i = 0; i < def.exposed_count; ++i) {
    Value &kept = plan->exposed[i];
    if (kept.tag == JN_OBJECT &&
        !sameDims({asTensor(kept)->sizes, asTensor(kept)->ndim}, sizesOf(plan, def.exposed[i])))
      jn_assign(&kept, jn_unbound());
  }
  for (uint32_t i = 0; i < def.size_list_count; ++i)
    fitList(plan, i);
}

}  // namespace

Dims sizesOf(const jn_plan *plan, const jn_plan_place &place) {
  Dims sizes;
  for (uint32_t i = 0; i < place.rank; ++i)
    sizes.push_back(sizeAt(plan, place.sizes[i]));
  return sizes;
}

void fitPlace(jn_plan *plan, uint32_t index, char *memory) {
  const jn_plan_place &p = plan->def->places[index];
  Dims sizes = sizesOf(plan, p),
       strides = p.channels_last ? channelsLastStrides(sizes) : contiguousStrides(sizes);
  uint64_t bytes = bytesOf(plan, p);
  Value &there = plan->places[index];
  if (there.tag == JN_OBJECT && there.o->refs == 1 && asTensor(there)->storage->refs == 1) {
    TensorObject *t = asTensor(there);
    t->storage->data = reinterpret_cast<std::byte *>(memory);
    t->storage->bytes = bytes;
    setDims(t, sizes, strides);
    return;
  }
  Storage *storage = wrapStorage(memory, bytes, {}, nullptr, nullptr);
  Tensor made = makeOver(storage, 0, sizes, strides, static_cast<DType>(p.dtype));
  jn_assign(&there, made.releaseValue());
}

bool isLaidOutFor(const jn_plan *plan, const int64_t *symbols) {
  return plan->sizes && memcmp(layoutsOf(plan)->known.front()->symbols.data(), symbols,
                               plan->def->symbol_count * sizeof(int64_t)) == 0;
}

void layOutFor(jn_plan *plan, const int64_t *symbols) {
  if (!plan->layouts)
    plan->layouts = new Layouts;
  Layouts *all = layoutsOf(plan);
  auto &known = all->known;
  auto found = std::find_if(known.begin(), known.end(), [&](const std::unique_ptr<Layout> &each) {
    return std::equal(each->symbols.begin(), each->symbols.end(), symbols);
  });
  plan->sizes = nullptr;  // until all is done
  if (found == known.end()) {
    std::unique_ptr<Layout> made = makeLayout(plan, symbols);
    plan->sizes = nullptr;
    if (known.size() == kMostLayouts)
      known.pop_back();
    found = known.insert(known.begin(), std::move(made));
  }
  std::rotate(known.begin(), found, found + 1);
  reserve(all, std::max<uint64_t>(known.front()->bytes, 1));
  fit(plan, *known.front());
}

void releaseLayouts(jn_plan *plan) {
  Layouts *all = layoutsOf(plan);
  if (all && all->memory)
    freeMemory(all->memory, all->capacity);
  delete all;
  plan->layouts = nullptr;
}

}  // namespace janus
