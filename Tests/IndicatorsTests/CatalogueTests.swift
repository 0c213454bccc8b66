import Indicators
import StandardIndicators
import Testing

@Suite("The catalogue")
struct CatalogueTests {
  @Test("Names and aliases are unique, in lower case, and found")
  func names() {
    var seen: Set<String> = []
    for indicator in Indicator.all {
      for name in [indicator.name] + indicator.aliases {
        #expect(seen.insert(name).inserted, "\(name) is given twice")
        #expect(name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" }, "\(name)")
        #expect(Indicator.named(name)?.name == indicator.name)
      }
    }
    #expect(Indicator.named("no_such_indicator") == nil)
    #expect(Indicator.named("stddev")?.name == "stdev")
  }

  @Test("Parameters and outputs have unique names within an indicator", arguments: Indicator.all)
  func fields(indicator: Indicator) {
    let parameters = indicator.parameters.flatMap { [$0.name] + $0.aliases }
    #expect(Set(parameters).count == parameters.count, "\(parameters)")
    let outputs = indicator.outputs.flatMap { [$0.name] + $0.aliases }
    #expect(Set(outputs).count == outputs.count, "\(outputs)")
    for name in parameters + outputs {
      #expect(name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" }, "\(name)")
    }
    #expect(!indicator.outputs.isEmpty && !indicator.inputs.isEmpty)
  }

  @Test("Each entry is written out", arguments: Indicator.all)
  func texts(indicator: Indicator) {
    #expect(indicator.summary.hasSuffix(".") && indicator.summary.count <= 90, "\(indicator.summary)")
    #expect(indicator.convention.hasSuffix("."))
    #expect(!indicator.fullName.isEmpty && !indicator.formula.isEmpty && !indicator.references.isEmpty)
    #expect(indicator.example.hasPrefix(indicator.name + "("))
    for parameter in indicator.parameters {
      #expect(parameter.meaning.hasSuffix("."), "\(parameter.name)")
      #expect(!parameter.allowed.isEmpty)
    }
  }

  @Test(
    "Defaults are allowed values, and series that may be left out stand together",
    arguments: Indicator.all
  )
  func defaults(indicator: Indicator) throws {
    for parameter in indicator.parameters {
      switch parameter.defaultValue {
      case .value(let value): #expect(parameter.allows(value), "\(parameter.name)")
      case .sameAs(let name): #expect(indicator.parameterIndex(named: name) != nil)
      case .required: break
      }
    }
    let defaults = indicator.inputs.map(\.hasDefault)
    #expect(Set(defaults).count == 1, "the series in front are left out all together or not at all")
  }

  @Test("The entries stand group by group")
  func order() {
    var groups: [Indicator.Group] = []
    for indicator in Indicator.all where groups.last != indicator.group { groups.append(indicator.group) }
    #expect(groups == Indicator.Group.allCases)
  }

  @Test("TA-Lib's names and numbers are taken for parameters, modes and outputs")
  func aliases() throws {
    let bands = try #require(Indicator.named("bbands"))
    #expect(bands.parameterIndex(named: "timeperiod") == 0)
    #expect(bands.parameterIndex(named: "nbdevup") == bands.parameterIndex(named: "width"))
    #expect(bands.outputIndex(named: "upperband") == bands.outputIndex(named: "upper"))
    #expect(bands.parameters[3].number(ofChoice: "ema") == 1)
    #expect(bands.parameters[3].allows(7) && !bands.parameters[3].allows(11))
    #expect(bands.parameters[3].number(ofChoice: "mama") == 7)
    #expect(bands.parameters[0].number(ofChoice: "ema") == nil)
    #expect(try bands.completeArguments([nil, 3]) == [20, 3, 3, 0, 0])
    #expect(try bands.completeArguments([10, 3, 1]) == [10, 3, 1, 0, 0])
    #expect(Indicator.named("macd")?.outputIndex(named: "macdhist") == 2)
    #expect(Indicator.named("stoch")?.outputIndex(named: "slowd") == 1)
    #expect(Indicator.named("stoch")?.parameterIndex(named: "fastk_period") == 0)
  }

  @Test("The parameters of TA-Lib's functions keep TA-Lib's order and defaults")
  func defaultsOfTALib() throws {
    let expected: [String: [Double]] = [
      "sma": [30], "ema": [30, 0], "rsi": [14, 0, 0], "macd": [12, 26, 9, 0, 0], "bbands": [20, 2, 2, 0, 0],
      "atr": [14, 0, 0, 0], "adx": [14, 0], "stoch": [5, 3, 0, 3, 0, 0], "stochf": [5, 3, 0, 0], "cci": [14],
      "mfi": [14],
      "roc": [10], "mom": [10], "willr": [14], "stdev": [5, 1, 0], "linearreg": [14], "apo": [12, 26, 1],
    ]
    for (name, values) in expected {
      #expect(try Indicator.named(name)?.completeArguments([]) == values, "\(name)")
    }
  }

  @Test("An error names the indicator, the parameter, the value and what is allowed")
  func errors() throws {
    let rsi = try #require(Indicator.named("rsi"))
    let error = #expect(throws: IndicatorError.self) { try rsi.completeArguments([1.5]) }
    #expect(
      error?.description == "period of rsi is 1.5; it is a whole number from 2 to 10000000."
    )
    let mode = #expect(throws: IndicatorError.self) { try rsi.completeArguments([14, 5]) }
    #expect(mode?.description == "smoothing of rsi is 5; it is one of wilder, simple.")
  }
}
