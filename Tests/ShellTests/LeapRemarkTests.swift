import Language
import Platform
import Sessions
import Shell
import TestSupport
import Testing

/// A price that leaps is said at each statement whose window holds it, as a split is, until its cause is known.
@Suite("Remarks on prices that leap")
struct LeapRemarkTests {
  private func codes(_ script: String, ratio: Double, volume: Int) throws -> [String] {
    let folder = try TemporaryFolder()
    var text = "Date,Open,High,Low,Close,Volume\n"
    for day in 2...29 {
      let price = (60 + Double(day % 3)) / (day > 15 ? ratio : 1)
      text += "2024-01-\(day < 10 ? "0" : "")\(day),\(price),\(price * 1.01),\(price * 0.99),\(price),"
      text += "\(day > 15 ? volume : 900)\n"
    }
    try DiskFiles().write(Array(text.utf8), to: "\(folder.path)/x.csv")
    var interpreter = Interpreter(environment: .still)
    var codes: [String] = []
    _ = interpreter.runScript(
      "load \"\(folder.path)/x.csv\" as X\nstrategy s { enter long when close > 1 }\n\(script)", named: "test",
      keepGoing: false
    ) { event, _ in
      switch event {
      case .outcome(let outcome): codes += outcome.warnings.map(\.code.name)
      case .failure(let diagnostic, _, _): Issue.record("\(diagnostic.message)")
      }
    }
    return codes
  }

  @Test("A leap is remarked where a window holds it, and not once a split is stated")
  func leaps() throws {
    #expect(try codes("show close all", ratio: 20, volume: 900).contains("leaps"))
    #expect(try codes("show close since 2024-01-18", ratio: 20, volume: 900).contains("leaps") == false)
    #expect(try codes("show close all", ratio: 20, volume: 18_000).contains("leaps") == false)
    let told = "adjust X split 20 on 2024-01-16\nuse X adjusted for splits\nshow close all"
    #expect(try codes(told, ratio: 20, volume: 900).contains("leaps") == false)
  }
}
