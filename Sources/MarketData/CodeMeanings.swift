extension MarketDataError.Code {
  /// The meaning, in one line without a full stop.
  public var meaning: String {
    switch self {
    case .noSuchFile: "There is no such file"
    case .notReadable: "The file cannot be read or unpacked, or its database gives no rows"
    case .directory: "A folder stands where a file is needed"
    case .emptyFile: "The file holds nothing"
    case .binaryFile: "The file is not text"
    case .notATable: "The file has no columns that a table could have"
    case .noRows: "The file has a header and no rows"
    case .noDateColumn: "No column holds dates"
    case .noPriceColumn: "No column holds closes"
    case .repeatedColumn: "Two columns have the same role"
    case .fieldCount: "A row has another number of fields than the first"
    case .badDate: "A date cannot be read"
    case .badTime: "A time of day cannot be read"
    case .badNumber: "A number cannot be read"
    case .unclosedQuote: "A field in quotes does not end"
    case .severalSymbols: "The file holds bars of several symbols, or prices in several currencies"
    case .unknownZone: "No timezone has this name"
    case .unknownCalendar: "No calendar has this name"
    case .unknownRepair: "No repair of bars has this name"
    case .damagedSample: "A sample inside the program cannot be unpacked"
    case .wrongSampleKind: "A sample of company figures is loaded as bars, or the other way round"
    case .notCompanyFacts: "The file does not hold company facts of the SEC"
    case .notPackable: "Bars cannot be packed as a sample"
    case .unknownSample: "No sample has this name or this timeframe"
    case .unknownSource: "No source of bars has this name"
    case .unknownOption: "The source takes no such option"
    case .noNetwork: "There is no network here, or it may not be used"
    case .unreachable: "A server cannot be reached"
    case .noAnswer: "A server does not answer in time, or never to the end"
    case .requestRefused: "A server answers that it will not do what is asked"
    case .notAtProvider: "A provider does not have the symbol, or no bars of this length or these days"
    case .keyMissing: "A provider wants a key, and none is known"
    case .keyRefused: "A provider refuses the key, or the key does not allow this"
    case .rateLimited: "A provider was asked too often, and its wait is long"
    case .answerTooLarge: "An answer is longer than allowed"
    case .unexpectedAnswer: "An answer is of another shape than the provider documents"
    case .insecureAddress: "An address cannot be read, is not encrypted, or redirects to where it should not"
    case .libraryFault: "The library of what was loaded cannot be read or written"
    case .interrupted: "The statement was stopped from outside"
    }
  }
}

extension BarFinding.Code {
  /// The meaning, in one line without a full stop.
  public var meaning: String {
    switch self {
    case .ambiguousDates: "Day and month of the dates could be either way round"
    case .ambiguousNumbers: "Commas in numbers could be decimal marks or stand between thousands"
    case .unsorted: "The rows were not in order and are sorted now"
    case .repeatedRows: "Rows repeat another one exactly; one of them is kept"
    case .conflictingRows: "Rows have equal times and different values; the last one is kept"
    case .emptyRows: "Rows without prices are left out"
    case .missingPrices: "Bars lack some of their prices"
    case .inconsistentPrices: "A high is below its low, or an open or close lies outside the two"
    case .nonPositivePrices: "Prices are zero or below"
    case .negativeVolume: "Volumes are negative"
    case .gaps:
      "Sessions of the calendar are missing, or times without bars are longer than nights, weekends and holidays explain"
    case .possibleSplits: "A change from one close to the next looks like a split"
    case .zeroVolume: "The column of volumes holds zeros"
    case .outsideSessions: "Bars lie outside the sessions of the calendar"
    case .stuckPrice: "A price stands still over many bars without volume"
    case .otherCurrency: "Prices are a hundred times those around them, or a hundredth, as pence are for pounds"
    case .stamps:
      "Stamps of bars of a day or longer are times, or days that do not tell by themselves when a bar is over"
    case .repaired: "Bars were mended, as `repair` asked"
    case .adjustedClose: "The file has an adjusted close, which is used only where that is asked for"
    case .missingColumns: "The file has fewer columns of prices than a bar has prices"
    case .longerBars: "The rows are shorter than the timeframe that was asked for, and bars of it were made of them"
    case .irregularTimes:
      "The distance of the rows is not a usual timeframe, or is longer than the one that was asked for"
    case .adjustedPrices: "The prices are adjusted for splits, or for splits and dividends"
    case .actionsInPrices: "Known splits or dividends of the window move the prices, which are not adjusted for them"
    case .unfinishedBar: "The newest bar is not over yet and left out"
    case .revisedValues: "Values are as revised since, not as they were first known"
    case .keptBars: "Bars are those kept from an earlier load, as the provider gives none now"
    case .libraryUnused: "The library cannot be read or written, so that nothing is kept"
    case .footer: "A last line of words below the table is not read"
    }
  }
}
