#ifndef TAS_ROWS_H
#define TAS_ROWS_H

#include <stdint.h>

// Rows of a text of separated values, many at a time: where their fields end, and the numbers of a column. The functions
// use AVX2, which is detected at run time; without it they read no row.

/// True if this processor has the instructions that the functions below use.
int rows_are_read_here(void);

/// Finds the ends of the fields of rows, of at most `most` of them; gives the number of rows from the beginning on that
/// have `fields` fields each and end with a newline.
///
/// The text begins with the newline before the first row, and has 64 bytes after its `length`. `ends[0]` is set to the
/// place of that newline, 0, and after it come the places of separators and newlines in the order of the text. There is
/// room for `fields * most + 65` of them.
long rows_find(const unsigned char *text, long length, long fields, long most, unsigned char separator, uint32_t *ends);

/// Reads the numbers of a column, digits with at most one decimal mark; gives the number of rows from the first one on whose
/// field is written so, in at most sixteen bytes.
///
/// There are 16 bytes before the text that may be read. A number of up to fifteen digits is a whole number and a power of
/// ten that are exact, so that their quotient is the double nearest to the text; so is one of sixteen without a mark.
///
/// - `ends`: the end of the field in the first row, as `rows_find` tells it; the one before it is where the field begins.
/// - `trimmed`: 1 if each field ends with a carriage return, which is none of the number; else 0.
/// - `before`: the byte before each field.
long rows_read_numbers(const unsigned char *text, const uint32_t *ends, long fields, long rows, long trimmed,
                       unsigned char before, unsigned char point, double *values);

/// A stamp and what its hour means.
typedef struct {
  /// The bytes of the stamp, up to 32.
  unsigned char known[32];
  /// Ones where another stamp of the same hour has the same byte; zeros at the minute, which is at 14 and 15, and behind
  /// the end.
  unsigned char same[32];
  /// The number of bytes; 0 if no hour is known.
  long length;
  /// The moment of the minute 0.
  long long start;
} rows_hour;

/// The times of rows in a row.
typedef struct {
  /// The time of the last row; before the call that of the row before the first one.
  long long last;
  /// True if each row is later than the one before it.
  int rises;
  /// True if a minute is other than 0.
  int has_minutes;
} rows_times;

/// Reads the times of rows that differ from a known stamp in the minute alone; gives the number of rows from the first one
/// on that do. `ends` is as above.
long rows_read_minutes(const unsigned char *text, const uint32_t *ends, long fields, long rows, const rows_hour *hour,
                       long long *times, rows_times *read);

#endif
