import Platform
import Shell

/// The files that complete a typed path.
package struct FileCandidates {
  /// The names; a folder's ends with `/`.
  package private(set) var candidates: [Completion.Candidate] = []
  /// The number of typed bytes that name the folder: the candidates come after them.
  package private(set) var folderLength = 0

  /// Looks for files.
  ///
  /// - Parameters:
  ///   - typed: the path so far, after its quote if it has one.
  ///   - quote: the quote before it.
  ///   - following: the text after the cursor.
  package init(typed: String, quote: Character?, following: Substring, _ folders: FolderListing) {
    let typedFolder = typed.lastIndex(of: "/").map { typed[...$0] } ?? ""
    let beginning = typed.dropFirst(typedFolder.count)
    let home = ["$HOME/", "${HOME}/"].first { typedFolder.hasPrefix($0) }
    let folder = home.map { "~/" + typedFolder.dropFirst($0.count) } ?? String(typedFolder)
    // A `$` in the path is a value that is not known here.
    guard !folder.contains("$") else { return }
    let visible = folders.entries(of: folder).filter { entry in
      // Hidden files are offered only if their dot was typed.
      (!entry.name.hasPrefix(".") || beginning.hasPrefix("."))
        && !entry.name.unicodeScalars.contains { $0.value < 0x20 || "\"'\\$".unicodeScalars.contains($0) }
    }
    var entries = visible.filter { $0.name.hasPrefix(beginning) }
    if entries.isEmpty { entries = visible.filter { $0.name.lowercased().hasPrefix(beginning.lowercased()) } }
    // A quote is added only if every name needs one: the common prefix then has it too.
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

  /// True if a name without quotes would end early.
  private static func needsQuotes(_ name: String) -> Bool {
    name.unicodeScalars.contains { " ,;(){}[]#=".unicodeScalars.contains($0) }
  }
}
