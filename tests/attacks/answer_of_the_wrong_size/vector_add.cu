// Tries: a message on the worker's channel that is too long, with descriptors in it.
// May get: nothing
#include "vector_add.hpp"

#include <cstring>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" void vector_add(const float* a, const float* b, float* sum, std::size_t n) {
  char junk[512] = {};
  char control[CMSG_SPACE(sizeof(int) * 8)] = {};
  iovec part{junk, sizeof junk};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  cmsghdr* rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int) * 8);
  for (int i = 0; i < 8; ++i) {
    const int file = ::open("/dev/zero", O_RDONLY);
    std::memcpy(CMSG_DATA(rights) + i * sizeof(int), &file, sizeof file);
  }
  if (::sendmsg(3, &header, 0) > 0) {
    ::pause();
  }
}
