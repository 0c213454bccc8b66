import Platform
import Text
import Work

/// DuckDB's command-line program, which reads Parquet, Arrow and its own databases.
struct DuckDB {
  let file: String
  let programs: any ProgramRunner
  let limit: Int
  let monitor: WorkMonitor

  /// The answer to a query as a text with commas and a line of names.
  ///
  /// - Parameters:
  ///   - database: the database that is opened for reading; nil for none.
  ///   - isBare: true for a statement that is not a `SELECT`.
  ///   - loading: the extension of DuckDB that is loaded first.
  func text(
    of query: String, in database: String?, isBare: Bool = false, loading: String? = nil
  ) throws(MarketDataError) -> [UInt8] {
    // Inside a `SELECT` no query can change anything.
    let statement = isBare ? query : "SELECT * FROM (\n\(query)\n)"
    let first = loading.map { ["-c", "LOAD \($0)"] } ?? []
    let place = database.map { ["-readonly", $0] } ?? []
    let words = ["duckdb", "-csv", "-nullvalue", ""] + place + first + ["-c", statement]
    do throws(ProgramFailure) {
      return try programs.output(of: words, limit: limit, isStopped: { monitor.isStopped })
    } catch {
      throw fault(error)
    }
  }

  private func fault(_ failure: ProgramFailure) -> MarketDataError {
    func error(_ message: String, hint: String? = nil) -> MarketDataError {
      MarketDataError(.notReadable, file: file, message: message, hint: hint)
    }
    return switch failure {
    case .interrupted: .interrupted(file)
    case .notFound:
      error(
        "the file is read by DuckDB's program `duckdb`, which is not installed here",
        hint: "install it from https://duckdb.org, or export the table as CSV")
    case .closed(let reason): error("the file is read by DuckDB's program: \(reason)")
    case .tooLong:
      error("the table is longer than \(limit >> 20) MiB as text", hint: "`set max_file 4GB` raises the limit")
    case .failed(let text):
      error(
        "DuckDB: "
          + text.split(whereSeparator: \.isNewline).prefix(2).map(String.init).joined(separator: " ").trimmedStop)
    }
  }
}
