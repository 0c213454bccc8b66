import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Research
import Sourcing

/// The figures of companies in a saved session: from a sample, from a file, or from the library.
extension SessionFile.Reader {
  /// The company facts at a path, or those that the library has of the SEC.
  private func bytes(ofFigures path: String) throws -> [UInt8] {
    guard let ticker = FiguresFile(path: path, contentHash: "").secTicker else {
      return try environment.files.read(path)
    }
    var kept = environment
    kept.freshness = .infinity
    return try MarketDesk(kept).companyFacts(ticker).body
  }

  package mutating func readFundamentals(_ json: JSONValue, files: JSONValue?) throws(SessionFileError) {
    guard let ticker = json.stringValue else { throw .damaged("the figures of a company") }
    guard let document = files?[ticker], !document.isNull else {
      guard let figures = try? Sample.named(ticker, kind: .fundamentals)?.loadFundamentals() else {
        throw .damaged("the figures of \(ticker)")
      }
      session.research.fundamentals[ticker] = figures
      return
    }
    // Before the third version the path was the only value.
    guard let typed = document.stringValue ?? document["file"]?.stringValue else {
      throw .damaged("the figures of \(ticker)")
    }
    let hash = document["hash"]?.stringValue
    var found: (figures: Fundamentals, file: FiguresFile)?
    var reason = ""
    for path in place?.candidates(typed: typed, in: document) ?? [typed]
    where found == nil || found?.file.contentHash != hash {
      do {
        let bytes = try bytes(ofFigures: path)
        let file = FiguresFile(path: path, contentHash: ContentHash.text(of: bytes))
        let figures = try Fundamentals(companyFacts: bytes, symbol: ticker, file: path)
        if found == nil || file.contentHash == hash { found = (figures, file) }
      } catch {
        if reason.isEmpty {
          reason = (error as? FileError)?.message ?? (error as? MarketDataError)?.message ?? "cannot read \(path)"
        }
      }
    }
    guard let found else {
      session.absentFigures[ticker] = AbsentSource(document: document, reason: reason)
      findings.append(
        SessionFinding(code: .sourceMissing, message: "the figures of \(ticker) are not loaded: \(reason)"))
      return
    }
    session.research.fundamentals[ticker] = found.figures
    session.research.fundamentalsFiles[ticker] = found.file
    if let hash, hash != found.file.contentHash {
      changedFigures.append(ticker)
      findings.append(
        SessionFinding(
          code: .sourceChanged, message: "\(found.file.path), the figures of \(ticker), has changed since \(occasion)"
        ))
    }
  }

  /// Reports, once the scenarios are read, the effect of changed figures on each.
  package mutating func tellMoves() {
    for ticker in changedFigures {
      for move in session.research.moves(byFiguresOf: ticker) {
        findings.append(
          SessionFinding(code: .sourceChanged, message: "with the figures of today \(ticker) \(move.text)"))
      }
    }
  }
}
