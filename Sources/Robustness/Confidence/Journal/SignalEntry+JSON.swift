import Calendar
import JSON

extension SignalEntry {
  /// The entry as JSON; times are in milliseconds since the epoch.
  ///
  ///     {"strategy":"cross","symbol":"SPY","timeframe":"1d","time":1704153600000,"decision":"BUY",
  ///      "direction":"BULLISH","price":472.65,"horizon":5,"data_hash":"9f86d081","written_at":1704240000000,
  ///      "rules":"4c1a90d2"}
  public var json: JSONValue {
    .object(members + (rules.map { [("rules", .string($0))] } ?? []))
  }

  private var members: [(String, JSONValue)] {
    [
      ("strategy", .string(strategy)),
      ("symbol", .string(symbol)),
      ("timeframe", .string(timeframe.description)),
      ("time", time.json),
      ("decision", .string(decision.word)),
      ("direction", .string(direction.word)),
      ("price", .number(price)),
      ("horizon", .integer(horizon)),
      ("data_hash", .string(dataHash)),
      ("written_at", writtenAt.json),
    ]
  }

  /// Reads an entry; fields that it does not know are passed over.
  public init(json: JSONValue) throws(RecordError) {
    let fields = try RecordFields(json)
    let frame = try fields.value("timeframe")
    guard let timeframe = frame.stringValue.flatMap({ Timeframe($0) }) else {
      throw fields.invalid("timeframe", frame, "a timeframe such as 1d or 30m")
    }
    let word = try fields.value("decision")
    guard let decision = word.stringValue.flatMap(Decision.init(word:)) else {
      throw fields.invalid("decision", word, "BUY, SELL or HOLD")
    }
    let amount = try fields.value("price")
    guard let price = amount.doubleValue else { throw fields.invalid("price", amount, "a number above 0") }
    let bars = try fields.value("horizon")
    guard let horizon = bars.intValue else { throw fields.invalid("horizon", bars, "a whole number of bars from 1 up") }
    let fingerprint = try fields.value("data_hash")
    guard let dataHash = fingerprint.stringValue else { throw fields.invalid("data_hash", fingerprint, "a text") }
    let (strategy, symbol) = (try fields.text("strategy"), try fields.text("symbol"))
    let (time, writtenAt) = (try fields.barTime("time"), try fields.time("written_at"))
    let direction = try fields.direction("direction")
    do throws(JournalError) {
      try self.init(
        strategy: strategy, symbol: symbol, timeframe: timeframe, time: time, decision: decision, direction: direction,
        price: price, horizon: horizon, dataHash: dataHash, writtenAt: writtenAt,
        rules: json["rules"]?.stringValue)
    } catch {
      throw .entry(error)
    }
  }
}
