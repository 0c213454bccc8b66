import Indicators
import StandardIndicators
import Text

extension Settings {
  /// The limits of other series and of large statements, and the convention of indicators.
  static let limits: [Definition] = [
    Definition(
      name: "stale_after", summary: "The bars without a new one after which another symbol's value is missing.",
      allowed: "a whole number from 1, or auto", choices: ["auto"],
      read: { $0.staleAfter.map { "\($0)" } ?? "auto" },
      write: { settings, value in
        if value.word == "auto" {
          settings.staleAfter = nil
          return true
        }
        guard let bars = value.plainNumber.flatMap({ Int(exactly: $0) }), bars >= 1 else { return false }
        settings.staleAfter = bars
        return true
      }),
    Definition(
      name: "max_cells", summary: "The most combinations, cells or values that one statement makes.",
      allowed: "a whole number from 1", read: { NumberText.plain($0.maxCells) },
      write: { settings, value in
        guard let cells = value.plainNumber, cells >= 1, cells == cells.rounded(), cells < 1e15 else { return false }
        settings.maxCells = cells
        return true
      }),
    Definition(
      name: "max_file", summary: "The most bytes of a file of bars.", allowed: "a whole number of bytes from 1",
      read: { NumberText.plain($0.maxFile) },
      write: { settings, value in
        guard let bytes = value.plainNumber, bytes >= 1, bytes == bytes.rounded(), bytes < 1e18 else { return false }
        settings.maxFile = bytes
        return true
      }),
    Definition(
      name: "max_memory", summary: "The most bytes of memory that a statement may make the program hold.",
      allowed: "a whole number of bytes from 1, or auto for three quarters of the memory", choices: ["auto"],
      read: { $0.maxMemory.map { NumberText.plain($0) } ?? "auto" },
      write: { settings, value in
        if value.word == "auto" {
          settings.maxMemory = nil
          return true
        }
        guard let bytes = value.plainNumber, bytes >= 1, bytes == bytes.rounded(), bytes < 1e18 else { return false }
        settings.maxMemory = bytes
        return true
      }),
    Definition(
      name: "like", summary: "The conventions of indicators that are called without `like`.",
      allowed: "talib, tradingview, swing or service", choices: Preset.all.map(\.name),
      read: { $0.like?.name ?? Preset.all[0].name },
      write: { settings, value in
        guard let preset = value.word.flatMap({ Preset.named($0) }) else { return false }
        settings.like = preset.name == Preset.all[0].name ? nil : preset
        return true
      }),
  ]
}
