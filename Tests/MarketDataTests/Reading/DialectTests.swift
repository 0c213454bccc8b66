import Calendar
import Columns
import MarketData
import Testing

@Suite("Dialects")
struct DialectTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var dialect: String
    /// The label of the first bar, and its open, high, low, close, volume.
    var first: String
    var values: [Double]
    var timeframe = "1d"

    var testDescription: String { name }
  }

  private static let ohlc: [Double] = [1, 3, 0.5, 2, 100]

  static let cases: [Case] = [
    Case(
      name: "names in any order and case, quoted",
      text:
        "\"VOLUME\",\"close\",LOW,\"High\",\" Open \",\"Date\"\r\n100,2,.5,3,1,2024-01-02\r\n100,2,.5,3,1,2024-01-03",
      dialect: "comma, header, ISO dates",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "byte order mark, quotes, grouped numbers",
      text:
        "\u{FEFF}Date,Open,High,Low,Close/Last,Volume\n\"Jan 2, 2024\",$1.00,\"3.0\",0.5,2,\"1,234,567\"\n\"Jan 3, 2024\",1,3,0.5,2,1.5M\n",
      dialect: "comma, header, dates with month names",
      first: "2024-01-02",
      values: [1, 3, 0.5, 2, 1_234_567]
    ),
    Case(
      name: "semicolon and decimal comma",
      text:
        "Datum;Date;Open;High;Low;Close;Volume\nx;02.01.2024;1,0;3;0,5;2,0;100\nx;03.01.2024;1.000,5;3;0,5;2;100\n",
      dialect: "semicolon, header, DD.MM.YYYY, decimal comma",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "German names: the units traded are the volume, and not their worth",
      text:
        "Datum;Erster;Hoch;Tief;Schlusskurs;Stuecke;Volumen\n2024-01-02;1,0;3;0,5;2,0;100;150,25\n2024-01-03;1,5;3;0,5;2;100;150,25\n",
      dialect: "semicolon, header, ISO dates, decimal comma",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "Portuguese names",
      text: "Data,Último,Abertura,Máxima,Mínima,Vol.,Var%\n2024-01-02,2,1,3,0.5,100,1%\n2024-01-03,2,1,3,0.5,100,1%\n",
      dialect: "comma, header, ISO dates",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "points between thousands of volumes alone, and decimal commas",
      text:
        "Datum;Erster;Hoch;Tief;Schlusskurs;Stuecke;Volumen\n2024-01-02;1,00;3,00;0,50;2,00;2.794.016;288.286.571\n2024-01-03;1,50;3,00;0,50;2,00;1.480.844;1\n",
      dialect: "semicolon, header, ISO dates, decimal comma",
      first: "2024-01-02",
      values: [1, 3, 0.5, 2, 2_794_016]
    ),
    Case(
      name: "quoted decimal commas between commas",
      text:
        "\"Datum\",\"Zuletzt\",\"Eröffn.\",\"Hoch\",\"Tief\",\"Vol.\",\"+/- %\"\n\"03.01.2024\",\"2.063,60\",\"2.066,80\",\"2.067,40\",\"61,60\",\"2,79M\",\"0,10%\"\n\"02.01.2024\",\"2\",\"1\",\"3\",\"0,5\",2,1%\n",
      dialect: "comma, header, DD.MM.YYYY, decimal comma, newest first",
      first: "2024-01-02",
      values: [1, 3, 0.5, 2, 2]
    ),
    Case(
      name: "three rows of names, as pandas writes bars of yfinance",
      text:
        "Price,Close,High,Low,Open,Volume\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDate,,,,,\n2024-01-02,2,3,0.5,1,100\n2024-01-03,2,3,0.5,1,100\n",
      dialect: "comma, header, ISO dates, header of 3 lines",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "three rows of names, the tickers first",
      text:
        "Ticker,AAPL,AAPL,AAPL,AAPL,AAPL\nPrice,Open,High,Low,Close,Volume\nDatetime,,,,,\n2024-01-02 14:30:00+00:00,1,3,0.5,2,100\n2024-01-02 14:31:00+00:00,1,3,0.5,2,100\n",
      dialect: "comma, header, ISO dates, header of 3 lines",
      first: "2024-01-02T14:30:00Z",
      values: ohlc,
      timeframe: "1m"
    ),
    Case(
      name: "nanoseconds of flat files",
      text:
        "ticker,volume,open,close,high,low,window_start,transactions\nA,100,1,2,3,0.5,1704187800000000000,9\nA,100,1,2,3,0.5,1704187860000000000,9\n",
      dialect: "comma, header, epoch nanoseconds",
      first: "2024-01-02T09:30:00Z",
      values: ohlc,
      timeframe: "1m"
    ),
    Case(
      name: "Polish names",
      text:
        "Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen\n2024-01-02,1,3,0.5,2,100\n2024-01-03,1,3,0.5,2,100\n",
      dialect: "comma, header, ISO dates",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "MetaTrader 5",
      text:
        "<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>\n2024.01.02\t00:00:00\t1\t3\t0.5\t2\t100\t0\t5\n2024.01.02\t00:05:00\t1\t3\t0.5\t2\t100\t0\t5\n",
      dialect: "tab, header, YYYY.MM.DD",
      first: "2024-01-02T00:00:00Z",
      values: ohlc,
      timeframe: "5m"
    ),
    Case(
      name: "days as midnights of a clock that changes",
      text:
        "Date,Open,High,Low,Close,Volume\n2024-03-28 00:00:00+01:00,1,3,0.5,2,100\n2024-03-29 00:00:00+01:00,1,3,0.5,2,100\n2024-04-01 00:00:00+02:00,1,3,0.5,2,100\n",
      dialect: "comma, header, ISO dates, several offsets, the days as stated",
      first: "2024-03-28",
      values: ohlc
    ),
    Case(
      name: "days as midnights of a clock behind UTC that changes",
      text:
        "Date,Open,High,Low,Close,Volume\n2024-03-07 00:00:00-05:00,1,3,0.5,2,100\n2024-03-08 00:00:00-05:00,1,3,0.5,2,100\n2024-03-11 00:00:00-04:00,1,3,0.5,2,100\n",
      dialect: "comma, header, ISO dates, several offsets, the days as stated",
      first: "2024-03-07",
      values: ohlc
    ),
    Case(
      name: "no header, a time without marks behind the date",
      text: "20240102,093000,1,3,0.5,2,100\n20240102,093100,1,3,0.5,2,100\n",
      dialect: "comma, no header, YYYYMMDD",
      first: "2024-01-02T09:30:00Z",
      values: ohlc,
      timeframe: "1m"
    ),
    Case(
      name: "no header, and a first price that could be a time",
      text: "20240102,1000,1100,990,1050,100\n20240103,1000,1100,990,1050,100\n",
      dialect: "comma, no header, YYYYMMDD",
      first: "2024-01-02",
      values: [1000, 1100, 990, 1050, 100]
    ),
    Case(
      name: "no header, compact date and time in one",
      text: "20240102 093000;1;3;0.5;2;100\n20240102 093100;1;3;0.5;2;100\n",
      dialect: "semicolon, no header, YYYYMMDD",
      first: "2024-01-02T09:30:00Z",
      values: ohlc,
      timeframe: "1m"
    ),
    Case(
      name: "no header, date and time in two",
      text: "2024-01-02,09:30,1,3,0.5,2,100\n2024-01-02,10:30,1,3,0.5,2,100\n",
      dialect: "comma, no header, ISO dates",
      first: "2024-01-02T09:30:00Z",
      values: ohlc,
      timeframe: "1h"
    ),
    Case(
      name: "epoch seconds",
      text: "ts,o,h,l,c,v\n1704187800,1,3,0.5,2,100\n1704188100,1,3,0.5,2,100\n",
      dialect: "comma, header, epoch seconds",
      first: "2024-01-02T09:30:00Z",
      values: ohlc,
      timeframe: "5m"
    ),
    Case(
      name: "epoch microseconds",
      text: "1704187800000000,1,3,0.5,2,100\n1704187860000000,1,3,0.5,2,100\n",
      dialect: "comma, no header, epoch microseconds",
      first: "2024-01-02T09:30:00Z",
      values: ohlc,
      timeframe: "1m"
    ),
    Case(
      name: "afternoons and single digits",
      text:
        "Date,Time,Open,High,Low,Close,Vol\n1/2/2024,2:30 PM,1,3,0.5,2,100\n1/2/2024,3:30 PM,1,3,0.5,2,100\n1/13/2024,3:30 PM,1,3,0.5,2,100\n",
      dialect: "comma, header, MM/DD/YYYY",
      first: "2024-01-02T14:30:00Z",
      values: ohlc,
      timeframe: "1h"
    ),
    Case(
      name: "day before month, seen late in the file",
      text:
        "Date,Open,High,Low,Close,Volume\n2/1/2024,1,3,0.5,2,100\n3/1/2024,1,3,0.5,2,100\n13/1/2024,1,3,0.5,2,100\n",
      dialect: "comma, header, DD/MM/YYYY",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "a line before the table and a last line of words",
      text:
        "https://www.example.org/data\nunix,date,symbol,open,high,low,close,Volume BTC,Volume USD\n1704153600,2024-01-02,BTC/USD,1,3,0.5,2,100,7\n1704240000,2024-01-03,BTC/USD,1,3,0.5,2,100,7\n\"Downloaded from somewhere\"\n",
      dialect: "comma, header, ISO dates, 1 line before the table",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "carriage returns only",
      text: "Date,Open,High,Low,Close,Volume\r2024-01-02,1,3,0.5,2,100\r2024-01-03,1,3,0.5,2,100\r",
      dialect: "comma, header, ISO dates",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "trailing separators and blanks",
      text: "Date , Open,High,Low,Close,Volume,\n 2024-01-02 , 1,3 ,0.5,2,100,\n2024-01-03,1,3,0.5,2,100,\n",
      dialect: "comma, header, ISO dates",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "an index without a name",
      text: ",Open,High,Low,Close,Volume\n2024-01-02,1,3,0.5,2,100\n2024-01-03,1,3,0.5,2,100\n",
      dialect: "comma, header, ISO dates",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "exponents and signs",
      text: "Date,Open,High,Low,Close,Volume\n2024-01-02,1E0,+3,5e-1,2.0E+00,1e2\n2024-01-03,1,3,0.5,2,100\n",
      dialect: "comma, header, ISO dates",
      first: "2024-01-02",
      values: ohlc
    ),
    Case(
      name: "newest first",
      text: "Date,Open,High,Low,Close,Volume\n2024-01-03,9,9,9,9,9\n2024-01-02,1,3,0.5,2,100\n",
      dialect: "comma, header, ISO dates, newest first",
      first: "2024-01-02",
      values: ohlc
    ),
  ]

  @Test("a dialect is recognised and said", arguments: cases)
  func dialect(_ expected: Case) throws {
    let loaded = try read(expected.text)
    let bars = loaded.bars
    #expect(loaded.dialect.description == expected.dialect)
    #expect(bars.label(at: 0) == expected.first)
    let values = [bars.open, bars.high, bars.low, bars.close, bars.volume].map { $0[0] }
    #expect(values == expected.values)
    #expect(bars.timeframe.description == expected.timeframe)
  }

  @Test("a macro series has one value a date, however a missing one is written")
  func macro() throws {
    for text in [
      "observation_date,UNRATE\n2024-01-01,3.7\n2024-02-01,\n2024-03-01,3.8\n",
      "DATE,UNRATE\n2024-01-01,3.7\n2024-02-01,.\n2024-03-01,3.8\n",
      "date,UNRATE\n2024-01-01,3.7\n2024-03-01,3.8\n",
    ] {
      let loaded = try read(text, .init(timeframe: .month))
      #expect(loaded.isMacro)
      #expect(loaded.symbol == "UNRATE")
      #expect(loaded.bars.count == 2)
      #expect(loaded.bars.close.values == [3.7, 3.8])
      #expect(loaded.bars.open == loaded.bars.close)
      #expect(loaded.bars.volume.missingCount == 2)
    }
  }

  @Test("closes alone are bars, and a finding says so")
  func closesOnly() throws {
    let loaded = try read("Date,Close\n2024-01-02,1\n2024-01-03,1.2\n")
    #expect(!loaded.isMacro)
    #expect(loaded.bars.high.values == [1, 1.2])
    #expect(loaded.findings.map(\.code) == [.missingColumns])
  }

  @Test("an adjusted close is noticed, and used on request")
  func adjusted() throws {
    let text =
      "Date,Open,High,Low,Close,Adj Close,Volume\n2024-01-02,10,12,8,10,5,100\n2024-01-03,10,12,8,8,8,100\n"
    let plain = try read(text)
    #expect(plain.bars.close.values == [10, 8])
    #expect(plain.findings.map(\.code) == [.adjustedClose])
    let adjusted = try read(text, .init(adjusted: true))
    #expect(adjusted.bars.close.values == [5, 8])
    #expect(adjusted.bars.open.values == [5, 10])
    #expect(adjusted.bars.high.values == [6, 12])
    #expect(fault("Date,Close\n2024-01-02,1\n", .init(adjusted: true))?.code == .noPriceColumn)
  }

  @Test("offsets are exact; one for all is the zone of the series, several are shown in UTC")
  func offsets() throws {
    let same = try read("time,close\n2024-01-02T09:30:00-05:00,1\n2024-01-02T09:31:00-05:00,1\n")
    #expect(same.bars.label(at: 0) == "2024-01-02T09:30:00-05:00")
    let several = try read(
      "time,close\n2024-03-09T09:30:00-05:00,1\n2024-03-10T09:30:00-04:00,1\n",
      .init(timeframe: .minute)
    )
    #expect(several.bars.label(at: 1) == "2024-03-10T13:30:00Z")
    let zoned = try read(
      "time,close\n2024-03-09T09:30:00-05:00,1\n2024-03-10T09:30:00-04:00,1\n",
      .init(zone: "America/New_York", timeframe: .minute)
    )
    #expect(zoned.bars.label(at: 1) == "2024-03-10T09:30:00-04:00")
  }

  @Test("the hour that clocks repeat is read twice in rising rows")
  func repeatedHour() throws {
    var text = "time,close\n"
    for time in ["00:30", "01:00", "01:30", "01:00", "01:30", "02:00"] { text += "2024-11-03 \(time),1\n" }
    let loaded = try read(text, .init(zone: "America/New_York"))
    #expect(loaded.bars.count == 6)
    #expect(loaded.findings.map(\.code) == [.missingColumns])
    let distances = zip(loaded.bars.times.dropFirst(), loaded.bars.times).map {
      $0.milliseconds - $1.milliseconds
    }
    #expect(distances == Array(repeating: 1_800_000, count: 5))
  }

  static let timeframes: [(first: String, second: String, third: String, timeframe: String)] = [
    ("2024-01-01 00:00", "2024-01-01 00:15", "2024-01-01 00:30", "15m"),
    ("2024-01-01 00:00", "2024-01-01 04:00", "2024-01-01 08:00", "4h"),
    ("2024-01-01 00:00:00", "2024-01-01 00:00:30", "2024-01-01 00:01:00", "30s"),
    ("2024-01-01", "2024-01-08", "2024-01-15", "1w"),
    ("2024-01-31", "2024-02-29", "2024-03-29", "1mo"),
    ("2024-01-01", "2024-04-01", "2024-07-01", "1q"),
    ("2021-12-31", "2022-12-30", "2023-12-29", "1y"),
    ("2024-01-05", "2024-01-08", "2024-01-09", "1d"),
  ]

  @Test("the timeframe follows from the usual distance", arguments: timeframes)
  func timeframe(first: String, second: String, third: String, timeframe: String) throws {
    let loaded = try read("date,close\n\(first),1\n\(second),1\n\(third),1\n")
    #expect(loaded.bars.timeframe.description == timeframe)
  }
}
