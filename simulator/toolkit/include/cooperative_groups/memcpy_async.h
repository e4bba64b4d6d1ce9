/* cooperative_groups::memcpy_async and wait: a copy that all threads of a group share. Here it is done when the call returns, but
 * only behind wait may a thread read what was copied, as on a GPU: the checks report who reads earlier. */
#ifndef WARPSCHOOL_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define WARPSCHOOL_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include "../cooperative_groups.h"
#include "../warpschool_toolkit/async_copy.h"

#if defined(__CUDA__) && defined(__clang__)

namespace cooperative_groups {

namespace details {

template <class Word>
WS_DEVICE void copy_word(Word* to, const Word* from) {
  if (!ws_copy_async(to, from, sizeof(Word), sizeof(Word))) {
    *to = *from;
  }
}
template <class Word, class Group>
WS_DEVICE void copy_words(const Group& group, void* to, const void* from, size_t bytes) {
  for (size_t i = group.thread_rank(); i < bytes / sizeof(Word); i += group.size()) {
    copy_word(static_cast<Word*>(to) + i, static_cast<const Word*>(from) + i);
  }
}
template <class Group>
WS_DEVICE void copy_bytes(const Group& group, void* to, const void* from, size_t bytes) {
  if ((((size_t)to | (size_t)from | bytes) & 3u) == 0) {
    copy_words<unsigned int>(group, to, from, bytes);
  } else {
    copy_words<unsigned char>(group, to, from, bytes);
  }
  ws_commit_copies();
}

}  // namespace details

template <class Group>
WS_DEVICE void memcpy_async(const Group& group, void* to, const void* from, size_t bytes) {
  details::copy_bytes(group, to, from, bytes);
}
template <class Group, class T>
WS_DEVICE void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
  details::copy_bytes(group, to, from, bytes);
}
/* Counts of elements: the smaller of the two. */
template <class Group, class T>
WS_DEVICE void memcpy_async(const Group& group, T* to, size_t to_count, const T* from, size_t from_count) {
  details::copy_bytes(group, to, from, sizeof(T) * (to_count < from_count ? to_count : from_count));
}

template <class Group>
WS_DEVICE void wait(const Group& group) {
  ws_wait_for_copies(0);
  group.sync();
}
/* For all but the last `kStages` calls of memcpy_async. */
template <unsigned int kStages, class Group>
WS_DEVICE void wait_prior(const Group& group) {
  ws_wait_for_copies(kStages);
  group.sync();
}

}  // namespace cooperative_groups

#endif
#endif
