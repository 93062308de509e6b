// Runs the program of a regular expression: backtracking with a stack of its own, so that long
// texts do not need a deep one of the machine.
#include "stdlib/Regex.h"
#include "value/text/Unicode.h"

#include <algorithm>
#include <new>
#include <stdlib.h>
#include <utility>
#include <vector>

namespace janus::regex {
namespace {

// What to take back, or where to go on, when a way does not lead to a match.
struct Entry {
  enum Kind : uint32_t {
    Choice,    // go on at `index` with position a
    Slot,      // slots[index] was a, and lastIndex b
    Counter,   // loop `index` had count a and began its last round at b
    Greedy,    // Star at `index`: it may take less, down to a; has taken up to b
    Lazy,      // Star at `index`: it may take more, from a on, up to b
    LazyLoop,  // Loop at `index` may do another round from position a
  } kind;
  int index;
  int64_t a, b;
};
struct Counter {
  int64_t count = 0, last = -1;
};

// Entries without constructors: growing is the only step that is not in line.
class Stack {
public:
  Stack() = default;
  Stack(const Stack &) = delete;
  Stack &operator=(const Stack &) = delete;
  ~Stack() { free(entries_); }

  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  Entry &operator[](size_t i) { return entries_[i]; }
  Entry &back() { return entries_[size_ - 1]; }
  void push(const Entry &entry) {
    if (__builtin_expect(size_ == capacity_, 0))
      grow();
    entries_[size_++] = entry;
  }
  void pop() { --size_; }
  void cut(size_t size) { size_ = size; }
  void swap(Stack &other) {
    std::swap(entries_, other.entries_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

private:
  __attribute__((noinline)) void grow() {
    size_t capacity = capacity_ ? capacity_ * 2 : 64;
    void *larger = realloc(entries_, capacity * sizeof(Entry));
    if (!larger)
      throw std::bad_alloc();
    entries_ = static_cast<Entry *>(larger);
    capacity_ = capacity;
  }

  Entry *entries_ = nullptr;
  size_t size_ = 0, capacity_ = 0;
};

// Room from one match to the next: under the runtime lock, and no code of the program runs within.
Stack spareStack;
constexpr size_t kSpareEntries = 1024;

template <class Char>
class Matcher {
public:
  Matcher(const Program &program, const Char *text, int64_t end, Mode mode,
          std::vector<int64_t> *slots, int64_t *lastIndex)
      : program_(program), code_(program.code.data()), text_(text), end_(end), mode_(mode),
        slots_(*slots), lastIndex_(*lastIndex), counters_(program.loops) {
    stack_.swap(spareStack);
    lastIndex_ = -1;
  }
  ~Matcher() {
    stack_.cut(0);
    if (stack_.capacity() <= kSpareEntries)
      stack_.swap(spareStack);
  }
  Matcher(const Matcher &) = delete;
  Matcher &operator=(const Matcher &) = delete;

  bool from(int64_t start, bool mustAdvance) {
    start_ = start;
    mustAdvance_ = mustAdvance;
    stack_.cut(0);  // a way that has failed has taken everything back
    slots_[0] = start;
    return run(0, start, &slots_[1]);
  }
  bool search(int64_t start, bool mustAdvance) {
    const CharSet *first = program_.first.get();
    for (; start <= end_; ++start, mustAdvance = false) {
      if (first) {
        while (start < end_ && !first->has(text_[start])) {
          ++start;
          mustAdvance = false;
        }
        if (start >= end_)
          return false;
      }
      if (from(start, mustAdvance))
        return true;
      if (program_.leadingRun >= 0)
        start = std::max(start, runOf(code_[program_.leadingRun + 1], start, kUnlimited) - 1);
    }
    return false;
  }

private:
  bool single(const Instruction &i, Char c) const {
    switch (i.op) {
    case Op::Char: return c == static_cast<uint32_t>(i.a);
    case Op::AnyButNewline: return c != '\n';
    case Op::Any: return true;
    default: return program_.sets[i.a].has(c);
    }
  }
  // The end of a run of at most `most` characters from `at` that `i` takes.
  int64_t runOf(const Instruction &i, int64_t at, int64_t most) const {
    int64_t stop = most >= end_ - at ? end_ : at + most;
    switch (i.op) {
    case Op::Any: return stop;
    case Op::AnyButNewline:
      while (at < stop && text_[at] != '\n')
        ++at;
      return at;
    case Op::Char:
      while (at < stop && text_[at] == static_cast<uint32_t>(i.a))
        ++at;
      return at;
    default: {
      const CharSet &set = program_.sets[i.a];
      while (at < stop && set.has(text_[at]))
        ++at;
      return at;
    }
    }
  }
  bool wordAt(int64_t at, bool ascii) const {
    return at >= 0 && at < end_ && isWordChar(text_[at], ascii);
  }
  bool holds(At at, int64_t pos, bool ascii) const {
    switch (at) {
    case At::Start: return pos == 0;
    case At::LineStart: return pos == 0 || text_[pos - 1] == '\n';
    case At::End: return pos == end_ || (pos == end_ - 1 && text_[pos] == '\n');
    case At::LineEnd: return pos == end_ || text_[pos] == '\n';
    case At::TextEnd: return pos == end_;
    case At::Boundary: return end_ > 0 && wordAt(pos - 1, ascii) != wordAt(pos, ascii);
    case At::NoBoundary: return end_ > 0 && wordAt(pos - 1, ascii) == wordAt(pos, ascii);
    }
    return false;
  }
  static uint32_t lower(uint32_t c, bool ascii) {
    if (ascii)
      return c >= 'A' && c <= 'Z' ? c + 32 : c;
    uint32_t out[3];
    return unicode::mapCase(c, unicode::Case::Lower, out) == 1 ? out[0] : c;
  }
  // The end of group i.a's text at pos, or -1.
  int64_t repeatGroup(const Instruction &i, int64_t pos) const {
    int64_t start = slots_[2 * i.a], stop = slots_[2 * i.a + 1];
    if (start < 0 || stop < start || stop - start > end_ - pos)
      return -1;
    for (int64_t at = start; at < stop; ++at, ++pos)
      if (i.b ? lower(text_[at], i.c) != lower(text_[pos], i.c) : text_[at] != text_[pos])
        return -1;
    return pos;
  }

  void push(typename Entry::Kind kind, int index, int64_t a, int64_t b = 0) {
    stack_.push({kind, index, a, b});
  }
  void save(int slot, int64_t pos) {
    push(Entry::Slot, slot, slots_[slot], lastIndex_);
    slots_[slot] = pos;
    if (slot & 1)
      lastIndex_ = slot / 2;
  }
  void setCounter(int loop, int64_t count, int64_t last) {
    push(Entry::Counter, loop, counters_[loop].count, counters_[loop].last);
    counters_[loop] = {count, last};
  }
  // Undoes up to the last choice above `base`; false when there is none.
  bool backtrack(size_t base, int *pc, int64_t *pos) {
    while (stack_.size() > base) {
      Entry &e = stack_.back();
      switch (e.kind) {
      case Entry::Slot:
        slots_[e.index] = e.a;
        lastIndex_ = e.b;
        break;
      case Entry::Counter: counters_[e.index] = {e.a, e.b}; break;
      case Entry::Choice:
        *pc = e.index;
        *pos = e.a;
        stack_.pop();
        return true;
      case Entry::Greedy: {
        *pc = e.index + 2;
        *pos = --e.b;
        const Instruction &next = code_[e.index + 2];
        // Nothing but this character can go on.
        if (next.op == Op::Char)
          while (*pos > e.a && (*pos >= end_ || text_[*pos] != static_cast<uint32_t>(next.a)))
            e.b = --*pos;
        if (e.b <= e.a)
          stack_.pop();
        return true;
      }
      case Entry::Lazy:
        if (e.a < e.b && single(code_[e.index + 1], text_[e.a])) {
          *pc = e.index + 2;
          *pos = ++e.a;
          return true;
        }
        break;
      case Entry::LazyLoop: {
        Entry entry = e;
        const Instruction &loop = code_[entry.index];
        const Counter &now = counters_[loop.a];
        stack_.pop();
        if (now.count < loop.max && now.last != entry.a) {
          setCounter(loop.a, now.count + 1, entry.a);
          *pc = loop.b;
          *pos = entry.a;
          return true;
        }
        continue;
      }
      }
      stack_.pop();
    }
    return false;
  }
  // Keeps what to take back, forgets the ways not tried.
  void commit(size_t base) {
    size_t kept = base;
    for (size_t i = base; i < stack_.size(); ++i)
      if (stack_[i].kind == Entry::Slot || stack_[i].kind == Entry::Counter)
        stack_[kept++] = stack_[i];
    stack_.cut(kept);
  }
  void undo(size_t base) {
    commit(base);
    int pc;
    int64_t pos;
    backtrack(base, &pc, &pos);
  }

  bool run(int pc, int64_t pos, int64_t *stop) {
    size_t base = stack_.size();
    for (;;) {
      const Instruction &i = code_[pc];
      bool good = true;
      switch (i.op) {
      case Op::Char:
      case Op::AnyButNewline:
      case Op::Any:
      case Op::Set:
        good = pos < end_ && single(i, text_[pos]);
        ++pos;
        ++pc;
        break;
      case Op::At:
        good = holds(static_cast<At>(i.a), pos, i.b);
        ++pc;
        break;
      case Op::Jump: pc = i.a; break;
      case Op::Split:
        push(Entry::Choice, i.a, pos);
        ++pc;
        break;
      case Op::Save:
        save(i.a, pos);
        ++pc;
        break;
      case Op::Star: good = star(i, &pc, &pos); break;
      case Op::LoopStart:
        setCounter(i.a, 0, -1);
        ++pc;
        break;
      case Op::Loop: loop(i, &pc, pos); break;
      case Op::BackRef:
        pos = repeatGroup(i, pos);
        good = pos >= 0;
        ++pc;
        break;
      case Op::Condition:
        pc = slots_[2 * i.a] >= 0 && slots_[2 * i.a + 1] >= 0 ? pc + 1 : i.b;
        break;
      case Op::Look: good = look(i, &pc, pos); break;
      case Op::Atomic: {
        size_t inner = stack_.size();
        good = run(pc + 1, pos, &pos);
        if (good)
          commit(inner);
        pc = i.a;
        break;
      }
      case Op::Fail: good = false; break;
      case Op::Accept: *stop = pos; return true;
      case Op::Match:
        if ((mode_ == Mode::FullMatch && pos != end_) || (mustAdvance_ && pos == start_)) {
          good = false;
          break;
        }
        *stop = pos;
        return true;
      }
      if (!good && !backtrack(base, &pc, &pos))
        return false;
    }
  }
  bool star(const Instruction &i, int *pc, int64_t *pos) {
    const Instruction &one = code_[*pc + 1];
    int64_t least = *pos;
    if (i.min) {
      least = runOf(one, *pos, i.min);
      if (least - *pos < i.min)
        return false;
    }
    if (i.mode == RepeatMode::Lazy) {
      int64_t most = i.max >= end_ - *pos ? end_ : *pos + i.max;
      if (least < most)
        push(Entry::Lazy, *pc, least, most);
      *pos = least;
    } else {
      int64_t most = i.max == kUnlimited ? kUnlimited : i.max - i.min;
      *pos = runOf(one, least, most);
      if (*pos > least)
        push(Entry::Greedy, *pc, least, *pos);
    }
    *pc += 2;
    return true;
  }
  // At the end of a round, or before the first: another one, or on.
  void loop(const Instruction &i, int *pc, int64_t pos) {
    const Counter now = counters_[i.a];
    if (now.count < i.min) {
      setCounter(i.a, now.count + 1, pos);
      *pc = i.b;
    } else if (i.mode == RepeatMode::Lazy) {
      push(Entry::LazyLoop, *pc, pos);
      ++*pc;
    } else if (now.count < i.max && now.last != pos) {
      push(Entry::Choice, *pc + 1, pos);
      setCounter(i.a, now.count + 1, pos);
      *pc = i.b;
    } else {
      ++*pc;
    }
  }
  bool look(const Instruction &i, int *pc, int64_t pos) {
    size_t inner = stack_.size();
    int64_t ignored;
    bool found = pos >= i.b && run(*pc + 1, pos - i.b, &ignored);
    *pc = i.a;
    if (i.c) {
      if (found)
        undo(inner);
      return !found;
    }
    if (found)
      commit(inner);
    return found;
  }

  const Program &program_;
  const Instruction *code_;
  const Char *text_;
  int64_t end_;
  Mode mode_;
  std::vector<int64_t> &slots_;
  int64_t &lastIndex_;
  std::vector<Counter> counters_;
  Stack stack_;
  int64_t start_ = 0;
  bool mustAdvance_ = false;
};

}  // namespace

bool match(const Program &program, const Subject &subject, int64_t start, Mode mode,
           bool mustAdvance, std::vector<int64_t> *slots, int64_t *lastIndex) {
  slots->assign(2 * (program.groups + 1), -1);
  auto with = [&](auto chars) {
    Matcher matcher(program, chars, subject.end, mode, slots, lastIndex);
    return mode == Mode::Search ? matcher.search(start, mustAdvance)
                                : matcher.from(start, mustAdvance);
  };
  switch (subject.kind) {
  case 1: return with(static_cast<const uint8_t *>(subject.chars));
  case 2: return with(static_cast<const uint16_t *>(subject.chars));
  default: return with(static_cast<const uint32_t *>(subject.chars));
  }
}

}  // namespace janus::regex
