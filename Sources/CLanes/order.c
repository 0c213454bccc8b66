#include "CLanes.h"
#include "order.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define INLINE_WITH_AVX2 static inline __attribute__((always_inline, target("avx2")))

/// Eight halves of comparisons of four values: 0 1 4 5 and 2 3 6 7.
INLINE_WITH_AVX2 __m256i eight(__m256d first, __m256d second) {
  return _mm256_castps_si256(_mm256_shuffle_ps(_mm256_castpd_ps(first), _mm256_castpd_ps(second), 0x88));
}

/// A bit for each of 32 comparisons, eight at a time.
INLINE_WITH_AVX2 unsigned bits(const __m256i eights[4]) {
  __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(eights[0], eights[1]), _mm256_packs_epi32(eights[2], eights[3]));
  // The lower half has the first two of each four, the upper one the others.
  const __m256i order = _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1, 8, 9, 2, 3, 10, 11,
                                         4, 5, 12, 13, 6, 7, 14, 15);
  bytes = _mm256_shuffle_epi8(_mm256_permute4x64_epi64(bytes, 0xD8), order);
  return (unsigned)_mm256_movemask_epi8(bytes);
}

__attribute__((target("avx2"))) static lanes_order with_avx2(const double *left, const double *right) {
  unsigned at_least[2], at_most[2];
  for (int half = 0; half < 2; half++) {
    __m256i above[4], below[4];
    for (int part = 0; part < 4; part++) {
      const double *l = left + 32 * half + 8 * part, *r = right + 32 * half + 8 * part;
      __m256d l0 = _mm256_loadu_pd(l), l1 = _mm256_loadu_pd(l + 4);
      __m256d r0 = _mm256_loadu_pd(r), r1 = _mm256_loadu_pd(r + 4);
      above[part] = eight(_mm256_cmp_pd(l0, r0, _CMP_GE_OQ), _mm256_cmp_pd(l1, r1, _CMP_GE_OQ));
      below[part] = eight(_mm256_cmp_pd(l0, r0, _CMP_LE_OQ), _mm256_cmp_pd(l1, r1, _CMP_LE_OQ));
    }
    at_least[half] = bits(above);
    at_most[half] = bits(below);
  }
  lanes_order order = {at_least[0] | (unsigned long long)at_least[1] << 32,
                       at_most[0] | (unsigned long long)at_most[1] << 32};
  return order;
}

#endif

lanes_order lanes_order_of(const double *left, const double *right) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return with_avx2(left, right);
#endif
  lanes_order order = {0, 0};
  for (int index = 0; index < 64; index += 4) {
    lanes_four l, r;
    __builtin_memcpy(&l, left + index, sizeof l);
    __builtin_memcpy(&r, right + index, sizeof r);
    order.at_least |= lanes_at_least(l, r) << index;
    order.at_most |= lanes_at_most(l, r) << index;
  }
  return order;
}
