import Evaluation
import Indicators
import StandardIndicators
import Testing

/// The functions of TA-Lib 0.8.2 by its groups.
private let functions: [(group: String, names: String)] = [
  ("Cycle Indicators", "HT_DCPERIOD HT_DCPHASE HT_PHASOR HT_SINE HT_TRENDMODE"),
  ("Math Operators", "ADD CUMSUM DIV MAX MAXINDEX MIN MININDEX MINMAX MINMAXINDEX MULT SUB SUM"),
  ("Math Transform", "ACOS ASIN ATAN CEIL COS COSH EXP FLOOR LN LOG10 SIN SINH SQRT TAN TANH"),
  (
    "Momentum Indicators",
    """
    AC ADX ADXR AO APO AROON AROONOSC BOP CCI CMO CMOU COPPOCK DPO DX ER ERI FOSC FRACTAL IMI KDJ MACD MACDEXT \
    MACDFIX MFI MINUS_DI MINUS_DM MOM PLUS_DI PLUS_DM PPO QSTICK ROC ROCP ROCR ROCR100 RSI SMI STOCH STOCHF STOCHRSI \
    TRIX TSI ULTOSC VHF VORTEX WAD WILLR
    """
  ),
  (
    "Overlap Studies",
    """
    ACCBANDS BBANDS DEMA DONCHIAN EMA HMA HT_TRENDLINE KAMA KC MA MAMA MAVP MIDPOINT MIDPRICE RMA SAR SAREXT SMA \
    SUPERTREND T3 TEMA TRIMA VWMA WMA ZLEMA
    """
  ),
  (
    "Pattern Recognition",
    """
    CDL2CROWS CDL3BLACKCROWS CDL3INSIDE CDL3LINESTRIKE CDL3OUTSIDE CDL3STARSINSOUTH CDL3WHITESOLDIERS \
    CDLABANDONEDBABY CDLADVANCEBLOCK CDLBELTHOLD CDLBREAKAWAY CDLCLOSINGMARUBOZU CDLCONCEALBABYSWALL \
    CDLCOUNTERATTACK CDLDARKCLOUDCOVER CDLDOJI CDLDOJISTAR CDLDRAGONFLYDOJI CDLENGULFING CDLEVENINGDOJISTAR \
    CDLEVENINGSTAR CDLGAPSIDESIDEWHITE CDLGRAVESTONEDOJI CDLHAMMER CDLHANGINGMAN CDLHARAMI CDLHARAMICROSS \
    CDLHIGHWAVE CDLHIKKAKE CDLHIKKAKEMOD CDLHOMINGPIGEON CDLIDENTICAL3CROWS CDLINNECK CDLINVERTEDHAMMER CDLKICKING \
    CDLKICKINGBYLENGTH CDLLADDERBOTTOM CDLLONGLEGGEDDOJI CDLLONGLINE CDLMARUBOZU CDLMATCHINGLOW CDLMATHOLD \
    CDLMORNINGDOJISTAR CDLMORNINGSTAR CDLONNECK CDLPIERCING CDLRICKSHAWMAN CDLRISEFALL3METHODS CDLSEPARATINGLINES \
    CDLSHOOTINGSTAR CDLSHORTLINE CDLSPINNINGTOP CDLSTALLEDPATTERN CDLSTICKSANDWICH CDLTAKURI CDLTASUKIGAP \
    CDLTHRUSTING CDLTRISTAR CDLUNIQUE3RIVER CDLUPSIDEGAP2CROWS CDLXSIDEGAP3METHODS
    """
  ),
  ("Price Transform", "AVGDEV AVGPRICE HA MEDPRICE TYPPRICE WCLPRICE"),
  (
    "Statistic Functions",
    """
    BETA CORREL LINEARREG LINEARREG_ANGLE LINEARREG_INTERCEPT LINEARREG_SLOPE PERCENTILE PERCENTRANK STDDEV TSF VAR
    """
  ),
  ("Volatility Indicators", "ADR ATR CVI MASSI NATR RVI TRANGE"),
  ("Volume Indicators", "AD ADOSC CMF EFI MARKETFI NVI OBV PVI PVO PVT RVOL VWAP"),
]

/// `max(a, b)` and `min(a, b)` are of the values of one bar here; TA-Lib's look back and go by these names.
private let renamed = ["MAX": "highest", "MIN": "lowest"]

@Suite("TA-Lib's list of functions")
struct TALibNamesTests {
  @Test("Each of TA-Lib's 201 functions is called by its name in lower case")
  func allNames() {
    let names = functions.flatMap { $0.names.split(separator: " ").map(String.init) }
    #expect(names.count == 201)
    #expect(Set(names).count == 201)
    for (group, names) in functions {
      let missing = names.split(separator: " ").map(String.init).filter { !isCallable($0) }
      #expect(missing.isEmpty, "\(group): \(missing.joined(separator: " "))")
    }
  }

  private func isCallable(_ name: String) -> Bool {
    if let other = renamed[name], Indicator.named(other) == nil { return false }
    return Indicator.named(name.lowercased()) != nil || BarFunction.named(name.lowercased()) != nil
  }

  @Test("The arithmetic among them is of one bar, the rest looks back")
  func kinds() {
    let ofOneBar = functions.flatMap { $0.names.split(separator: " ").map { $0.lowercased() } }
      .filter { BarFunction.named($0) != nil }
    #expect(
      ofOneBar.sorted() == [
        "acos", "add", "asin", "atan", "ceil", "cos", "cosh", "div", "exp", "floor", "ln", "log10", "max", "min",
        "mult",
        "sin", "sinh", "sqrt", "sub", "tan", "tanh",
      ])
  }
}
