#ifndef TAS_CLANES_H
#define TAS_CLANES_H

// Operations that Swift's vectors perform value by value and the processor performs at once: choosing by a comparison,
// roots, and moving values between lanes. Each function is a few instructions that are inlined at the call; nothing
// here is specific to one kind of processor.

#define LANES_INLINE static inline __attribute__((always_inline, const))

/// Four doubles: SIMD4<Double> in Swift.
typedef double lanes_four __attribute__((ext_vector_type(4)));
typedef long long lanes_mask __attribute__((ext_vector_type(4)));

/// The values unchanged, computed once as a vector: without this the compiler extracts single lanes of the operations
/// after it and computes them again beside the vector, which doubles the work of a recurrence.
LANES_INLINE lanes_four lanes_kept(lanes_four values) {
#if defined(__AVX__)
  __asm__("" : "+x"(values));
#endif
  return values;
}

/// The larger of two values in each lane; the right one where either is NaN.
LANES_INLINE lanes_four lanes_larger(lanes_four left, lanes_four right) { return left > right ? left : right; }

/// The smaller of two values in each lane; the right one where either is NaN.
LANES_INLINE lanes_four lanes_smaller(lanes_four left, lanes_four right) { return left < right ? left : right; }

/// `yes` where left > right, else `no`.
LANES_INLINE lanes_four lanes_if_above(lanes_four left, lanes_four right, lanes_four yes, lanes_four no) {
  return left > right ? yes : no;
}

/// `yes` where left == right, else `no`.
LANES_INLINE lanes_four lanes_if_equal(lanes_four left, lanes_four right, lanes_four yes, lanes_four no) {
  return left == right ? yes : no;
}

/// Four booleans, a bit each.
typedef _Bool lanes_four_bits __attribute__((ext_vector_type(4)));

/// A bit for each lane with left >= right, the first lane in the lowest; none if either is NaN.
LANES_INLINE unsigned long long lanes_at_least(lanes_four left, lanes_four right) {
  lanes_four_bits bits = __builtin_convertvector(left >= right, lanes_four_bits);
  unsigned char packed;
  __builtin_memcpy(&packed, &bits, 1);
  return packed & 15;
}

/// A bit for each lane with left > right, the first lane in the lowest; none if either is NaN.
LANES_INLINE unsigned long long lanes_above(lanes_four left, lanes_four right) {
  lanes_four_bits bits = __builtin_convertvector(left > right, lanes_four_bits);
  unsigned char packed;
  __builtin_memcpy(&packed, &bits, 1);
  return packed & 15;
}

/// A bit for each lane with left <= right, the first lane in the lowest; none if either is NaN.
LANES_INLINE unsigned long long lanes_at_most(lanes_four left, lanes_four right) {
  lanes_four_bits bits = __builtin_convertvector(left <= right, lanes_four_bits);
  unsigned char packed;
  __builtin_memcpy(&packed, &bits, 1);
  return packed & 15;
}

/// The lanes whose bits are set, the first lane's in the lowest, and zero in the others.
LANES_INLINE lanes_four lanes_only(lanes_four values, unsigned long long bits) {
  lanes_mask own = {1, 2, 4, 8};
  lanes_mask all = {(long long)bits, (long long)bits, (long long)bits, (long long)bits};
  return (lanes_four)((lanes_mask)values & ((all & own) == own));
}

/// `yes` in the lanes whose bits are set, the first lane's in the lowest, else `no`.
LANES_INLINE lanes_four lanes_if_set(unsigned long long bits, lanes_four yes, lanes_four no) {
  lanes_mask own = {1, 2, 4, 8};
  lanes_mask all = {(long long)bits, (long long)bits, (long long)bits, (long long)bits};
  return (all & own) == own ? yes : no;
}

/// The magnitude in each lane.
LANES_INLINE lanes_four lanes_magnitude(lanes_four values) { return __builtin_elementwise_abs(values); }

/// The square root in each lane.
LANES_INLINE lanes_four lanes_root(lanes_four values) { return __builtin_elementwise_sqrt(values); }

/// Lane 0 in the lanes 0 and 1, lane 2 in the lanes 2 and 3.
LANES_INLINE lanes_four lanes_even(lanes_four values) { return __builtin_shufflevector(values, values, 0, 0, 2, 2); }

/// Lane 1 in all lanes.
LANES_INLINE lanes_four lanes_second(lanes_four values) { return __builtin_shufflevector(values, values, 1, 1, 1, 1); }

/// Lane 3 in all lanes.
LANES_INLINE lanes_four lanes_last(lanes_four values) { return __builtin_shufflevector(values, values, 3, 3, 3, 3); }

/// Nothing, lane 0, nothing, lane 2.
LANES_INLINE lanes_four lanes_odd_from_even(lanes_four values) {
  lanes_four zero = {0, 0, 0, 0};
  return __builtin_shufflevector(values, zero, 4, 0, 4, 2);
}

/// Nothing, nothing, lane 1, lane 1.
LANES_INLINE lanes_four lanes_upper_from_second(lanes_four values) {
  lanes_four zero = {0, 0, 0, 0};
  return __builtin_shufflevector(values, zero, 4, 4, 1, 1);
}

/// The lanes one place on, with the last lane of `before` first.
LANES_INLINE lanes_four lanes_shifted(lanes_four before, lanes_four values) {
  return __builtin_shufflevector(before, values, 3, 4, 5, 6);
}

/// How many of `count` values are below a limit.
static inline __attribute__((always_inline, pure)) long lanes_count_below(const double *values, long count,
                                                                          double limit) {
  long below = 0;
  for (long index = 0; index < count; index++) below += values[index] < limit;
  return below;
}

/// How many of `count` values equal another one.
static inline __attribute__((always_inline, pure)) long lanes_count_equal(const double *values, long count,
                                                                          double other) {
  long equal = 0;
  for (long index = 0; index < count; index++) equal += values[index] == other;
  return equal;
}

/// How many of `count` values are at or below a limit; NaN is not.
static inline __attribute__((always_inline, pure)) long lanes_count_at_most(const double *values, long count,
                                                                            double limit) {
  long low = 0;
  for (long index = 0; index < count; index++) low += values[index] <= limit;
  return low;
}

/// The number of `count` bars, the first two left out, that have something to look at: prices that contradict each other or are
/// not above zero, no volume, a price unchanged for the second time, an open or a close far from the close before;
/// NaN among them.
static inline __attribute__((always_inline, pure)) long lanes_count_odd_bars(const double *open, const double *high,
                                                                             const double *low, const double *close,
                                                                             const double *volume, long count) {
  long odd = 0;
  for (long index = 2; index < count; index++) {
    double o = open[index], h = high[index], l = low[index], c = close[index], before = close[index - 1];
    int sound = (h >= o) & (h >= c) & (l <= o) & (l <= c) & (l > 0) & (volume[index] > 0);
    int far = (o > before * 1.4) | (before > o * 1.4) | (c > 8 * before) | (before > 8 * c);
    odd += !sound | far | ((h == l) & (c == before) & (c == close[index - 2]));
  }
  return odd;
}

typedef unsigned char lanes_bytes __attribute__((ext_vector_type(64)));
typedef _Bool lanes_bits __attribute__((ext_vector_type(64)));

/// Which of the 64 bytes from here on equal one of two: bit 0 is the first byte.
static inline __attribute__((always_inline, pure)) unsigned long long lanes_marks(const unsigned char *text,
                                                                                  unsigned char one,
                                                                                  unsigned char other) {
  lanes_bytes bytes;
  __builtin_memcpy(&bytes, text, sizeof bytes);
  return __builtin_bit_cast(unsigned long long, __builtin_convertvector((bytes == one) | (bytes == other), lanes_bits));
}

/// How many of `count` bytes equal another one.
static inline __attribute__((always_inline, pure)) long lanes_count_bytes(const unsigned char *text, long count,
                                                                          unsigned char other) {
  long equal = 0;
  long index = 0;
  for (; index + 64 <= count; index += 64) equal += __builtin_popcountll(lanes_marks(text + index, other, other));
  for (; index < count; index++) equal += text[index] == other;
  return equal;
}

#include "order.h"
#include "rows.h"

#endif
