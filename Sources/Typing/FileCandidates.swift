import Platform
import Shell

/// The files that may stand where a path is typed, as they would be typed on.
package struct FileCandidates {
  /// The names; a folder's ends with `/`.
  package private(set) var candidates: [Completion.Candidate] = []
  /// The number of typed bytes that name the folder: the candidates stand behind them.
  package private(set) var folderLength = 0

  /// Looks for files.
  ///
  /// - Parameters:
  ///   - typed: the path so far, behind its quote where it has one.
  ///   - quote: the quote in front of it.
  ///   - following: the text behind the cursor.
  package init(typed: String, quote: Character?, following: Substring, _ folders: FolderListing) {
    let typedFolder = typed.lastIndex(of: "/").map { typed[...$0] } ?? ""
    let beginning = typed.dropFirst(typedFolder.count)
    let home = ["$HOME/", "${HOME}/"].first { typedFolder.hasPrefix($0) }
    let folder = home.map { "~/" + typedFolder.dropFirst($0.count) } ?? String(typedFolder)
    // A `$` in the path stands for a value that is not known here.
    guard !folder.contains("$") else { return }
    let visible = folders.entries(of: folder).filter { entry in
      // Hidden files only come where their dot was typed.
      (!entry.name.hasPrefix(".") || beginning.hasPrefix("."))
        && !entry.name.unicodeScalars.contains { $0.value < 0x20 || "\"'\\$".unicodeScalars.contains($0) }
    }
    var entries = visible.filter { $0.name.hasPrefix(beginning) }
    if entries.isEmpty { entries = visible.filter { $0.name.lowercased().hasPrefix(beginning.lowercased()) } }
    // A quote is put in front only where no name does without: the beginning that all names share then has it as well.
    let needsQuotes = quote == nil && !entries.isEmpty && entries.allSatisfy { Self.needsQuotes($0.name) }
    let replacesFolder = needsQuotes || home != nil
    let opening = (needsQuotes ? "\"" : "") + (replacesFolder ? folder : "")
    let closing = quote ?? (needsQuotes ? "\"" : nil)
    let isClosed = quote != nil && following.first == quote
    candidates = entries.map { entry in
      let end = entry.isFolder ? "/" : isClosed ? "" : closing.map { String($0) } ?? ""
      return Completion.Candidate(text: opening + entry.name + end, detail: entry.isFolder ? "folder" : "file")
    }
    folderLength = replacesFolder ? 0 : folder.utf8.count
  }

  /// True where a name without quotes would end early.
  private static func needsQuotes(_ name: String) -> Bool {
    name.unicodeScalars.contains { " ,;(){}[]#=".unicodeScalars.contains($0) }
  }
}
