#include "csamples.h"
#include <string.h>

// The compiler knows #embed in every version of C; the standard has it from C23 on.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char america_new_york_tzif[] = {
#embed "data/America.New_York.tzif"
};
static const unsigned char spy_1d_bars[] = {
#embed "data/SPY.1d.bars"
};
static const unsigned char aapl_1d_bars[] = {
#embed "data/AAPL.1d.bars"
};
static const unsigned char ibm_1d_bars[] = {
#embed "data/IBM.1d.bars"
};
static const unsigned char bac_1d_bars[] = {
#embed "data/BAC.1d.bars"
};
static const unsigned char msft_1d_bars[] = {
#embed "data/MSFT.1d.bars"
};
static const unsigned char spy_1h_bars[] = {
#embed "data/SPY.1h.bars"
};
static const unsigned char unrate_macro[] = {
#embed "data/UNRATE.macro"
};
static const unsigned char cpiaucsl_macro[] = {
#embed "data/CPIAUCSL.macro"
};
static const unsigned char fedfunds_macro[] = {
#embed "data/FEDFUNDS.macro"
};
static const unsigned char a191rl1q225sbea_macro[] = {
#embed "data/A191RL1Q225SBEA.macro"
};
static const unsigned char dgs10_macro[] = {
#embed "data/DGS10.macro"
};
static const unsigned char dgs2_macro[] = {
#embed "data/DGS2.macro"
};
static const unsigned char t10y2y_macro[] = {
#embed "data/T10Y2Y.macro"
};
static const unsigned char aapl_fundamentals[] = {
#embed "data/AAPL.fundamentals"
};
static const unsigned char nvda_fundamentals[] = {
#embed "data/NVDA.fundamentals"
};
static const unsigned char mrvl_fundamentals[] = {
#embed "data/MRVL.fundamentals"
};
static const unsigned char spy_factors[] = {
#embed "data/SPY.factors.csv"
};
static const unsigned char aapl_factors[] = {
#embed "data/AAPL.factors.csv"
};
static const unsigned char ibm_factors[] = {
#embed "data/IBM.factors.csv"
};
static const unsigned char bac_factors[] = {
#embed "data/BAC.factors.csv"
};

static const struct {
  const char *name;
  const unsigned char *bytes;
  long size;
} files[] = {
    {"America.New_York.tzif", america_new_york_tzif, sizeof america_new_york_tzif},
    {"SPY.1d.bars", spy_1d_bars, sizeof spy_1d_bars},
    {"AAPL.1d.bars", aapl_1d_bars, sizeof aapl_1d_bars},
    {"IBM.1d.bars", ibm_1d_bars, sizeof ibm_1d_bars},
    {"BAC.1d.bars", bac_1d_bars, sizeof bac_1d_bars},
    {"MSFT.1d.bars", msft_1d_bars, sizeof msft_1d_bars},
    {"SPY.1h.bars", spy_1h_bars, sizeof spy_1h_bars},
    {"UNRATE.macro", unrate_macro, sizeof unrate_macro},
    {"CPIAUCSL.macro", cpiaucsl_macro, sizeof cpiaucsl_macro},
    {"FEDFUNDS.macro", fedfunds_macro, sizeof fedfunds_macro},
    {"A191RL1Q225SBEA.macro", a191rl1q225sbea_macro, sizeof a191rl1q225sbea_macro},
    {"DGS10.macro", dgs10_macro, sizeof dgs10_macro},
    {"DGS2.macro", dgs2_macro, sizeof dgs2_macro},
    {"T10Y2Y.macro", t10y2y_macro, sizeof t10y2y_macro},
    {"AAPL.fundamentals", aapl_fundamentals, sizeof aapl_fundamentals},
    {"NVDA.fundamentals", nvda_fundamentals, sizeof nvda_fundamentals},
    {"MRVL.fundamentals", mrvl_fundamentals, sizeof mrvl_fundamentals},
    {"SPY.factors.csv", spy_factors, sizeof spy_factors},
    {"AAPL.factors.csv", aapl_factors, sizeof aapl_factors},
    {"IBM.factors.csv", ibm_factors, sizeof ibm_factors},
    {"BAC.factors.csv", bac_factors, sizeof bac_factors},
};

const unsigned char *csamples_find(const char *name, long *size) {
  for (unsigned long index = 0; index < sizeof files / sizeof files[0]; index++) {
    if (strcmp(files[index].name, name) == 0) {
      *size = files[index].size;
      return files[index].bytes;
    }
  }
  return NULL;
}
