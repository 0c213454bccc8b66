#include "CDecimal.h"

#include <stdio.h>

int decimal_fixed(char *text, size_t size, int decimals, double value) {
  return snprintf(text, size, "%.*f", decimals, value);
}

int decimal_scientific(char *text, size_t size, int decimals, double value) {
  return snprintf(text, size, "%.*e", decimals, value);
}
