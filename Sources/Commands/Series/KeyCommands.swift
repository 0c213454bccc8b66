import Calendar
import Language
import MarketData
import Platform
import Presentation
import Reports
import Sessions
import Sourcing

extension Command {
  package static let key = Command(
    CommandSyntax(
      "key",
      forms: [CommandSyntax.Form("", [.required(.providerName)], clauses: [.clause(.drop)])], hasResult: false),
    category: .session, summary: "Takes the key of a provider, without showing it, and keeps it for later starts.",
    discussion: """
      The key is typed at the prompt and not shown; it is kept in `keys.json` of the folder of settings \
      (`$XDG_CONFIG_HOME/tas`, else `~/.config/tas`), which only you can read. `key polygon drop` removes it. A \
      variable of the environment takes precedence, such as POLYGON_API_KEY; after both comes the program of \
      `set key_command`, such as a manager of passwords. Keys are in no session, history, report or message. \
      `polygon` is called Massive today: `massive` means the same.
      """,
    examples: ["key polygon drop"]
  ) { execution, call throws(Diagnostic) in
    let word = try call[.providerName]
    let profile = try execution.keyedProfile(word)
    do throws(MarketDataError) {
      guard let file = KeyFile(execution.sourceEnvironment) else {
        throw MarketDataError(
          .keyMissing, file: profile.word, message: "no keys are kept here", hint: execution.variableHint(profile))
      }
      if call.has(.drop) {
        try file.write(nil, for: profile.word)
        return Done(action: "key", message: "the \(profile.keyNoun) of \(profile.word) is no longer kept")
      }
      let typed = execution.environment.keyring.ask("\(profile.keyNoun) of \(profile.title): ")
      guard let key = typed.flatMap({ Keys.key($0.revealed) }) else {
        throw MarketDataError(
          .keyMissing, file: profile.word,
          message: "no \(profile.keyNoun) was typed: it is asked for at a terminal, which does not show it",
          hint: execution.variableHint(profile))
      }
      try file.write(key, for: profile.word)
      return Done(
        action: "key",
        message: "the \(profile.keyNoun) of \(profile.word) is kept in \(file.path), which only you can read")
    } catch {
      throw execution.diagnostic(error, at: word.span)
    }
  }

  package static let keys = Command(
    CommandSyntax("keys", forms: [CommandSyntax.Form("", [], clauses: .list(KeyRow.fields.names()))]),
    category: .session, summary: "Lists the keys of providers with their origin, and whether each was accepted.",
    discussion: "No key is shown, nor a part of one. The keys of the keyboard are on `help keyboard`.",
    examples: ["keys"]
  ) { execution, call throws(Diagnostic) in
    let environment = execution.sourceEnvironment
    let uses = ((try? Library(environment)?.keyUses()) ?? nil) ?? [:]
    var rows: [KeyRow] = []
    for profile in ProviderTable.all.map(\.profile) where profile.keyVariable != nil {
      do throws(MarketDataError) {
        let place = try Keys(environment).key(for: profile)?.place
        rows.append(KeyRow(profile, place, uses[profile.word], environment.clock.now()))
      } catch {
        throw execution.diagnostic(error, at: call.commandSpan)
      }
    }
    let frame = ItemFrame(one: "a key", many: "keys", rows, KeyRow.fields)
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(table: frame.table(listing), notes: listing.notes, details: listing.details)
  }
}

/// A row of `keys`.
private struct KeyRow: Sendable {
  var provider: String
  var found: String
  var used: String
  var variable: String

  static let fields: [Field<KeyRow>] = [
    .text(.text("provider", .name)) { $0.provider }, .text(.text("found").wrapping) { $0.found },
    .text(.text("used").wrapping) { $0.used }, .text(.text("variable", .dim)) { $0.variable },
  ]

  init(
    _ profile: ProviderProfile, _ place: Keys.Place?, _ use: (isAccepted: Bool, time: Int64)?, _ now: Int64
  ) {
    provider = profile.word
    variable = profile.keyVariable ?? ""
    found =
      switch place {
      case .environment: "in the environment"
      case .file: "in the file of keys"
      case .program: "from key_command"
      case nil: ""
      }
    used = use.map { "\($0.isAccepted ? "accepted" : "refused") \(Age.text(seconds: (now - $0.time) / 1000))" } ?? ""
  }
}

extension Execution {
  fileprivate func variableHint(_ profile: ProviderProfile) -> String? {
    profile.keyVariable.map { "the variable \($0) of the environment has one for this run" }
  }

  /// The provider of a word that wants a key.
  fileprivate mutating func keyedProfile(_ word: Word) throws(Diagnostic) -> ProviderProfile {
    let name = ProviderTable.word(of: try text(word))
    let able = ProviderTable.all.map(\.profile).filter { $0.keyVariable != nil }
    if let profile = able.first(where: { $0.word == name }) { return profile }
    let isKnown = ProviderTable.words.contains(name)
    throw diagnostic(
      MarketDataError(
        .unknownSource, file: name, found: name,
        message: isKnown ? "\(name) needs no key" : "there is no provider `\(name)`",
        hint: "these need one: \(able.map(\.word).joined(separator: ", "))", candidates: able.map(\.word)),
      at: word.span)
  }
}
