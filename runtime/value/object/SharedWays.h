// Ways to attributes that sites share, beside those that a site has itself (jn_attr_cache).
#pragma once

#include "value/object/Object.h"

namespace janus {

// A way to be filled, in front: that of the class at an older version, or of the class seen longest
// ago.
inline jn_attr_way *wayFor(jn_attr_cache *site, const Type *type) {
  int last = 0;
  while (last < JN_ATTR_WAYS - 1 && site->ways[last].type && site->ways[last].type != type)
    ++last;
  for (; last > 0; --last)
    site->ways[last] = site->ways[last - 1];
  return site->ways;
}

// Ways by class and name, for the sites that see more classes than they have ways.
class SharedWays {
public:
  jn_attr_way *find(const Type *type, Value name) {
    Place &place = places_[placeOf(type, name)];
    bool holds = place.name == name.o && place.way.type == type &&
                 place.way.version == type->version && type->version != 0;
    return JN_LIKELY(holds) ? &place.way : nullptr;
  }
  // A site with room gets what is found for it; another one now and then, so that it follows the
  // program.
  jn_attr_way *findFor(jn_attr_cache *site, const Type *type, Value name) {
    jn_attr_way *found = find(type, name);
    if (found && (!site->ways[JN_ATTR_WAYS - 1].type || (++turn_ & 15) == 0))
      *wayFor(site, type) = *found;
    return found;
  }
  void keep(const jn_attr_way *way, Value name) {
    places_[placeOf(way->type, name)] = {name.o, *way};
  }

private:
  static constexpr size_t kPlaces = 2048;
  struct Place {
    const Object *name;
    jn_attr_way way;
  };
  static size_t placeOf(const Type *type, Value name) {
    size_t hash = (reinterpret_cast<size_t>(name.o) >> 4) ^ (type->version * size_t{2654435761u});
    return (hash ^ hash >> 12) % kPlaces;
  }
  Place places_[kPlaces];
  uint32_t turn_ = 0;
};

}  // namespace janus
