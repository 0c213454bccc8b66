import Text

/// Where work of many pieces runs; no number depends on it.
package struct EngineSettings: Sendable, Hashable {
  /// An engine: the threads of this program, workers on this machine, or those of a cluster.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case threads, processes, ray
  }

  /// The size of a shard: how long it takes, or how many pieces it has.
  package enum ShardSize: Sendable, Hashable {
    case seconds(Double)
    case pieces(Int)
  }

  package var kind = Kind.threads
  /// The address of a cluster; nil for one that is started on this machine.
  package var address: String?
  /// The number of workers; nil for one a processor.
  package var workers: Int?
  /// The folder of jobs; nil for the one of the program's data.
  package var results: String?
  /// The program that runs the driver of a cluster.
  package var python = "python3"
  package var shard = ShardSize.seconds(10)
  /// How often a shard is tried.
  package var retries = 3
  /// The seconds of a core that a job may take; nil for no limit.
  package var budget: Double?
  /// The seconds from which on work is given to an engine.
  package var from = 5.0

  package init() {}
}

extension Settings {
  /// Where large work runs.
  static let engines: [Definition] = [
    Definition(
      name: "engine", summary: "Where sweeps and walk-forwards run: `help scale`.",
      allowed: "threads, processes or ray; ray may have an address in quotes",
      choices: EngineSettings.Kind.allCases.map(\.rawValue),
      read: { settings in
        ([settings.engine.kind.rawValue] + (settings.engine.address.map { [$0] } ?? [])).joined(separator: " ")
      },
      write: { settings, value in
        let words = value.terms.compactMap { if case .word(let word) = $0 { word } else { nil } }
        guard words.count == value.terms.count, let kind = words.first.flatMap(EngineSettings.Kind.init),
          words.count == 1 || words.count == 2 && kind == .ray && !words[1].isEmpty
        else { return false }
        (settings.engine.kind, settings.engine.address) = (kind, words.count == 2 ? words[1] : nil)
        return true
      }),
    count("workers", "The workers of an engine.", "one a processor", \.workers, in: 1...10_000),
    Definition(
      name: "budget", summary: "The time of a core that a job may take.",
      allowed: "a duration such as 50h, or none", choices: ["none"], isDuration: true,
      read: { $0.engine.budget.map(duration) ?? "none" },
      write: { settings, value in
        if value.word == "none" {
          settings.engine.budget = nil
          return true
        }
        guard let seconds = value.word.flatMap(seconds), seconds > 0 else { return false }
        settings.engine.budget = seconds
        return true
      }),
    Definition(
      name: "engine_from", summary: "How long work takes here from which on an engine is used.",
      allowed: "a duration such as 5s; 0 always uses it", isDuration: true, read: { duration($0.engine.from) },
      write: { settings, value in
        guard let seconds = value.word.flatMap(seconds) ?? value.plainNumber.flatMap({ $0 == 0 ? 0 : nil }) else {
          return false
        }
        settings.engine.from = seconds
        return true
      }),
    Definition(
      name: "shard", summary: "The size of the parts that an engine is given.",
      allowed: "a duration from 1s to 60s, or a number of runs such as `200 runs`", isDuration: true,
      read: { settings in
        switch settings.engine.shard {
        case .seconds(let seconds): duration(seconds)
        case .pieces(let pieces): "\(pieces) runs"
        }
      },
      write: { settings, value in
        if let seconds = value.word.flatMap(seconds) {
          guard (1...60).contains(seconds) else { return false }
          settings.engine.shard = .seconds(seconds)
          return true
        }
        guard case .terms(let terms) = value, terms.count == 2, case .number(let count, isRate: false) = terms[0],
          terms[1] == .word("runs"), let pieces = Int(exactly: count), pieces >= 1
        else { return false }
        settings.engine.shard = .pieces(pieces)
        return true
      }),
    Definition(
      name: "retries", summary: "How often a shard is tried before its job fails.",
      allowed: "a whole number from 1 to 100", read: { "\($0.engine.retries)" },
      write: { settings, value in
        guard let count = value.plainNumber.flatMap({ Int(exactly: $0) }), (1...100).contains(count) else {
          return false
        }
        settings.engine.retries = count
        return true
      }),
    Definition(
      name: "results", summary: "The folder of jobs, which all workers see.",
      allowed: "a folder in quotes, or auto for one in the program's data", choices: ["auto"],
      read: { $0.engine.results ?? "auto" },
      write: { settings, value in
        // An object store has neither names that appear at once nor locks.
        guard let word = value.word, !word.isEmpty, !word.hasPart("://") else { return false }
        settings.engine.results = word == "auto" ? nil : word
        return true
      }),
    Definition(
      name: "scale_python", summary: "The Python that has Ray.", allowed: "a path in quotes, or python3",
      read: { $0.engine.python },
      write: { settings, value in
        guard let word = value.word, !word.isEmpty else { return false }
        settings.engine.python = word
        return true
      }),
  ]

  private static func count(
    _ name: String, _ summary: String, _ meaning: String,
    _ field: any WritableKeyPath<EngineSettings, Int?> & Sendable, in range: ClosedRange<Int>
  ) -> Definition {
    Definition(
      name: name, summary: summary,
      allowed:
        "a whole number from \(range.lowerBound) to \(NumberText.grouped(range.upperBound)), or auto for \(meaning)",
      choices: ["auto"], read: { $0.engine[keyPath: field].map { "\($0)" } ?? "auto" },
      write: { settings, value in
        if value.word == "auto" {
          settings.engine[keyPath: field] = nil
          return true
        }
        guard let count = value.plainNumber.flatMap({ Int(exactly: $0) }), range.contains(count) else { return false }
        settings.engine[keyPath: field] = count
        return true
      })
  }
}
