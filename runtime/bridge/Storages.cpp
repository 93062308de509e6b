#include "bridge/Storages.h"

#include "bridge/Codec.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace janus::bridge {

bool storageDied(Storage *s) {
  Session *session = Session::running();
  return session && session->tensors.storages.dies(s);
}

// False with an exception pending.
bool SharedStorages::add(Storage *s) {
  if (numbers_.contains(s))
    return true;
  Segment segment = {s, -1, false, memory_->isKeptByPython()};
  if (!memory_->place(s, &segment.fd))
    return false;
  if (segment.isCounted)
    retain(s);
  place(s);
  segments_[last_ += 2] = segment;
  numbers_.emplace(s, last_);
  return true;
}

uint32_t SharedStorages::share(Storage *s) {
  add(s);  // memory of this process is where it is
  return numbers_.at(s);
}

bool SharedStorages::write(Encoder &e, Storage *s) {
  if (!add(s))
    return false;
  uint32_t number = numbers_.at(s);
  const Segment &segment = segments_.at(number);
  bool isNew = !segment.isKnown &&
               std::find(e.newSegments.begin(), e.newSegments.end(), number) == e.newSegments.end();
  e.number(number);
  e.byte(isNew);
  if (isNew) {
    memory_->write(e, s, segment.fd);
    e.newSegments.push_back(number);
  }
  return true;
}

void SharedStorages::sent(const std::vector<uint32_t> &numbers) {
  for (uint32_t number : numbers)
    if (auto it = segments_.find(number); it != segments_.end()) {
      it->second.fd = -1;
      it->second.isKnown = true;
    }
}

Storage *SharedStorages::read(Decoder &d) {
  auto number = d.number<uint32_t>();
  bool isNew = d.byte();
  auto it = segments_.find(number);
  if (isNew != (it == segments_.end()) || (isNew && number % 2 == 0)) {
    d.setBroken();
    return nullptr;
  }
  if (!isNew) {
    Segment &known = it->second;
    if (known.storage)
      return retain(known.storage);
    known.storage = memory_->revive(known.data, known.bytes);
    place(known.storage);
    numbers_[known.storage] = number;
    return known.storage;
  }
  Storage *s = memory_->read(d);
  if (!s)
    return nullptr;
  // Memory of an array that only this side has taken for a storage until now.
  Storage *known = around(s->data, s->bytes);
  if (known && known->data == s->data && !numbers_.contains(known)) {
    dropStorage(s);
    s = retain(known);
  }
  place(s);
  segments_[number] = {s, -1, true, false};
  numbers_[s] = number;
  return s;
}

void SharedStorages::place(Storage *s) {
  if (memory_->isKeptByPython() && s->bytes != 0)
    places_.try_emplace(s->data, s);
}

void SharedStorages::displace(const Storage *s) {
  if (auto it = places_.find(s->data); it != places_.end() && it->second == s)
    places_.erase(it);
}

Storage *SharedStorages::around(const std::byte *data, size_t bytes) const {
  auto next = places_.upper_bound(data);
  if (bytes == 0 || next == places_.begin())
    return nullptr;
  Storage *s = std::prev(next)->second;
  return data + bytes <= s->data + s->bytes ? s : nullptr;
}

void SharedStorages::arrayDied(Storage *s) {
  storageDied(s);
  jn_decref(jn_obj(static_cast<Object *>(s->context)));
}

Storage *SharedStorages::over(std::byte *data, size_t bytes, Object *keeper) {
  if (Storage *known = around(data, bytes))
    return retain(known);
  ++keeper->refs;
  Storage *s = wrapStorage(data, bytes, {}, arrayDied, keeper);
  place(s);
  return s;
}

Storage *SharedStorages::keep(uint32_t number) {
  auto it = segments_.find(number);
  if (it == segments_.end() || !it->second.storage)
    return nullptr;
  if (!it->second.isCounted)
    retain(it->second.storage);
  it->second.isCounted = false;
  return it->second.storage;
}

void SharedStorages::end(Segment &segment) {
  if (segment.fd >= 0)
    close(segment.fd);
  if (!segment.storage)
    memory_->release(segment.data, segment.bytes);
  else if (segment.isCounted)
    dropStorage(segment.storage);
}

bool SharedStorages::dies(Storage *s) {
  displace(s);
  auto it = numbers_.find(s);
  if (it == numbers_.end())
    return false;
  uint32_t number = it->second;
  numbers_.erase(it);
  Segment &segment = segments_.at(number);
  if (!segment.isKnown) {
    if (segment.fd >= 0)
      close(segment.fd);
    segments_.erase(number);
    return false;
  }
  segment.storage = nullptr;
  segment.data = s->data;
  segment.bytes = s->bytes;
  dead_.push_back(number);
  return true;
}

std::vector<uint32_t> SharedStorages::takeDropped() {
  std::vector<uint32_t> dropped;
  for (uint32_t number : std::exchange(dead_, {}))
    if (auto it = segments_.find(number); it != segments_.end() && !it->second.storage) {
      end(it->second);
      segments_.erase(it);
      dropped.push_back(number);
    }
  if (!memory_->isKeptByPython())
    return dropped;
  size_t before = dropped.size();
  for (auto &[number, segment] : segments_)
    if (number % 2 == 0 && segment.storage && segment.storage->refs == 1)
      dropped.push_back(number);
  for (size_t i = before; i < dropped.size(); ++i) {
    Segment segment = segments_.at(dropped[i]);
    segments_.erase(dropped[i]);
    numbers_.erase(segment.storage);
    displace(segment.storage);
    end(segment);
  }
  return dropped;
}

void SharedStorages::writeDropped(Encoder &e) {
  std::vector<uint32_t> dropped = takeDropped();
  e.size(dropped.size());
  for (uint32_t number : dropped)
    e.number(number);
}

void SharedStorages::clear() {
  numbers_.clear();
  places_.clear();
  dead_.clear();
  auto segments = std::exchange(segments_, {});
  for (auto &[number, segment] : segments)
    end(segment);
}

}  // namespace janus::bridge
