import Columns
import Foundation
import Indicators
import StandardIndicators
import Testing

/// The conventions of others, against the results of pandas and plain loops (see Fixtures/README.md).
@Suite("Conventions by name")
struct ConventionTests {
  /// A heading such as `swing:bbands[period=10;up=1.5].lower`, or without a preset `:ema[period=5;seed=first]`.
  private struct Heading {
    let preset: String
    let indicator: String
    let arguments: [(name: String, value: String)]
    let output: String?

    init(_ text: String) {
      let sides = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      preset = sides[0]
      var rest = Substring(sides[1])
      if let dot = rest.lastIndex(of: "."), !rest[dot...].contains("]") {
        output = String(rest[rest.index(after: dot)...])
        rest = rest[..<dot]
      } else {
        output = nil
      }
      let parts = rest.split(separator: "[")
      indicator = String(parts[0])
      arguments = (parts.count > 1 ? parts[1].dropLast() : "").split(separator: ";").map { part in
        let sides = part.split(separator: "=").map(String.init)
        return (sides[0], sides[1])
      }
    }
  }

  private static let bars: [BarField: Column] = {
    let table = try? Table(Fixtures.file("spy-ta-lib.csv"))
    return Dictionary(uniqueKeysWithValues: BarField.allCases.map { ($0, Column(table?.columns[$0.rawValue] ?? [])) })
  }()

  private static let fixture = try? Table(Fixtures.file("conventions.csv"))

  @Test("There are columns for each preset that others define, and for the modes alone")
  func columns() {
    let presets = Set((Self.fixture?.names ?? []).map { Heading($0).preset })
    #expect(presets == ["", "swing", "service", "tradingview"])
  }

  @Test("Each column is met to nine digits, its missing values included", arguments: fixture?.names ?? [])
  func column(heading: String) throws {
    let call = Heading(heading)
    let indicator = try #require(Indicator.named(call.indicator), "there is no \(call.indicator)")
    let preset = Preset.named(call.preset)
    #expect((preset == nil) == call.preset.isEmpty, "there is no preset \(call.preset)")
    if let preset { #expect(preset.defaults(of: indicator) != nil, "the preset does not list \(indicator.name)") }
    var given = [Double?](repeating: nil, count: indicator.parameters.count)
    for (name, value) in call.arguments {
      let index = try #require(indicator.parameterIndex(named: name), "\(name)")
      given[index] = Double(value) ?? indicator.parameters[index].number(ofChoice: value)
      #expect(given[index] != nil, "\(name) is not \(value)")
    }
    let place = try #require(call.output.map { indicator.outputIndex(named: $0) } ?? 0)
    let inputs = indicator.inputs.map { Self.bars[$0.defaultField ?? .close] ?? Column([]) }
    let values = try indicator.compute(inputs, indicator.completeArguments(given, like: preset))[place].values
    let expected = try #require(Self.fixture?.columns[heading])
    #expect(values.count == expected.count && !values.isEmpty)
    for (row, (value, wanted)) in zip(values, expected).enumerated() {
      if value.isNaN && wanted.isNaN { continue }
      guard abs(value - wanted) <= max(1e-9 * abs(wanted), 1e-12) else {
        Issue.record("row \(row): \(value), expected \(wanted)")
        return
      }
    }
  }

  @Test("A preset names indicators, parameters and modes that there are, each once")
  func data() throws {
    #expect(Preset.all.map(\.name) == ["talib", "tradingview", "swing", "service"])
    for preset in Preset.all {
      #expect(preset.summary.hasSuffix("."))
      #expect(Set(preset.indicators).count == preset.indicators.count)
      for name in preset.indicators {
        let indicator = try #require(Indicator.named(name), "\(preset.name) lists \(name)")
        #expect(indicator.name == name, "\(name) is an alias")
        let values = try #require(preset.defaults(of: indicator))
        let text = try #require(preset.text(of: indicator))
        let changes = text == "as by default" ? 0 : text.split(separator: ", ").count
        #expect(values.filter { $0 != nil }.count == changes, "\(preset.name), \(name): \(text)")
        let arguments = try indicator.completeArguments([], like: preset)
        #expect(arguments.count == indicator.parameters.count)
      }
    }
    #expect(Preset.named("metastock") == nil)
  }

  @Test("A given argument goes before the preset, and the preset before the default")
  func precedence() throws {
    let rsi = try #require(Indicator.named("rsi"))
    let swing = try #require(Preset.named("swing"))
    #expect(try rsi.completeArguments([], like: swing) == [14, 1, 1])
    #expect(try rsi.completeArguments([9], like: swing) == [9, 1, 1])
    #expect(try rsi.completeArguments([9, 0], like: swing) == [9, 0, 1])
    #expect(try rsi.completeArguments([nil, 0, 0], like: swing) == [14, 0, 0])
    // The range of a channel is averaged over as many bars as its middle, where that is given.
    let channel = try #require(Indicator.named("keltner"))
    #expect(try channel.completeArguments([10], like: swing) == [10, 10, 2, 1, 2, 1, 1])
    #expect(try channel.completeArguments([10, 7], like: swing) == [10, 7, 2, 1, 2, 1, 1])
    #expect(rsi.presets.map(\.name) == ["talib", "tradingview", "swing", "service"])
    #expect(rsi.presets[2].text == "period=14, smoothing=\"simple\", first_bar=\"zero\"")
  }

  @Test("The preset talib changes nothing, and speaks of what TA-Lib has only")
  func talib() throws {
    let talib = try #require(Preset.named("talib"))
    for indicator in Indicator.all {
      let isTheirs = indicator.references.contains { $0.hasPrefix("TA-Lib ") }
      #expect((talib.defaults(of: indicator) != nil) == isTheirs)
      guard let defaults = try? indicator.completeArguments([]) else { continue }
      #expect(try indicator.completeArguments([], like: talib) == defaults)
    }
  }

  @Test("Outputs of macd begin each on its own, unless they are TA-Lib's")
  func begins() throws {
    let macd = try #require(Indicator.named("macd"))
    #expect(try (0..<3).map { try macd.warmUp([12, 26, 9, 0, 0], output: $0) } == [33, 33, 33])
    #expect(try (0..<3).map { try macd.warmUp([12, 26, 9, 0, 3], output: $0) } == [25, 33, 33])
    #expect(try (0..<3).map { try macd.warmUp([12, 26, 9, 0, 1], output: $0) } == [0, 0, 0])
    #expect(try (0..<3).map { try macd.warmUp([12, 26, 9, 1, 0], output: $0) } == [25, 33, 33])
    #expect(try macd.warmUp([12, 26, 9, 1, 0]) == 25)
  }
}
