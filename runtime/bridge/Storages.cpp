#include "bridge/Storages.h"

#include "bridge/Codec.h"

#include <algorithm>
#include <unistd.h>

namespace janus::bridge {

void storageDied(Storage *s) {
  if (Session *session = Session::running())
    session->tensors.storages.dies(s);
}

bool SharedStorages::write(Encoder &e, Storage *s) {
  auto it = numbers_.find(s);
  if (it == numbers_.end()) {
    Segment segment = {s, -1, false, memory_->isKeptByPython()};
    if (!memory_->place(s, &segment.fd))
      return false;
    if (segment.isCounted)
      retain(s);
    segments_[last_ += 2] = segment;
    it = numbers_.emplace(s, last_).first;
  }
  uint32_t number = it->second;
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
  if (!isNew)
    return retain(it->second.storage);
  Storage *s = memory_->read(d);
  if (!s)
    return nullptr;
  segments_[number] = {s, -1, true, false};
  numbers_[s] = number;
  return s;
}

Storage *SharedStorages::keep(uint32_t number) {
  auto it = segments_.find(number);
  if (it == segments_.end())
    return nullptr;
  if (!it->second.isCounted)
    retain(it->second.storage);
  it->second.isCounted = false;
  return it->second.storage;
}

void SharedStorages::drop(uint32_t number) {
  Segment segment = segments_.at(number);
  segments_.erase(number);
  numbers_.erase(segment.storage);
  if (segment.fd >= 0)
    close(segment.fd);
  if (segment.isKnown)
    dropped_.push_back(number);
  if (segment.isCounted)
    dropStorage(segment.storage);
}

void SharedStorages::dies(Storage *s) {
  if (auto it = numbers_.find(s); it != numbers_.end())
    drop(it->second);
}

void SharedStorages::writeDropped(Encoder &e) {
  if (memory_->isKeptByPython()) {
    std::vector<uint32_t> unused;
    for (auto &[number, segment] : segments_)
      if (number % 2 == 0 && segment.storage->refs == 1)
        unused.push_back(number);
    for (uint32_t number : unused)
      drop(number);
  }
  e.size(dropped_.size());
  for (uint32_t number : dropped_)
    e.number(number);
  dropped_.clear();
}

void SharedStorages::clear() {
  while (!segments_.empty())
    drop(segments_.begin()->first);
  dropped_.clear();
}

}  // namespace janus::bridge
