// Which words a memory instruction is going to use, from those that it has used: most kernels give
// each block the row of words behind that of the block before. Claiming the words of many blocks
// at once costs one compare-and-swap a page.
//
// A predictor that goes wrong claims words which another worker needs: the batch is undone, as
// if they had been used, and run again without predictors.
#pragma once

#include "exec/speculation/word_ownership.hpp"

#include <algorithm>
#include <cstdint>

namespace warpschool::sim {

/// Of one static instruction and one worker in a batch.
class StridePredictor {
 public:
  /// Of a claim. Pages are saved when they are claimed, and should still be in the host's caches
  /// when they are written: 32 KiB.
  static constexpr std::uint64_t kMostWords = 8 * kClaimPageBytes / 4;

  /// Is this row claimed already?
  bool covers(WordSpan row) const { return claimed_.begin <= row.begin && row.end <= claimed_.end; }
  void set_claimed(WordSpan row) { claimed_ = row; }

  /// The block `block` is about to use a row. Returns a row that has it and what this block and the
  /// next ones of `blocks` in all will use.
  WordSpan look_ahead(WordSpan row, std::uint64_t block, std::uint64_t blocks) {
    if (stride_ == 0) {
      learn(row, block);
    }
    if (stride_ != 0) {
      const std::uint64_t begin = anchor_ + (block - anchor_block_) * stride_;
      if (row.begin >= begin && row.end <= begin + stride_) {
        const std::uint64_t far = std::max<std::uint64_t>(1, kMostWords / stride_);
        return {begin, begin + std::min(blocks, far) * stride_};
      }
      stride_ = 0;
      used_ = {};
    }
    return row;
  }

 private:
  void learn(WordSpan row, std::uint64_t block) {
    if (block == block_) {
      used_ = row.begin == used_.end ? WordSpan{used_.begin, row.end} : WordSpan{};
      return;
    }
    if (block == block_ + 1 && row.begin == used_.end && used_.begin < used_.end) {
      stride_ = used_.end - used_.begin;
      anchor_ = row.begin;
      anchor_block_ = block;
    }
    block_ = block;
    used_ = row;
  }

  WordSpan claimed_;
  std::uint64_t block_ = ~std::uint64_t{0};      ///< that was seen last
  WordSpan used_;                                ///< by it, without gaps; empty: there were some
  std::uint64_t stride_ = 0;                     ///< words a block; 0: not known
  std::uint64_t anchor_ = 0, anchor_block_ = 0;  ///< a block's first word
};

}  // namespace warpschool::sim
