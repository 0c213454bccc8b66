import Text

/// What `tas serve` answers with, and how much it takes.
package struct ServingSettings: Sendable, Hashable {
  /// The strategy whose scores and signals are served; nil for none.
  package var strategy: String?
  /// The account that is reported; nil for the one in use.
  package var account: String?
  /// The provider of symbols that are not loaded; nil for none.
  package var provider: String?
  /// The seconds without input after which the page locks itself.
  package var idleLock = 900.0
  /// The only other site whose pages may read answers; nil for none.
  package var cors: String?
  /// The requests of a user or an address in a minute.
  package var rateLimit = 600

  package init() {}
}

extension Settings {
  /// What `tas serve` answers with, and how much it takes.
  static let serving: [Definition] = [
    name("serve_strategy", "The strategy whose scores and signals `tas serve` answers with.", "a strategy", \.strategy),
    name("serve_account", "The account that `tas serve` reports; without one that in use.", "an account", \.account),
    name("serve_provider", "The provider of symbols that are not loaded, for `tas serve`.", "a provider", \.provider),
    duration(
      "idle_lock", "How long the page of `tas serve` is without input before it locks itself.",
      allowed: "a duration from 1m to 1d, such as 15m", \.serving.idleLock, in: 60...86_400),
    Definition(
      name: "cors", summary: "The only other site whose pages may read what `tas serve` answers.",
      allowed: "an address in quotes such as \"https://desk.example\", or none", choices: ["none"],
      read: { $0.serving.cors ?? "none" },
      write: { settings, value in
        guard let site = value.word else { return false }
        let parts = site.split(separator: "/", omittingEmptySubsequences: false)
        guard site == "none" || ["http:", "https:"].contains(parts[0]) && parts.count == 3 && !parts[2].isEmpty else {
          return false
        }
        settings.serving.cors = site == "none" ? nil : site
        return true
      }),
    Definition(
      name: "rate_limit", summary: "The requests of a user or an address that `tas serve` takes a minute.",
      allowed: "a whole number from 1 to 1,000,000", read: { "\($0.serving.rateLimit)" },
      write: { settings, value in
        guard let number = value.plainNumber.flatMap({ Int(exactly: $0) }), (1...1_000_000).contains(number) else {
          return false
        }
        settings.serving.rateLimit = number
        return true
      }),
  ]

  /// A setting that is the name of something, or none.
  private static func name(
    _ name: String, _ summary: String, _ kind: String,
    _ field: any WritableKeyPath<ServingSettings, String?> & Sendable
  ) -> Definition {
    Definition(
      name: name, summary: summary, allowed: "the name of \(kind), or none", choices: ["none"],
      read: { $0.serving[keyPath: field] ?? "none" },
      write: { settings, value in
        guard let word = value.word, !word.isEmpty else { return false }
        settings.serving[keyPath: field] = word == "none" ? nil : word
        return true
      })
  }
}
