#include "cpages.h"
#include <string.h>

// The compiler knows #embed in every version of C; the standard has it from C23 on.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const char backtest[] = {
#embed "pages/backtest.txt"
};
static const char drivers[] = {
#embed "pages/drivers.txt"
};
static const char load[] = {
#embed "pages/load.txt"
};
static const char ray_workers[] = {
#embed "../../scripts/scale/ray_workers.py"
};
static const char strategy[] = {
#embed "pages/strategy.txt"
};

// The page of `tas serve`.
static const char app_html[] = {
#embed "app/index.html"
};
static const char app_css[] = {
#embed "app/style.css"
};
static const char app_icon[] = {
#embed "app/icon.svg"
};
static const char app_js[] = {
#embed "app/app.js"
};

static const struct {
  const char *name;
  const char *text;
  long size;
} pages[] = {
    {"app/app.js", app_js, sizeof app_js},
    {"app/icon.svg", app_icon, sizeof app_icon},
    {"app/index.html", app_html, sizeof app_html},
    {"app/style.css", app_css, sizeof app_css},
    {"backtest", backtest, sizeof backtest},
    {"drivers", drivers, sizeof drivers},
    {"load", load, sizeof load},
    {"ray_workers", ray_workers, sizeof ray_workers},
    {"strategy", strategy, sizeof strategy},
};

const char *cpages_find(const char *name, long *size) {
  for (unsigned long index = 0; index < sizeof pages / sizeof pages[0]; index++) {
    if (strcmp(pages[index].name, name) == 0) {
      *size = pages[index].size;
      return pages[index].text;
    }
  }
  return NULL;
}
