/// Texts with an error or a warning, each with all that a user reads about it.
enum ErrorTexts {
  /// A text and the errors reported for it.
  typealias Case = (text: String, report: String)

  static let cases: [Case] = lexing + expressions + commands + blocks + mixed
}
