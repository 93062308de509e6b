// The heap as it was before a branch, for its other side.
#include "Transforms/Speculate/Heap/AbstractHeap.h"

namespace janus::speculate {

AbstractValue AbstractHeap::makeChoice(Choice choice) {
  choices_.push_back(choice);
  return AbstractValue::choice(ChoiceId(choices_.size() - 1));
}

AbstractHeap::State AbstractHeap::state() {
  saved_.resize(objects_.size());
  for (size_t i = 0; i < objects_.size(); ++i) {
    const Object &object = objects_[i];
    if (touched_[i] < clock_)
      continue;
    ++work_;
    if (saved_[i] && *saved_[i] == object)
      continue;
    saved_[i] = std::make_shared<const Object>(object);
    work_ += 16 + object.items.size() + object.entries.size() + object.attributes.size();
  }
  return {++clock_, saved_, storages_};
}

void AbstractHeap::reset(Object &object) {
  object.items = object.oldItems;
  object.entries = object.oldEntries;
  object.attributes = object.oldAttributes;
  object.removedKeys.clear();
  object.removedNames.clear();
  object.position = 0;
  object.divergence = nullptr;
  // A gradient that was written and never read is not known.
  TensorState tensor = object.oldTensor ? *object.oldTensor : object.tensor;
  tensor.oldGrad = object.tensor.oldGrad;
  tensor.gradKnown = object.tensor.gradKnown && (!object.node || tensor.oldGrad.isBound());
  tensor.grad = tensor.gradKnown ? tensor.oldGrad : AbstractValue();
  object.tensor = std::move(tensor);
}

void AbstractHeap::reset(Storage &storage) {
  storage.contents = ir::ValueId();
  storage.version = 0;
  storage.written = {};
  storage.writes = {};
  storage.writtenApart = false;
  storage.replacedAt = 0;
}

void AbstractHeap::restore(const State &state) {
  for (size_t i = 0; i < objects_.size(); ++i) {
    Object &now = objects_[i];
    if (i >= state.objects.size()) {
      // Objects that a side has made are seen by nobody else.
      if (!now.isNew())
        reset(now);
      touched_[i] = clock_;
      continue;
    }
    const Object &then = *state.objects[i];
    if (touched_[i] < state.clock || now == then)
      continue;
    touched_[i] = clock_;
    TensorState tensor = then.tensor;
    if (now.tensor.gradKnown && !tensor.gradKnown && now.tensor.oldGrad.isBound()) {
      tensor.gradKnown = true;
      tensor.grad = tensor.oldGrad = now.tensor.oldGrad;
    }
    if (now.loaded && !then.loaded) {
      reset(now);
    } else {
      now.items = then.items;
      now.entries = then.entries;
      now.attributes = then.attributes;
      now.removedKeys = then.removedKeys;
      now.removedNames = then.removedNames;
    }
    now.kind = then.kind;
    now.name = then.name;
    now.source = then.source;
    now.sourceChanges = then.sourceChanges;
    now.grown = then.grown;
    now.position = then.position;
    now.type = then.type;
    now.divergence = then.divergence;
    now.tensor = std::move(tensor);
  }
  for (size_t i = 0; i < storages_.size(); ++i) {
    if (i < state.storages.size())
      storages_[i] = state.storages[i];
    else if (!storages_[i].path.empty())
      reset(storages_[i]);
  }
}

}  // namespace janus::speculate
