import Language
import Research
import Text

extension Execution {
  /// The kind of the thing that a name means: the one that was typed, else the only one that has the name.
  ///
  /// - Throws: `unknown-name` if nothing of the kind has it, `several-things` if several kinds have it.
  package func kind(
    of name: String, typed: NameKind?, among allowed: [NameKind] = NameKind.allCases, _ command: String,
    at span: SourceSpan
  ) throws(Diagnostic) -> NameKind {
    let (own, company) = CompanyResearch.nameAndCompany(of: name)
    // Only these exist once for each company: `base @ MSFT`.
    let kinds = session.kinds(of: company == nil ? name : own).filter { kind in
      allowed.contains(kind) && (company == nil || kind == .scenario || kind == .forecast)
    }
    if let typed, kinds.contains(typed) { return typed }
    guard let only = kinds.first, typed == nil else {
      let known = (typed.map { [$0] } ?? allowed).flatMap { session.names(of: $0) }
      var hints = Spelling.hint(for: name, in: known).map { [$0] } ?? []
      if let other = kinds.first { hints = ["`\(command) \(other) \(name)`: it is \(other.withArticle)"] }
      throw Diagnostic(
        .unknownName,
        "there \(typed == .figures ? "are" : "is") no \(typed.map { "\($0) " } ?? "")`\(name)` to \(command)", at: span,
        hints: hints)
    }
    guard kinds.count == 1 else {
      throw Diagnostic(
        .severalThings, "\(kinds.count) things are called `\(name)`", at: span,
        hints: [Wording.list(kinds.map { "`\(command) \($0) \(name)`" }, or: true)])
    }
    return only
  }
}
