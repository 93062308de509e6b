// list.sort: a stable merge sort over natural runs. Short runs are extended by binary insertion, a
// stack of runs is merged so that their sizes stay balanced. Comparisons go through `<` only; ints,
// floats, strs and tuples of such are compared directly.
#include "value/bytes/CopyBytes.h"
#include "value/container/KeyHash.h"
#include "value/container/Sequence.h"
#include "value/text/Str.h"

#include <cstdlib>
#include <cstring>

namespace janus {
namespace {

struct Item {
  Value key, value;
};
using Less = int (*)(const Item &, const Item &);  // 1, 0, -1

int lessInt(const Item &a, const Item &b) {
  return a.key.i < b.key.i;
}
int lessFloat(const Item &a, const Item &b) {
  return a.key.f < b.key.f;
}
int lessStr(const Item &a, const Item &b) {
  return strCompare(a.key, b.key) < 0;
}
int lessAny(const Item &a, const Item &b) {
  Ref result(compare(a.key, b.key, CompareOp::Lt));
  return result.failed() ? -1 : jn_truth(result.get());
}

// Tuples whose first items that differ are ints or texts.
int lessTuple(const Item &a, const Item &b) {
  const auto *x = as<jn_tuple>(a.key), *y = as<jn_tuple>(b.key);
  for (int64_t i = 0; i < x->size && i < y->size; ++i) {
    Value left = x->items[i], right = y->items[i];
    int same = plainlyEqual(left, right);
    if (same == 1)
      continue;
    if (left.tag == JN_INT && right.tag == JN_INT)
      return left.i < right.i;
    if (isExact(left, &jn_type_str) && isExact(right, &jn_type_str))
      return strCompare(left, right) < 0;
    return lessAny(a, b);
  }
  return x->size < y->size;
}

Less chooseLess(const Item *items, int64_t n) {
  uint64_t tag = items[0].key.tag;
  bool ints = tag == JN_INT, floats = tag == JN_FLOAT, strs = isExact(items[0].key, &jn_type_str),
       tuples = isExact(items[0].key, &jn_type_tuple);
  for (int64_t i = 1; i < n && (ints || floats || strs || tuples); ++i) {
    ints = ints && items[i].key.tag == JN_INT;
    floats = floats && items[i].key.tag == JN_FLOAT;
    strs = strs && isExact(items[i].key, &jn_type_str);
    tuples = tuples && isExact(items[i].key, &jn_type_tuple);
  }
  return ints ? lessInt : floats ? lessFloat : strs ? lessStr : tuples ? lessTuple : lessAny;
}

void reverseItems(Item *first, Item *last) {
  while (first < last - 1)
    std::swap(*first++, *--last);
}

class Sorter {
public:
  Sorter(Item *items, int64_t n, Less less) : items_(items), n_(n), less_(less) {
    buffer_ = static_cast<Item *>(malloc((n / 2 + 1) * sizeof(Item)));
  }
  Sorter(const Sorter &) = delete;
  ~Sorter() { free(buffer_); }

  // On failure the items are a permutation of what they were.
  bool sort() {
    int64_t minimum = minimumRun();
    for (int64_t at = 0; at < n_;) {
      int64_t length = naturalRun(at);
      if (length < 0)
        return false;
      int64_t wanted = std::min(minimum, n_ - at);
      if (length < wanted) {
        if (!insertionSort(at, at + wanted, at + length))
          return false;
        length = wanted;
      }
      runs_[count_++] = {at, length};
      if (!collapse(false))
        return false;
      at += length;
    }
    return collapse(true);
  }

private:
  struct Run {
    int64_t start, length;
  };

  int64_t minimumRun() const {
    int64_t n = n_, odd = 0;
    while (n >= 64) {
      odd |= n & 1;
      n >>= 1;
    }
    return n + odd;
  }

  // Length of the run at `start`; a strictly descending one is reversed.
  int64_t naturalRun(int64_t start) {
    int64_t end = start + 1;
    if (end >= n_)
      return n_ - start;
    int less = less_(items_[end], items_[start]);
    if (less < 0)
      return -1;
    bool descending = less > 0;
    for (++end; end < n_; ++end) {
      less = less_(items_[end], items_[end - 1]);
      if (less < 0)
        return -1;
      if ((less > 0) != descending)
        break;
    }
    if (descending)
      reverseItems(items_ + start, items_ + end);
    return end - start;
  }

  bool insertionSort(int64_t start, int64_t end, int64_t sorted) {
    for (int64_t i = sorted; i < end; ++i) {
      Item pivot = items_[i];
      int64_t low = start, high = i;
      while (low < high) {
        int64_t middle = low + (high - low) / 2;
        int less = less_(pivot, items_[middle]);
        if (less < 0)
          return false;
        if (less)
          high = middle;
        else
          low = middle + 1;
      }
      moveBytes(items_ + low + 1, items_ + low, (i - low) * sizeof(Item));
      items_[low] = pivot;
    }
    return true;
  }

  bool collapse(bool all) {
    while (count_ > 1) {
      int i = count_ - 2;
      bool unbalanced = (i > 0 && runs_[i - 1].length <= runs_[i].length + runs_[i + 1].length) ||
                        (i > 1 && runs_[i - 2].length <= runs_[i - 1].length + runs_[i].length);
      if (all || unbalanced) {
        if (i > 0 && runs_[i - 1].length < runs_[i + 1].length)
          --i;
      } else if (runs_[i].length > runs_[i + 1].length) {
        break;
      }
      if (!mergeAt(i))
        return false;
    }
    return true;
  }

  bool mergeAt(int i) {
    Run a = runs_[i], b = runs_[i + 1];
    runs_[i].length += b.length;
    for (int k = i + 1; k + 1 < count_; ++k)
      runs_[k] = runs_[k + 1];
    --count_;
    // Skip what is in place at both ends.
    int64_t low = 0, high = a.length;
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      int less = less_(items_[b.start], items_[a.start + middle]);
      if (less < 0)
        return false;
      if (less)
        high = middle;
      else
        low = middle + 1;
    }
    a.start += low;
    a.length -= low;
    if (a.length == 0)
      return true;
    low = 0, high = b.length;
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      int less = less_(items_[b.start + middle], items_[a.start + a.length - 1]);
      if (less < 0)
        return false;
      if (less)
        low = middle + 1;
      else
        high = middle;
    }
    b.length = low;
    if (b.length == 0)
      return true;
    return a.length <= b.length ? mergeLow(a, b) : mergeHigh(a, b);
  }

  bool mergeLow(Run a, Run b) {
    copyBytes(buffer_, items_ + a.start, a.length * sizeof(Item));
    Item *left = buffer_, *leftEnd = buffer_ + a.length;
    Item *right = items_ + b.start, *rightEnd = right + b.length;
    Item *out = items_ + a.start;
    bool good = true;
    while (left < leftEnd && right < rightEnd) {
      int less = less_(*right, *left);
      if (less < 0) {
        good = false;
        break;
      }
      *out++ = less ? *right++ : *left++;
    }
    copyBytes(out, left, (leftEnd - left) * sizeof(Item));
    return good;
  }

  bool mergeHigh(Run a, Run b) {
    copyBytes(buffer_, items_ + b.start, b.length * sizeof(Item));
    Item *left = items_ + a.start + a.length, *leftStart = items_ + a.start;
    Item *right = buffer_ + b.length;
    Item *out = items_ + b.start + b.length;
    bool good = true;
    while (left > leftStart && right > buffer_) {
      int less = less_(right[-1], left[-1]);
      if (less < 0) {
        good = false;
        break;
      }
      *--out = less ? *--left : *--right;
    }
    copyBytes(out - (right - buffer_), buffer_, (right - buffer_) * sizeof(Item));
    return good;
  }

  Item *items_, *buffer_;
  int64_t n_;
  Less less_;
  Run runs_[90];
  int count_ = 0;
};

}  // namespace

int listSort(Value list, Value key, bool reverse) {
  jn_list *l = as<jn_list>(list);
  // The list looks empty meanwhile, so that key functions and comparisons cannot disturb the sort.
  Value *values = l->items;
  int64_t n = l->size, capacity = l->capacity;
  l->items = nullptr;
  l->size = l->capacity = 0;
  auto *items = static_cast<Item *>(malloc((n + 1) * sizeof(Item)));
  bool keyed = key.tag != JN_NONE, good = true;
  int64_t made = 0;
  for (; made < n && good; ++made) {
    items[made].value = values[made];
    items[made].key = keyed ? call(key, {values[made]}) : values[made];
    good = items[made].key.tag != JN_ERROR;
  }
  if (good && n > 1) {
    if (reverse)
      reverseItems(items, items + n);
    Sorter sorter(items, n, chooseLess(items, n));
    good = sorter.sort();
    if (reverse)
      reverseItems(items, items + n);
    for (int64_t i = 0; i < n; ++i)
      values[i] = items[i].value;
  }
  for (int64_t i = 0; keyed && i < made; ++i)
    jn_decref(items[i].key);
  free(items);
  bool changed = l->size != 0 || l->items != nullptr;
  if (changed)
    jn_type_list.clear(&l->head);
  l->items = values;
  l->size = n;
  l->capacity = capacity;
  listTouched(l);
  if (changed && good) {
    raise(jn_exc_ValueError, "list modified during sort");
    return -1;
  }
  return good ? 0 : -1;
}

}  // namespace janus
