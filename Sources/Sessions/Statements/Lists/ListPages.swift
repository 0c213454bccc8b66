import Language

extension OptionalRole<Expression> {
  package static var page: Self { Self(.expression("page", "N")) }
  package static var pageSize: Self { Self(.expression("page_size", "N")) }
}

extension [CommandSyntax.Clause] {
  /// The clauses of a long list that is turned page by page.
  package static let pages: [CommandSyntax.Clause] = [.clause("page", .page), .clause("size", .pageSize)]
}

extension Execution {
  /// The rows of a page; a page has fifty without `size`, two hundred at most.
  mutating func page(_ indexes: [Int], _ clauses: ListClauses) throws(Diagnostic) -> (
    indexes: [Int], limit: String, next: Int?
  )? {
    guard clauses.page != nil || clauses.pageSize != nil else { return nil }
    let number = try clauses.page.map { expression throws(Diagnostic) in try count(expression) } ?? 1
    let size = try clauses.pageSize.map { expression throws(Diagnostic) in try count(expression) } ?? 50
    guard size <= 200 else {
      throw Diagnostic(.outOfRange, "a page has 1 to 200 rows, and not \(size)", at: clauses.pageSize?.span)
    }
    let pages = max(1, (indexes.count + size - 1) / size)
    guard number <= pages else {
      throw Diagnostic(
        .outOfRange, "there is no page \(number): the last one is \(pages)", at: clauses.page?.span)
    }
    let rows = indexes.dropFirst((number - 1) * size).prefix(size)
    return (Array(rows), "page \(number) of \(pages), \(rows.count)", number < pages ? number + 1 : nil)
  }
}
