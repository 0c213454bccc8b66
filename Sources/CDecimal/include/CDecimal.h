#ifndef TAS_CDECIMAL_H
#define TAS_CDECIMAL_H

#include <stddef.h>

// The C library's decimal digits of a double without a list of variable arguments, which Swift builds on the heap and
// whose first use in a process searches all conformances for the kind of each argument.

/// Writes `%.*f`; the length of the text, which is cut where it is longer than `size` allows.
int decimal_fixed(char *text, size_t size, int decimals, double value);

/// Writes `%.*e`; the length of the text, which is cut where it is longer than `size` allows.
int decimal_scientific(char *text, size_t size, int decimals, double value);

#endif
