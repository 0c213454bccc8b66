#ifndef CPAGES_H
#define CPAGES_H

/// A text inside the binary: a page of help by its name in `pages/` without the ending, a file of the page of `tas serve` by its
/// path, `app/app.js`; NULL if there is none.
const char *cpages_find(const char *name, long *size);

#endif
