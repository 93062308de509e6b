#include "HandBinding.h"

using janus::test::HandBinding;

void hand_commit(jn_region_frame *frame, uint32_t commit, jn_value value) {
  HandBinding::of(frame)->commit(commit, value);
}
void hand_commit_delete(jn_region_frame *frame, uint32_t commit) {
  HandBinding::of(frame)->commit(commit, jn_none());
}
void hand_commit_storage(jn_region_frame *, uint32_t, int64_t) {}
void hand_guard_seen(jn_region_frame *, uint32_t, jn_value) {}
void hand_commit_text(jn_region_frame *frame, uint32_t, const jn_value *texts, uint32_t count,
                      bool) {
  HandBinding::of(frame)->write(texts, count);
}
