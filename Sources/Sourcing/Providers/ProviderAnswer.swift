import Calendar
import JSON

/// An answer in JSON, read with errors that name the expected value and its place.
struct ProviderAnswer {
  let json: JSONValue
  private let provider: String

  /// Reads the body of an answer, of a server of bars until that is stopped.
  init(_ body: [UInt8], of provider: String, at server: ProviderServer? = nil) throws(ProviderError) {
    self.provider = provider
    do throws(JSONError) {
      json = try JSONValue(parsing: body, isStopped: { server?.isStopped() ?? false })
    } catch {
      throw ProviderError(
        .unexpected, "\(provider) answered with something that is not JSON: \(Self.beginning(of: body))")
    }
  }

  /// The first characters of an answer, on one line.
  static func beginning(of body: [UInt8]) -> String {
    let text = String(decoding: body.prefix(200), as: UTF8.self)
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? "nothing" : "`\(line.prefix(60))\(line.count > 60 || body.count > 200 ? "…" : "")`"
  }

  /// The error of an answer without something that the documentation says it has.
  func missing(_ what: String) -> ProviderError {
    ProviderError(.unexpected, "the answer of \(provider) has an unknown shape: expected \(what)")
  }

  /// Checks that an answer is of the symbol that was requested, if it names one: a proxy may answer with another's.
  ///
  /// - Parameter symbol: the symbol; an empty one takes the answer of any.
  func check(_ stated: JSONValue?, isOf symbol: String) throws(ProviderError) {
    guard let text = stated?.stringValue, !text.isEmpty, !symbol.isEmpty, text.uppercased() != symbol.uppercased()
    else { return }
    throw ProviderError(.unexpected, "the answer of \(provider) is of `\(text)`, but `\(symbol)` was requested")
  }

  /// The elements of an array.
  func elements(_ value: JSONValue?, _ what: String) throws(ProviderError) -> [JSONValue] {
    guard let elements = value?.elements else { throw missing("`\(what)`, a list,") }
    return elements
  }

  /// A number, as such or as text.
  func number(_ value: JSONValue?, _ what: String) throws(ProviderError) -> Double {
    if let number = value?.doubleValue, number.isFinite { return number }
    if let text = value?.stringValue, let number = Double(text), number.isFinite { return number }
    throw missing("`\(what)`, a number,")
  }

  /// A text.
  func text(_ value: JSONValue?, _ what: String) throws(ProviderError) -> String {
    guard let text = value?.stringValue else { throw missing("`\(what)`, a text,") }
    return text
  }

  /// A day as `2024-06-03`.
  func day(_ value: JSONValue?, _ what: String) throws(ProviderError) -> CivilDate {
    guard let text = value?.stringValue, let day = CivilDate(iso8601: text.prefix(10)) else {
      throw missing("`\(what)`, a date,")
    }
    return day
  }

  /// A time as milliseconds since 1970, from a number; refuses times outside 1800 to 2200.
  func milliseconds(_ value: JSONValue?, scale: Double = 1, _ what: String) throws(ProviderError) -> Int64 {
    let number = try number(value, what) * scale
    guard abs(number) < 7.3e12 else { throw missing("`\(what)`, a time,") }
    return Int64(number)
  }
}

extension CivilDate {
  /// The beginning of the day in UTC, in milliseconds since 1970.
  var utcMilliseconds: Int64 { Int64(daysSince1970) * 86_400_000 }
}
