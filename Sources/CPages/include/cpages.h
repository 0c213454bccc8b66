#ifndef CPAGES_H
#define CPAGES_H

/// The text of a page of help inside the binary, by its name in `pages/` without the ending; NULL if there is none.
const char *cpages_find(const char *name, long *size);

#endif
