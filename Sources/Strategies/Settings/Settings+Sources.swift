import Calendar
import Text

extension Settings {
  /// The setting that no session is saved with: a session of somebody else must not run programs here.
  package static let keyCommandName = "key_command"

  /// Where data come from.
  ///
  /// They decide which bars are loaded, and no number of those that are.
  static let sources: [Definition] = [
    Definition(
      name: "provider", summary: "The provider of bars that are requested by their symbol alone.",
      allowed: "the word of a provider, or none", choices: ["none"],
      read: { $0.provider ?? "none" },
      write: { settings, value in
        guard let word = value.word, !word.isEmpty, word.allSatisfy({ $0.isASCII && $0.isLetter }) else { return false }
        settings.provider = word == "none" ? nil : word
        return true
      }),
    duration(
      "fresh", "How long data from a provider count as fresh before they are requested again.",
      allowed: "a duration such as 15m, 1h or 1d", \.fresh),
    duration(
      "stream_grace", "How long after the end of a bar a stream waits for late messages.",
      allowed: "a duration up to 1m, such as 2s", \.streamGrace, in: 0...60),
    duration(
      "stall_after", "How long nothing comes from a stream before that is said.",
      allowed: "a duration from 1s, such as 300s", \.stallAfter, in: 1...Double.infinity),
    Definition(
      name: "market_hours",
      summary:
        "Whether silence of a stream means nothing outside the hours of its market, where its state is `closed`.",
      allowed: "on or off", choices: ["on", "off"],
      read: { $0.knowsMarketHours ? "on" : "off" },
      write: { settings, value in
        guard let word = value.word, word == "on" || word == "off" else { return false }
        settings.knowsMarketHours = word == "on"
        return true
      }),
    Definition(
      name: keyCommandName, summary: "The line of the shell that prints the key of a provider.",
      allowed: "a line in quotes, in which {provider} is the provider, or none", choices: ["none"],
      read: { $0.keyCommand ?? "none" },
      write: { settings, value in
        guard let line = value.word, !line.isEmpty else { return false }
        settings.keyCommand = line == "none" ? nil : line
        return true
      }),
  ]

  /// A setting that is a number of seconds, typed as a duration; a plain 0 is one.
  static func duration(
    _ name: String, _ summary: String, allowed: String, _ field: any WritableKeyPath<Settings, Double> & Sendable,
    in range: ClosedRange<Double> = 0...Double.infinity
  ) -> Definition {
    Definition(
      name: name, summary: summary, allowed: allowed, isDuration: true, read: { duration($0[keyPath: field]) },
      write: { settings, value in
        guard let seconds = value.word.flatMap(seconds) ?? value.plainNumber.flatMap({ $0 == 0 ? 0 : nil }),
          range.contains(seconds)
        else { return false }
        settings[keyPath: field] = seconds
        return true
      })
  }

  /// Seconds in the longest unit that divides them: `1h`.
  static func duration(_ seconds: Double) -> String {
    for (unit, length) in [("d", 86_400.0), ("h", 3600.0), ("m", 60.0)]
    where seconds >= length && seconds.truncatingRemainder(dividingBy: length) == 0 {
      return NumberText.plain(seconds / length) + unit
    }
    return NumberText.plain(seconds) + (seconds == 0 ? "" : "s")
  }

  /// The seconds of a duration such as `1h`; nil for a text that is not one.
  static func seconds(_ text: String) -> Double? {
    if text == "0" { return 0 }
    return Timeframe(text).map { Double($0.nominalMilliseconds) / 1000 }
  }
}
