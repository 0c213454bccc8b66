#include "rows.h"

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#define WITH_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define INLINE_WITH_AVX2 static inline __attribute__((always_inline, target("avx2,bmi,bmi2,popcnt")))

int rows_are_read_here(void) {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
}

/// A bit for each of 64 bytes.
INLINE_WITH_AVX2 unsigned long long bits(__m256i low, __m256i high) {
  return (unsigned)_mm256_movemask_epi8(low) | (unsigned long long)(unsigned)_mm256_movemask_epi8(high) << 32;
}

/// The number of rows that are whole, looked at one field after the other.
static long whole_rows(const unsigned char *text, const uint32_t *ends, long fields, long rows,
                       unsigned char separator) {
  for (long row = 0; row < rows; row++) {
    const uint32_t *own = ends + row * fields;
    for (long field = 0; field < fields; field++)
      if (text[own[field]] != (field + 1 < fields ? separator : 10)) return row;
  }
  return rows;
}

WITH_AVX2 long rows_find(const unsigned char *text, long length, long fields, long most, unsigned char separator,
                         uint32_t *ends) {
  const __m256i newline = _mm256_set1_epi8(10), between = _mm256_set1_epi8((char)separator);
  ends[0] = 0;
  ends++;
  long found = 0, lines = 0;
  for (long at = 1; at + 64 <= length && found < fields * most; at += 64) {
    __m256i low = _mm256_loadu_si256((const __m256i *)(text + at));
    __m256i high = _mm256_loadu_si256((const __m256i *)(text + at + 32));
    __m256i low_lines = _mm256_cmpeq_epi8(low, newline), high_lines = _mm256_cmpeq_epi8(high, newline);
    unsigned long long marks = bits(_mm256_or_si256(low_lines, _mm256_cmpeq_epi8(low, between)),
                                    _mm256_or_si256(high_lines, _mm256_cmpeq_epi8(high, between)));
    long count = __builtin_popcountll(marks);
    lines += __builtin_popcountll(bits(low_lines, high_lines));
    uint32_t *here = ends + found, start = (uint32_t)at;
    // Kept in a register of its own: the compiler would add twice for each mark.
    __asm__("" : "+r"(start));
    // Ten without asking how many there are: few stretches of a file of prices have more, and no branch is guessed wrong.
    for (int mark = 0; mark < 10; mark++) {
      here[mark] = start + (uint32_t)_tzcnt_u64(marks);
      marks = _blsr_u64(marks);
    }
    for (long mark = 10; mark < count; mark++) {
      here[mark] = start + (uint32_t)_tzcnt_u64(marks);
      marks = _blsr_u64(marks);
    }
    found += count;
  }
  long rows = found / fields < most ? found / fields : most;
  long ended = 0;
  for (long row = 1; row <= rows; row++) ended += text[ends[row * fields - 1]] == 10;
  for (long mark = rows * fields; mark < found; mark++) lines -= text[ends[mark]] == 10;
  // As many lines as rows, each at the end of one: then all other marks are separators.
  return ended == rows && lines == rows ? rows : whole_rows(text, ends, fields, rows, separator);
}

/// The powers of ten that sixteen decimals at most need; 1 if there is no mark.
static const double powers[17] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                  1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1};

/// Sixteen bytes of ones, then zeros: from `ones + 16 - n` on the first n bytes are ones.
static const unsigned char ones[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                       255, 255, 255, 255, 255, 255, 255, 255};

/// Reads a field of at most sixteen bytes.
INLINE_WITH_AVX2 int read_long(const unsigned char *start, const unsigned char *end, unsigned char point,
                               double *value) {
  unsigned long length = (unsigned long)(end - start);
  if (length - 1 >= 16) return 0;
  // The last byte of the field first, and zeros in the place of what is before the first one.
  const __m128i reversed = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
  __m128i text = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(end - 16)), reversed);
  __m128i own = _mm_loadu_si128((const __m128i *)(ones + 16 - length));
  __m128i digits = _mm_and_si128(_mm_xor_si128(text, _mm_set1_epi8(48)), own);
  unsigned marks = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(digits, _mm_set1_epi8((char)(point ^ 48))));
  unsigned decimals = _tzcnt_u32(marks | 1 << 16);
  // The mark is taken out.
  __m128i fraction = _mm_loadu_si128((const __m128i *)(ones + 16 - decimals));
  digits = _mm_or_si128(_mm_and_si128(digits, fraction), _mm_andnot_si128(fraction, _mm_srli_si128(digits, 1)));
  __m128i others = _mm_subs_epu8(digits, _mm_set1_epi8(9));
  if (!_mm_testz_si128(others, others) || (length == 1 && marks)) return 0;
  __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x0A01));
  __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(0x00640001));
  __m128i eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(0x27100001));
  unsigned long long halves = (unsigned long long)_mm_cvtsi128_si64(eights);
  unsigned long long number = (halves & 0xFFFFFFFF) + (halves >> 32) * 100000000;
  *value = (double)(long long)number / powers[decimals];
  return 1;
}

/// The eight bytes before the ends of four fields, the last one of each first.
INLINE_WITH_AVX2 __m256i words(const unsigned char *text, const uint32_t *ends, long fields) {
  __m128d low = _mm_castsi128_pd(_mm_loadl_epi64((const __m128i *)(text + ends[0] - 8)));
  __m128d high = _mm_castsi128_pd(_mm_loadl_epi64((const __m128i *)(text + ends[2 * fields] - 8)));
  low = _mm_loadh_pd(low, (const double *)(text + ends[fields] - 8));
  high = _mm_loadh_pd(high, (const double *)(text + ends[3 * fields] - 8));
  const __m256i reversed = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
                                            0, 15, 14, 13, 12, 11, 10, 9, 8);
  return _mm256_shuffle_epi8(_mm256_castpd_si256(_mm256_set_m128d(high, low)), reversed);
}

WITH_AVX2 long rows_read_numbers(const unsigned char *text, const uint32_t *ends, long fields, long rows, long trimmed,
                                 unsigned char before, unsigned char point, double *values) {
  if (trimmed)
    for (long row = 0; row < rows; row++)
      if (text[ends[row * fields] - 1] != 13) rows = row;
  const unsigned char *cut = text - trimmed;
  const __m256i start = _mm256_set1_epi8((char)before), zero = _mm256_setzero_si256(), all = _mm256_set1_epi8(-1);
  const __m256i digit = _mm256_set1_epi8(48), mark = _mm256_set1_epi8((char)(point ^ 48)), nine = _mm256_set1_epi8(9);
  const __m256i tens = _mm256_set1_epi16(0x0A01), hundreds = _mm256_set1_epi32(0x00640001);
  const __m256i myriads = _mm256_set1_epi64x(10000), whole = _mm256_set1_epi64x(0x4330000000000000);
  // The upper halves of 1 and of 10⁷ down to 10, whose lower halves are zero: seven decimals are at place 1, one at 7.
  const __m256i scales = _mm256_setr_epi32(0x3FF00000, 0x416312D0, 0x412E8480, 0x40F86A00, 0x40C38800, 0x408F4000,
                                           0x40590000, 0x40240000);
  for (long row = 0; row < rows;) {
    const uint32_t *own = ends + row * fields;
    if (row + 4 <= rows) {
      __m256i bytes = words(cut, own, fields);
      __m256i starts = _mm256_cmpeq_epi8(bytes, start);
      // All bytes below the lowest one that is marked.
      __m256i field = _mm256_andnot_si256(starts, _mm256_add_epi64(starts, all));
      __m256i digits = _mm256_and_si256(_mm256_xor_si256(bytes, digit), field);
      __m256i point_at = _mm256_cmpeq_epi8(digits, mark);
      __m256i fraction = _mm256_andnot_si256(point_at, _mm256_add_epi64(point_at, all));
      digits = _mm256_or_si256(_mm256_and_si256(digits, fraction),
                               _mm256_andnot_si256(fraction, _mm256_srli_epi64(digits, 8)));
      // Longer than seven bytes, nothing but a mark or nothing at all, or other than digits.
      __m256i odd = _mm256_or_si256(_mm256_cmpeq_epi64(starts, zero), _mm256_cmpeq_epi64(field, point_at));
      odd = _mm256_or_si256(odd, _mm256_subs_epu8(digits, nine));
      if (__builtin_expect(_mm256_testz_si256(odd, odd), 1)) {
        // The bytes of the fraction make 255 times their number, which is less that number but for multiples of eight.
        __m256i scale = _mm256_permutevar8x32_epi32(scales, _mm256_sad_epu8(fraction, zero));
        __m256i fours = _mm256_madd_epi16(_mm256_maddubs_epi16(digits, tens), hundreds);
        __m256i number = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(fours, 32), myriads),
                                          _mm256_blend_epi32(fours, zero, 0xAA));
        __m256d value = _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(number, whole)), _mm256_castsi256_pd(whole));
        _mm256_storeu_pd(values + row, _mm256_div_pd(value, _mm256_castsi256_pd(_mm256_slli_epi64(scale, 32))));
        row += 4;
        continue;
      }
    }
    long end = row + 4 < rows ? row + 4 : rows;
    for (; row < end; row++, own += fields)
      if (!read_long(text + own[-1] + 1, cut + own[0], point, values + row)) return row;
  }
  return rows;
}

WITH_AVX2 long rows_read_minutes(const unsigned char *text, const uint32_t *ends, long fields, long rows,
                                 const rows_hour *hour, long long *times, rows_times *read) {
  const __m256i known = _mm256_loadu_si256((const __m256i *)hour->known);
  const __m256i same = _mm256_loadu_si256((const __m256i *)hour->same);
  long long last = read->last;
  unsigned rises = 1, minutes = 0;
  long row = 0;
  for (; row < rows; row++) {
    const uint32_t *own = ends + row * fields;
    const unsigned char *stamp = text + own[-1] + 1;
    __m256i bytes = _mm256_loadu_si256((const __m256i *)stamp);
    unsigned tens = stamp[14] - 48u, ones = stamp[15] - 48u;
    int isOther = (long)(own[0] - own[-1]) != hour->length + 1 || tens > 5 || ones > 9;
    if (isOther || !_mm256_testz_si256(_mm256_xor_si256(bytes, known), same)) break;
    unsigned minute = tens * 10 + ones;
    long long time = hour->start + minute * 60000LL;
    rises &= time > last;
    minutes |= minute;
    last = times[row] = time;
  }
  *read = (rows_times){last, (int)rises, minutes != 0};
  return row;
}

#else

int rows_are_read_here(void) { return 0; }

long rows_find(const unsigned char *text, long length, long fields, long most, unsigned char separator,
               uint32_t *ends) {
  return 0;
}

long rows_read_numbers(const unsigned char *text, const uint32_t *ends, long fields, long rows, long trimmed,
                       unsigned char before, unsigned char point, double *values) {
  return 0;
}

long rows_read_minutes(const unsigned char *text, const uint32_t *ends, long fields, long rows, const rows_hour *hour,
                       long long *times, rows_times *read) {
  return 0;
}

#endif
