import Shell
import Testing

/// Each code that a diagnostic can carry is shown in a transcript, so that each message was read by its author.
@Suite("Codes")
struct CodeTests {
  /// Codes that no script can make, with the reason.
  static let exceptions: [String: String] = [
    "account-in-use": "needs a second program that writes; BookKillTests have one",
    "over-budget": "needs work that takes time; EngineTests have some",
    "shard-differs": "needs a worker that computes something else; JobsTests have one",
    "worker-version": "needs two builds; EngineTests have two",
    "interrupted": "needs a signal while a statement runs",
    "layout-changes": "no script is known that leads to it; ScriptLayoutTests lay out all that there are",
    "unused-name": "given by `tas check`; ScriptCheckTests have it",
    "bad-request": "needs a line of `tas --batch`; BatchSessionTests have them",
    "memory-limit": "needs a machine with little memory; MemoryLimitTests have one",
    "damaged-sample": "needs a damaged program",
    "wrong-sample-kind": "`load sample` asks for the kind that the sample has",
    "kept-bars": "needs a library and a provider that fails; ProviderBarsTests have both",
    "library-unused": "needs a library that cannot be read; LibraryTests have one",
    "not-packable": "thrown by the tool that packs the samples",
    "nothing-to-compare": "`compare` takes at least one name",
    "no-valid-model": "a model that is refused for every value says why itself",
    "no-firm-model": "a model of the firm is asked for only where the value rests on one",
    "sum-of-parts": "one model for the company is asked for only if there are no parts",
    "flow-index-clamped": "the limits of revenue and margin keep it below: 300 times 35 % is 105",
    "document-not-finite": "the numbers of a model are finite",
    "not-in-document": "other keys hold the rest of a model",
    "unknown-objective": "told like `unknown-unit`",
    "unknown-style": "told like `unknown-unit`",
    "dimension-only": "needs reports without a line; FundamentalsFindingTests have them",
    "mixed-periods": "needs reports of several periods; FundamentalsFindingTests have them",
    "shell": "needs reports without revenue; FundamentalsFindingTests have them",
  ]

  /// Codes of files, of filings and of valuations that the tests of these engines show, as no company of the samples has them.
  static let ofEngines: Set<String> = [
    "end-stamps", "fixed-point", "huge-prices", "leaps", "mixed-units", "odd-dates", "skipped-times", "unused-columns",
    "older-balance",
    "partial-line",
    "sheltered-multiple",
    "cost-of-equity-built",
    "discount-below-risk-free",
    "discount-below-cost-of-debt",
    "return-below-cost-of-equity",
    "risk-counted-twice",
    "loss-without-dividend",
    "nol-left",
    "tax-below-marginal",
    "preferred-off-book",
    "cash-counts-whole",
    "cash-short",
    "interest-above-income",
    "debt-drifts",
    "leases-in-margin",
    "minority-at-book",
    "dilution-high",
    "part-is-equity",
    "part-below-zero",
    "allowed-split-suspected",
    "allowed-dimension-only",
    "allowed-shell",
    "allowed-mixed-periods",
    "foreign-currency",
    "dilution",
    "no-cover-shares",
    "negative-equity",
  ]

  /// The statements of all transcripts with the codes that they print.
  static let shown: [String: [String]] = {
    var statements: [String: [String]] = [:]
    for file in TranscriptTests.files {
      for part in Transcript(Files.text("\(TranscriptTests.folder)/\(file)") ?? "").parts {
        guard case .statement(let text, let output, let errors) = part else { continue }
        for line in output + errors {
          for match in line.matches(of: #/\[([a-z0-9-]+)\]/#) { statements[String(match.1), default: []].append(text) }
        }
      }
    }
    return statements
  }()

  @Test("Each code of the table is shown by a transcript, or there is a reason why it cannot be")
  func codesAreShown() {
    let codes = Set(CodeTable.all.map(\.code))
    #expect(
      codes.subtracting(Self.shown.keys).subtracting(Self.exceptions.keys).subtracting(Self.ofEngines).sorted() == [])
  }

  @Test("Each code that an error or a warning of a transcript carries is in the table")
  func codesAreInTable() {
    for file in TranscriptTests.files {
      for part in Transcript(Files.text("\(TranscriptTests.folder)/\(file)") ?? "").parts {
        guard case .statement(_, _, let errors) = part else { continue }
        for line in errors where line.hasPrefix("error:") || line.hasPrefix("warning:") || line.hasPrefix("note:") {
          guard let code = line.firstMatch(of: #/ \[([a-z0-9-]+)\]$/#)?.1 else { continue }
          #expect(CodeTable.entry(of: String(code)) != nil, "\(code) of \(file)")
        }
      }
    }
  }

  @Test("No reason is given for a code that is shown, or that there is none of")
  func exceptionsAreNeeded() {
    let exceptions = Set(Self.exceptions.keys).union(Self.ofEngines)
    #expect(exceptions.intersection(Self.shown.keys).sorted() == [])
    #expect(exceptions.subtracting(CodeTable.all.map(\.code)).sorted() == [])
  }

  @Test("The example of a code is a statement of a transcript that leads to it", arguments: CodeTable.all.map(\.code))
  func examples(code: String) throws {
    let entry = try #require(CodeTable.entry(of: code))
    guard let example = entry.example else {
      #expect(Self.shown[code] == nil, "a transcript shows it, so that help can")
      return
    }
    #expect(Self.shown[code]?.contains { $0.hasSuffix(example) } == true, "no transcript has \(example)")
  }

  @Test("A meaning is one line, a sentence without its stop", arguments: CodeTable.all.map(\.code))
  func meanings(code: String) throws {
    for meaning in try #require(CodeTable.entry(of: code)).meanings {
      #expect(!meaning.isEmpty && !meaning.hasSuffix(".") && !meaning.contains("\n"))
      #expect(meaning.first?.isLowercase == false)
    }
  }

  @Test("A transcript of an error is called like the code that it shows")
  func filesAreNamedByCode() {
    for file in TranscriptTests.files where file.hasPrefix("errors/") {
      let code = file.dropFirst("errors/".count).dropLast(".tas".count)
      #expect(
        Files.text("\(TranscriptTests.folder)/\(file)")?.contains("[\(code)]") == true, "\(file) does not show it")
    }
  }
}
