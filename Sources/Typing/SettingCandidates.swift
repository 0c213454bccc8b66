import Sessions
import Shell
import Strategies

/// The values offered for a setting: its words, its present value, and the usual ones.
package enum SettingCandidates {
  /// Values of settings whose values are not words, as typed.
  private static let usual: [String: [String]] = [
    "cash": ["10k", "100k", "1M"],
    "commission": ["0.1%", "0.005 per share", "1 per trade"],
    "slippage": ["5bp", "0.1%"],
    "spread": ["1bp", "2bp"],
    "leverage": ["1", "2"],
    "maintenance": ["0%", "25%"],
    "max_volume": ["off", "1%", "10%"],
    "risk_free": ["0%", "2%"],
    "periods_per_year": ["252", "365"],
    "digits": ["4", "8"],
    "rows": ["20", "50"],
    "null": ["\"-\"", "\"n/a\""],
    "prompt": ["\"{series}> \""],
    "chart_width": ["60", "100"],
    "max_cells": ["1M", "10M"],
    "max_file": ["2B"],
    "max_memory": ["4B"],
    "stale_after": ["5", "10"],
    "validation_weights": ["0.4 0.35 0.25", "1 1 1"],
  ]

  /// The candidates of a setting; a value says whether it is the present one or the default.
  package static func candidates(of definition: Settings.Definition, _ session: Session) -> [Completion.Candidate] {
    let now = definition.read(session.settings)
    let before = definition.read(Settings())
    func detail(_ value: String) -> String {
      switch (value == now, value == before) {
      case (true, true): "the current value, the default"
      case (true, false): "the current value"
      case (false, true): "the default"
      case (false, false): ""
      }
    }
    var values = definition.choices
    if definition.choices.isEmpty { values += [now, before].filter { !$0.isEmpty && !$0.contains(" ") } }
    values += (usual[definition.name] ?? []).filter { !values.contains($0) }
    return values.map { Completion.Candidate(text: $0, detail: detail($0)) }
  }
}
