#include "bridge/Socket.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

namespace janus::bridge {
namespace {

struct Header {
  uint32_t length;
  uint8_t kind;
  uint8_t descriptors;
  uint16_t magic;
};
static_assert(sizeof(Header) == 8);

SocketStatus statusOf(int error) {
  return error == EPIPE || error == ECONNRESET ? SocketStatus::Closed : SocketStatus::Failed;
}

SocketStatus waitReadable(int fd, double seconds) {
  if (seconds <= 0)
    return SocketStatus::Ok;  // recvmsg blocks
  pollfd p = {fd, POLLIN, 0};
  for (;;) {
    int n = poll(&p, 1, static_cast<int>(std::ceil(seconds * 1000)));
    if (n > 0)
      return SocketStatus::Ok;
    if (n == 0)
      return SocketStatus::TimedOut;
    if (errno != EINTR)
      return SocketStatus::Failed;
  }
}

void takeDescriptors(msghdr *m, std::vector<int> *out) {
  for (cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
      continue;
    size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    const auto *data = reinterpret_cast<const int *>(CMSG_DATA(c));
    out->insert(out->end(), data, data + count);
  }
}

double now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Until a frame begins, or kSoonSeconds are over. Whoever else wants the core gets it meanwhile.
void lookForFrame(int fd) {
  char first;
  double end = now() + Patience::kSoonSeconds;
  while (recv(fd, &first, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN && now() < end)
    sched_yield();
}

SocketStatus receiveAll(int fd, double seconds, char *to, size_t size, std::vector<int> *out) {
  alignas(cmsghdr) char control[CMSG_SPACE(kMostDescriptors * sizeof(int))];
  while (size) {
    if (SocketStatus s = waitReadable(fd, seconds); s != SocketStatus::Ok)
      return s;
    iovec part = {to, size};
    msghdr m = {};
    m.msg_iov = &part;
    m.msg_iovlen = 1;
    m.msg_control = control;
    m.msg_controllen = sizeof(control);
    ssize_t n = recvmsg(fd, &m, MSG_CMSG_CLOEXEC);
    if (n < 0) {
      if (errno == EINTR)
        continue;
      return statusOf(errno);
    }
    if (n == 0)
      return SocketStatus::Closed;
    takeDescriptors(&m, out);
    to += n;
    size -= static_cast<size_t>(n);
  }
  return SocketStatus::Ok;
}

SocketStatus receiveParts(int fd, Patience *patience, Frame *frame) {
  Header h;
  double start = now(), seconds = patience->seconds;
  if (patience->isSoon)
    lookForFrame(fd);
  SocketStatus s =
      receiveAll(fd, seconds, reinterpret_cast<char *>(&h), sizeof(h), &frame->descriptors);
  patience->isSoon = now() - start <= Patience::kSoonSeconds;
  if (s != SocketStatus::Ok)
    return s;
  if (h.magic != kMagic || h.kind < static_cast<uint8_t>(FrameKind::Hello) ||
      h.kind > static_cast<uint8_t>(FrameKind::Bye) || h.length > kLargestFrame)
    return SocketStatus::Garbage;
  frame->kind = static_cast<FrameKind>(h.kind);
  frame->payload.resize(h.length);
  s = receiveAll(fd, seconds, frame->payload.data(), h.length, &frame->descriptors);
  if (s != SocketStatus::Ok)
    return s;
  return frame->descriptors.size() == h.descriptors ? SocketStatus::Ok : SocketStatus::Garbage;
}

}  // namespace

void Frame::close() {
  for (int fd : descriptors)
    ::close(fd);
  descriptors.clear();
}

SocketStatus sendFrame(int fd, const Frame &frame) {
  if (frame.payload.size() > kLargestFrame || frame.descriptors.size() > kMostDescriptors)
    return SocketStatus::TooLarge;
  Header h = {static_cast<uint32_t>(frame.payload.size()), static_cast<uint8_t>(frame.kind),
              static_cast<uint8_t>(frame.descriptors.size()), kMagic};
  iovec parts[2] = {{&h, sizeof(h)},
                    {const_cast<char *>(frame.payload.data()), frame.payload.size()}};
  alignas(cmsghdr) char control[CMSG_SPACE(kMostDescriptors * sizeof(int))];
  msghdr m = {};
  m.msg_iov = parts;
  m.msg_iovlen = 2;
  if (size_t bytes = frame.descriptors.size() * sizeof(int)) {
    m.msg_control = control;
    m.msg_controllen = CMSG_SPACE(bytes);
    cmsghdr *c = CMSG_FIRSTHDR(&m);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(bytes);
    memcpy(CMSG_DATA(c), frame.descriptors.data(), bytes);
  }
  size_t left = sizeof(h) + frame.payload.size();
  while (left) {
    ssize_t n = sendmsg(fd, &m, MSG_NOSIGNAL);
    if (n < 0) {
      if (errno == EINTR)
        continue;
      return statusOf(errno);
    }
    left -= static_cast<size_t>(n);
    m.msg_control = nullptr;  // the descriptors went with the first byte
    m.msg_controllen = 0;
    for (auto sent = static_cast<size_t>(n); sent;) {
      size_t step = std::min(sent, m.msg_iov->iov_len);
      m.msg_iov->iov_base = static_cast<char *>(m.msg_iov->iov_base) + step;
      m.msg_iov->iov_len -= step;
      sent -= step;
      if (m.msg_iov->iov_len == 0 && m.msg_iovlen > 1) {
        ++m.msg_iov;
        --m.msg_iovlen;
      }
    }
  }
  return SocketStatus::Ok;
}

SocketStatus receiveFrame(int fd, Patience *patience, Frame *frame) {
  SocketStatus s = receiveParts(fd, patience, frame);
  if (s != SocketStatus::Ok)
    frame->close();
  return s;
}

}  // namespace janus::bridge
