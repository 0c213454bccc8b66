/// Texts with an error or a warning, each with all that a person reads about it.
enum ErrorTexts {
  /// A text and what is said about it.
  typealias Case = (text: String, report: String)

  static let cases: [Case] = lexing + expressions + commands + blocks + mixed
}
