/// Something to show above the line that is being typed.
public struct LineNews: Sendable, Equatable {
  /// The rows to show, each with its newline; empty for none.
  public var text: String
  /// The prompt from now on; nil if it stays.
  public var prompt: String?

  /// Makes news.
  public init(text: String, prompt: String?) { (self.text, self.prompt) = (text, prompt) }
}

extension LineEditor {
  /// The pause between two questions for news, in milliseconds; without a limit if there is no source of news.
  var newsTime: Int32 { askForNews == nil ? -1 : 25 }

  /// Asks for news and shows them above the line, which is kept; false if there are none.
  func showNews() -> Bool {
    guard let news = askForNews?() else { return false }
    if let text = news.prompt { prompt = Prompt(text) }
    guard !news.text.isEmpty else { return true }
    let rows = news.text.replacing("\n", with: "\r\n")
    if var row = plainRow {
      write(row.leave() + rows)
      plainRow = row
    } else {
      write("\r" + up(screen?.cursorRow ?? 0) + eraseRows(screen?.rowCount ?? 1) + rows)
      screen = nil
      topRow = 0
    }
    return true
  }
}
