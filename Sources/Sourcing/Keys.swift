import MarketData
import Platform

/// The keys of providers, from the first place that has one: the environment, the file of keys, the program that keeps
/// them.
public struct Keys: Sendable {
  /// The places that a key can come from.
  public enum Place: String, Sendable, Hashable {
    /// A variable of the environment.
    case environment
    /// The file of keys.
    case file
    /// The program of the setting `key_command`.
    case program
  }

  private let environment: Environment

  /// The keys of an environment.
  public init(_ environment: Environment) { self.environment = environment }

  /// The key of a provider and its origin; nil if there is none, or none is needed.
  ///
  /// Throws `not-readable` for a file of keys that others can read too.
  public func key(for profile: ProviderProfile) throws(MarketDataError) -> (secret: Secret, place: Place)? {
    guard let variable = profile.keyVariable else { return nil }
    for name in profile.variables(like: variable) {
      guard let text = environment.keyring.variable(name).flatMap(Self.key) else { continue }
      let second = profile.secretVariable.flatMap { environment.keyring.variable($0) }.flatMap(Self.key)
      return (second.map { Secret("\(text.revealed):\($0.revealed)") } ?? text, .environment)
    }
    if let text = try KeyFile(environment)?.keys()[profile.word].flatMap(Self.key) { return (text, .file) }
    if let command = environment.keyring.command {
      let line = command.replacing("{provider}", with: profile.word)
      if let text = environment.keyring.output(line).flatMap(Self.key) { return (text, .program) }
    }
    return nil
  }

  /// The key in a text: its first line without blanks around; nil for none, and for one that no header could hold.
  public static func key(_ text: String) -> Secret? {
    guard let line = text.split(whereSeparator: \.isNewline).first else { return nil }
    var key = line.drop { $0 == " " || $0 == "\t" }
    while key.last == " " || key.last == "\t" { key = key.dropLast() }
    guard !key.isEmpty, key.utf8.count <= 4096, key.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
    return Secret(String(key))
  }
}
