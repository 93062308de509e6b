// JANUS_TRACE=FILE: what compiler and runtime write there, in Chrome's trace format, one array of
// events (docs/profiling.md). The file is valid JSON after every write, so that it can be read
// whatever way the process ends; `janusc run` begins it, and the program goes on.
#pragma once

#include "janus/contract/Environment.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <string_view>
#include <unistd.h>

namespace janus {

class TraceFile {
public:
  // What JANUS_TRACE names, if it is a trace or may become one; else null.
  static const char *named() {
    return environmentOutput("JANUS_TRACE", {"[\n{\"name\": \"", "[\n]\n"});
  }

  TraceFile() = default;
  TraceFile(const TraceFile &) = delete;
  TraceFile &operator=(const TraceFile &) = delete;
  ~TraceFile() {
    flush();
    if (fd_ >= 0)
      close(fd_);
  }

  // `continues`: the events that the file holds stay.
  bool open(const char *path, bool continues) {
    fd_ = ::open(path, O_RDWR | O_CREAT | O_CLOEXEC | (continues ? 0 : O_TRUNC), 0666);
    process_ = getpid();
    if (fd_ < 0)
      return false;
    constexpr off_t kEnd = sizeof kClosing - 1;
    off_t end = lseek(fd_, 0, SEEK_END);
    if (end > kEnd) {
      end_ = end - kEnd;
      isEmpty_ = end_ == 1;
    } else {
      kept_ = "[";
      flush();
    }
    return true;
  }
  bool isOpen() const { return fd_ >= 0; }

  static int64_t now() {  // in nanoseconds; one clock for all processes
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  }

  // `arguments`: the members of a JSON object, or nothing.
  void span(std::string_view name, const char *category, int64_t begin, int64_t end,
            std::string_view arguments = {}) {
    char place[96];
    snprintf(place, sizeof place, "\"ph\": \"X\", \"ts\": %.3f, \"dur\": %.3f",
             static_cast<double>(begin) * 1e-3, static_cast<double>(end - begin) * 1e-3);
    add(name, category, place, arguments);
  }
  void instant(std::string_view name, const char *category, std::string_view arguments = {}) {
    char place[96];
    snprintf(place, sizeof place, "\"ph\": \"i\", \"s\": \"t\", \"ts\": %.3f",
             static_cast<double>(now()) * 1e-3);
    add(name, category, place, arguments);
  }

  void flush() {
    std::lock_guard<std::mutex> hold(mutex_);
    write();
  }

  static void appendText(std::string &out, std::string_view text) {
    out += '"';
    for (char c : text) {
      if (c == '"' || c == '\\')
        out += '\\';
      out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    out += '"';
  }

private:
  static constexpr char kClosing[] = "\n]\n";
  static constexpr size_t kMostKept = 1 << 16;
  static constexpr int64_t kLongest = 200'000'000;  // nanoseconds that events may wait

  void add(std::string_view name, const char *category, const char *place,
           std::string_view arguments) {
    std::lock_guard<std::mutex> hold(mutex_);
    kept_ += isEmpty_ ? "\n" : ",\n";
    isEmpty_ = false;
    kept_ += "{\"name\": ";
    appendText(kept_, name);
    kept_ += ", \"cat\": \"";
    kept_ += category;
    kept_ += "\", ";
    kept_ += place;
    kept_ += ", \"pid\": " + std::to_string(process_) + ", \"tid\": " + std::to_string(gettid());
    if (!arguments.empty()) {
      kept_ += ", \"args\": {";
      kept_ += arguments;
      kept_ += '}';
    }
    kept_ += '}';
    if (int64_t time = now(); kept_.size() > kMostKept || time - written_ > kLongest) {
      write();
      written_ = time;
    }
  }

  // One write at the place of the last end: there is no moment without one.
  void write() {
    if (fd_ < 0 || kept_.empty() || getpid() != process_)
      return;
    std::string text = kept_ + kClosing;
    if (pwrite(fd_, text.data(), text.size(), end_) == static_cast<ssize_t>(text.size()))
      end_ += static_cast<off_t>(kept_.size());
    else if (end_ == 0 || ftruncate(fd_, end_) != 0 ||
             pwrite(fd_, kClosing, sizeof kClosing - 1, end_) < 0)
      fd_ = -1;  // the disk is full: what there is stays
    kept_.clear();
  }

  int fd_ = -1;
  pid_t process_ = 0;
  off_t end_ = 0;
  bool isEmpty_ = true;
  int64_t written_ = 0;
  std::string kept_;
  std::mutex mutex_;
};

}  // namespace janus
