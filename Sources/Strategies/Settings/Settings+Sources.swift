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
    Definition(
      name: "fresh", summary: "How long data from a provider count as fresh before they are requested again.",
      allowed: "a duration such as 15m, 1h or 1d",
      read: { Self.duration($0.fresh) },
      write: { settings, value in
        guard let seconds = value.word.flatMap(Self.seconds) ?? value.plainNumber.flatMap({ $0 == 0 ? 0 : nil })
        else { return false }
        settings.fresh = seconds
        return true
      }),
    Definition(
      name: "stream_grace", summary: "How long after the end of a bar a stream waits for late messages.",
      allowed: "a duration up to 1m, such as 2s",
      read: { Self.duration($0.streamGrace) },
      write: { settings, value in
        guard let seconds = value.word.flatMap(Self.seconds) ?? value.plainNumber.flatMap({ $0 == 0 ? 0 : nil }),
          seconds <= 60
        else { return false }
        settings.streamGrace = seconds
        return true
      }),
    Definition(
      name: "stall_after", summary: "How long nothing comes from a stream before that is said.",
      allowed: "a duration from 1s, such as 300s",
      read: { Self.duration($0.stallAfter) },
      write: { settings, value in
        guard let seconds = value.word.flatMap(Self.seconds), seconds >= 1 else { return false }
        settings.stallAfter = seconds
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

  /// Seconds in the longest unit that divides them: `1h`.
  private static func duration(_ seconds: Double) -> String {
    for (unit, length) in [("d", 86_400.0), ("h", 3600.0), ("m", 60.0)]
    where seconds >= length && seconds.truncatingRemainder(dividingBy: length) == 0 {
      return NumberText.plain(seconds / length) + unit
    }
    return NumberText.plain(seconds) + (seconds == 0 ? "" : "s")
  }

  /// The seconds of a duration such as `1h`; nil for a text that is not one.
  private static func seconds(_ text: String) -> Double? {
    if text == "0" { return 0 }
    return Timeframe(text).map { Double($0.nominalMilliseconds) / 1000 }
  }
}
