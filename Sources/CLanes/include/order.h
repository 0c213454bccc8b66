#ifndef TAS_ORDER_H
#define TAS_ORDER_H

/// A bit for each of 64 pairs of values, the first in the lowest; none if either is NaN.
typedef struct {
  unsigned long long at_least;
  unsigned long long at_most;
} lanes_order;

/// Which of 64 values are at least, and at most, as large as the ones beside them. It asks while the program runs for the
/// instructions that pack many comparisons into bits.
lanes_order lanes_order_of(const double *left, const double *right);

#endif
