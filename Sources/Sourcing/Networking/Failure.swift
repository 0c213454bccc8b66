import Platform

/// An answer that is not a success, or none at all: whether asking again may help, and when.
struct Failure {
  /// True if the next time may be better.
  var mayPass: Bool
  /// The seconds that the server wants to be left alone; nil if it did not say.
  var wait: Double?
  /// The reason in a few words.
  var reason: String
  private let kind: WebError.Kind
  private let request: WebRequest
  private let name: String
  private var status: Int?
  private var body: [UInt8] = []

  /// The failure of an answer.
  init(_ answer: WebAnswer, to request: WebRequest, from name: String, _ now: Int64) {
    (self.request, self.name, status) = (request, name, answer.status)
    body = Self.hidden(answer.body, request.secrets)
    mayPass = false
    switch answer.status {
    case 401, 403: (kind, reason) = (.keyRefused, "it refuses the request with status \(answer.status)")
    case 404, 410: (kind, reason) = (.missing, "it has nothing there (status \(answer.status))")
    case 429: (kind, reason) = (.limited, "it limits requests")
    default: (kind, reason) = (.refused, "it answers with status \(answer.status)")
    }
    if [408, 425, 429, 500, 502, 503, 504].contains(answer.status) {
      mayPass = true
      wait = answer.headers["retry-after"].flatMap { RetryAfter.seconds($0, now: now) }
    }
  }

  /// The failure of a transport.
  init(_ error: TransportError, of request: WebRequest, from name: String) {
    (self.request, self.name, reason) = (request, name, Self.hidden(error.reason, request.secrets))
    switch error.kind {
    case .closed: (kind, mayPass) = (.closed, false)
    case .unreachable: (kind, mayPass) = (.unreachable, true)
    // No certificate is another one a second later.
    case .untrusted, .late: (kind, mayPass) = (.unreachable, false)
    case .silent, .cutShort: (kind, mayPass) = (.silent, true)
    case .tooLarge: (kind, mayPass) = (.tooLarge, false)
    case .interrupted: (kind, mayPass) = (.interrupted, false)
    }
  }

  /// The error, after a number of attempts.
  func error(after attempts: Int) -> WebError {
    var message = kind == .closed ? reason : "\(name): \(reason)"
    if let wait, kind == .limited { message += "; it asks for a wait of \(WebClient.seconds(wait))" }
    if attempts > 1 { message += ", \(attempts) times in a row" }
    if let said = Self.words(body) { message += ": \(said)" }
    return WebError(kind, request.address, message, status: status, body: body)
  }

  private static func hidden(_ text: String, _ secrets: [Secret]) -> String {
    secrets.reduce(text) { $1.hidden(in: $0) }
  }

  private static func hidden(_ body: [UInt8], _ secrets: [Secret]) -> [UInt8] {
    Array(hidden(String(decoding: body.prefix(4096), as: UTF8.self), secrets).utf8)
  }

  /// The beginning of a short answer of plain words; nil for a page, for none, or for a document.
  private static func words(_ body: [UInt8]) -> String? {
    guard (1...300).contains(body.count), let first = body.first(where: { $0 > 0x20 }),
      first != UInt8(ascii: "<"), first != UInt8(ascii: "{"), first != UInt8(ascii: "["),
      body.allSatisfy({ $0 >= 0x20 || $0 == 10 || $0 == 13 || $0 == 9 })
    else { return nil }
    let line = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return line.map { $0.trimmingPrefix(while: { $0 == " " }) }.map(String.init)
  }
}

/// The line `Retry-After` of an answer.
enum RetryAfter {
  /// The longest wait that is accepted, in seconds: thirty years.
  private static let longest = 1e9

  /// The seconds that it says: a number, or the time from now to a date such as `Wed, 21 Oct 2015 07:28:00 GMT`.
  static func seconds(_ text: String, now: Int64) -> Double? {
    if let seconds = Double(text), seconds.isFinite, seconds >= 0 { return min(seconds, longest) }
    guard let time = HTTPDate.milliseconds(text) else { return nil }
    return min(max(0, Double(time - now) / 1000), longest)
  }
}
