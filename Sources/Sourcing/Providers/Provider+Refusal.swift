import JSON

extension Provider {
  /// A refused key, no symbol or another refusal, by the status alone.
  public func refusal(status: Int, saying reason: String) -> ProviderError.Kind {
    switch status {
    case 401, 403: .keyRefused
    case 404, 410: .noSymbol
    default: .refused
    }
  }

  /// The error of an answer with a status between 400 and 499; nil if the answer states no reason.
  ///
  /// A rate limit depends neither on the question nor on the provider's words.
  public func error(status: Int, body: [UInt8]) -> ProviderError? {
    guard (400..<500).contains(status), status != 429, let json = try? JSONValue(parsing: body),
      let reason = Self.reason(json)
    else { return nil }
    return ProviderError(refusal(status: status, saying: reason), "\(profile.word): \(reason)")
  }

  /// The reason that a document states, on one line: under the names that are usual for it.
  private static func reason(_ json: JSONValue) -> String? {
    let error = json["error"] ?? json["chart"]?["error"] ?? json["finance"]?["error"]
    let places: [JSONValue?] = [
      json["error_message"], json["msg"], json["message"], error?["description"], error?["message"], error?[0], error,
    ]
    guard let text = places.lazy.compactMap({ $0?.stringValue }).first(where: { !$0.isEmpty }) else { return nil }
    let plain = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }.joined()
    var line = plain.split(separator: " ").joined(separator: " ")
    if line.count > 200 { line = line.prefix(200) + "…" }
    while line.last == "." { line.removeLast() }
    return line.isEmpty ? nil : line
  }
}
