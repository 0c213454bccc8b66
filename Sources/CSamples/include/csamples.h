#ifndef CSAMPLES_H
#define CSAMPLES_H

/// The bytes of a file inside the binary, by its name in `data/`; NULL if there is none.
const unsigned char *csamples_find(const char *name, long *size);

#endif
