import FileFormats
import JSON
import Language
import Platform
import Presentation
import Reports
import Research
import Sessions
import Text
import Valuation
import Workbooks

extension Command {
  package static let importFile = Command(
    CommandSyntax(
      "import",
      forms: [
        CommandSyntax.Form(
          "", [.required(.importedFile)],
          clauses: [
            .clause("for", .company), .clause("into", .importAccount), .clause(.preview),
            .clause("as", .statementDialect),
            .clause("rate", .bookedRate), .clause("reopen", .reopenedYear),
          ])
      ],
      hasResult: false),
    category: .valuation, summary: "Reads scenarios of a workbook, assumptions of a CSV, or a broker's statement.",
    discussion: """
      A workbook that `dcf to "model.xlsx"` wrote is read back as its scenarios, with the inputs changed in it \
      since; one that has the name of a scenario replaces it. A CSV has the header `name,value` or \
      `name,value,reason`, and values as typed: `growth,6% to 3%`. Its rows change the open model, or begin \
      one with `for COMPANY`.

      `into ACCOUNT` books the rows of a statement of Schwab, Fidelity, Interactive Brokers (Flex), Robinhood, Coinbase, \
      Kraken or Alpaca, or of a table with the columns date, type, symbol, size, price, fee and amount. Columns are found by their \
      names; each row becomes an entry, is known from an earlier import, or is a finding with its line. An import is one \
      transaction, and the same file again changes nothing; `preview` only tells. Amounts in another currency \
      need `rate 1.0842` or a loaded series such as EURUSD.
      """,
    examples: [
      "import \"model.xlsx\"", "import \"assumptions.csv\" for AAPL", "import \"Transactions.csv\" into main preview",
      "import \"fills.csv\" into main as kraken",
    ], changesSession: true, onlyReads: { $0[.importAccount] != nil }
  ) { execution, call throws(Diagnostic) in
    if let word = call[.importAccount] { return try execution.importStatement(call, into: word) }
    return try execution.importFile(call)
  }
}

extension Role<Word> {
  static var importedFile: Self { .word("file", .file, "\"FILE\"") }
}

extension Execution {
  fileprivate mutating func importFile(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let word = try call[.importedFile]
    let path = try text(word)
    let bytes: [UInt8]
    do { bytes = try environment.files.read(path) } catch { throw diagnostic(error, at: word.span) }
    guard WorkbookReader.isLikely(bytes) || FileName.ending(of: path) == WorkbookFile.ending else {
      try checkIsText(bytes, of: path, at: word.span)
      let result = try importAssumptions(bytes, path, for: call[.company], at: word.span)
      noteRead(path, as: .assumptions)
      return result
    }
    if let company = call[.company] {
      throw Diagnostic(
        .unknownClause, "\(path) is a workbook, and its scenarios name their company", at: company.span)
    }
    return try importWorkbook(word)
  }

  /// True for the path of a workbook with scenarios, and of one that cannot be read, whose fault importing names.
  package func isOfScenarios(_ path: String) -> Bool {
    guard let bytes = try? environment.files.read(path), let workbook = try? WorkbookReader.workbook(bytes) else {
      return true
    }
    return ReadScenarios.isLikely(workbook)
  }

  /// Reads the scenarios of a workbook: all of them or none.
  package mutating func importWorkbook(_ word: Word) throws(Diagnostic) -> any StatementResult {
    let path = try text(word)
    let bytes: [UInt8]
    do { bytes = try environment.files.read(path) } catch { throw diagnostic(error, at: word.span) }
    let read: ReadScenarios
    do {
      let workbook = try WorkbookReader.workbook(bytes)
      do throws(WorkbookError) { read = try ReadScenarios(workbook) } catch {
        throw Diagnostic(
          .unreadableWorkbook, "\(path): \(error.message)", at: word.span, hints: error.hint.map { [$0] } ?? [])
      }
    } catch let error as SpreadsheetError {
      throw Diagnostic(.unreadableWorkbook, "\(path): \(error.message)", at: word.span)
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw Diagnostic(.unreadableWorkbook, "\(path): \(error)", at: word.span)
    }
    let incoming = adopted(read.scenarios)
    let replaced: [String]
    let moved: [Scenario]
    do { (replaced, moved) = try session.research.add(incoming) } catch { throw diagnostic(error, at: word.span) }
    noteRead(path, as: .workbook)
    for (scenario, shown, value) in read.disagreeing {
      note(
        .workbookDisagrees,
        "`\(scenario)` is \(NumberFormat.general.text(shown)) a share in the workbook and "
          + "\(NumberFormat.general.text(value)) by its inputs: "
          + "something other than the inputs was changed in the workbook, and is not read",
        at: word.span)
    }
    var notes: [String] = []
    if !replaced.isEmpty { notes.append("\(replaced.joined(separator: ", ")) replaced") }
    notes += read.changed.map { "\($0.scenario): \($0.texts.joined(separator: ", "))" }
    if read.changed.isEmpty { notes.append("no input was changed in the workbook") }
    if !moved.isEmpty {
      notes.append(
        "\(moved.map(\.name).joined(separator: ", ")): another value, as inherited here")
    }
    return Done(
      action: "import",
      message:
        "imported \(NumberText.counted(incoming.count, "scenario")) of \(path): \(incoming.map(\.name).joined(separator: ", "))",
      details: [
        ("file", .string(path)), ("scenarios", .strings(incoming.map(\.name))), ("replaced", .strings(replaced)),
        ("changed", .object(read.changed.map { ($0.scenario, .strings($0.texts)) })),
      ], notes: notes)
  }

  /// The scenarios with the identifiers of those that have their names here, so that they take their places.
  private func adopted(_ scenarios: [Scenario]) -> [Scenario] {
    var known: [String: String] = [:]
    for scenario in scenarios {
      if let own = session.research.scenarios.named(scenario.name, of: scenario.ticker) { known[scenario.id] = own.id }
    }
    return scenarios.map { scenario in
      var result = scenario
      result.id = known[scenario.id] ?? scenario.id
      if case .plain(let assumptions, let inheritance) = scenario.model, let inheritance {
        let parent = known[inheritance.parent] ?? inheritance.parent
        result.model = .plain(
          assumptions, inheriting: Inheritance(parent: parent, changes: inheritance.changes))
      }
      return result
    }
  }

  // MARK: Assumptions

  /// Reads assumptions of a CSV as if they were typed, each in its line.
  private mutating func importAssumptions(
    _ bytes: [UInt8], _ path: String, for company: Word?, at span: SourceSpan
  ) throws(Diagnostic) -> any StatementResult {
    let table: AssumptionTable
    do throws(AssumptionTable.Problem) { table = try AssumptionTable(bytes) } catch {
      throw Diagnostic(
        .unreadableAssumptions, "\(path):\(error.line): \(error.message)", at: span,
        hints: ["the first line is `name,value` or `name,value,reason`"])
    }
    var clauses: [ModelClause] = []
    for row in table.rows {
      let statement = "dcf \(row.statement)"
      var parser = Parser(
        source: sources.add(name: path, bytes: Array(statement.utf8), firstLine: row.line), text: statement,
        commands: [])
      guard case .valuation(let valuation) = try parser.next()?.kind, case .change = valuation.form,
        valuation.clauses.count == 1, var clause = valuation.clauses.first
      else {
        throw Diagnostic(
          .unreadableAssumptions,
          "\(path):\(row.line): `\(row.name)` with the value `\(row.value)` is not an assumption",
          at: span)
      }
      if case .change(var change) = clause, !row.reason.isEmpty, change.reason == nil {
        change.reason = Word(parts: [.text(row.reason)], span: change.span, isQuoted: true)
        clause = .change(change)
      }
      clauses.append(clause)
    }
    let form: ValuationStatement.Form = company.map { .new(ticker: $0) } ?? .change
    return try value(ValuationStatement(form: form, clauses: clauses), span)
  }
}
