import JSON

/// A way to show results, found by its name or by the ending of a file.
///
/// The formats are a table: a new one is a constant next to its renderer and an entry in ``all``.
///
/// ```swift
/// OutputFormat.named("csv")?.render(result, in: OutputContext())
/// OutputFormat.forFile(ending: "md")?.name  // "markdown"
/// ```
public struct OutputFormat: Sendable {
  /// The name by which it is chosen.
  public let name: String
  /// The name in sentences.
  public let title: String
  /// The ending of its files without the dot; nil for a format that is not written to files.
  public let fileEnding: String?
  /// True if each result and each failure is one record for a program.
  public let hasRecords: Bool
  /// True for a format that programs read: lists have all their rows there.
  public var isForPrograms: Bool { hasRecords || self == .csv }
  /// True for a format of pictures alone, which no prompt prints.
  public let isPicture: Bool
  private let draw: @Sendable (any Presentable, OutputContext) -> String?

  /// Makes a format.
  ///
  /// - Parameter draw: The text of a result; nil for one that the format cannot hold.
  public init(
    _ name: String,
    title: String,
    fileEnding: String?,
    hasRecords: Bool = false,
    isPicture: Bool = false,
    draw: @escaping @Sendable (any Presentable, OutputContext) -> String?
  ) {
    self.name = name
    self.title = title
    self.fileEnding = fileEnding
    self.hasRecords = hasRecords
    self.isPicture = isPicture
    self.draw = draw
  }

  /// The text of a result; nil for one that the format cannot hold, such as prose in CSV.
  public func render(_ result: any Presentable, in context: OutputContext) -> String? {
    draw(result, context)
  }

  /// The formats that results are printed in, the one for users first.
  public static let all: [OutputFormat] = [.table, .json, .csv, .markdown, .html]

  /// The formats of files: those of ``all`` and those of pictures.
  public static let files: [OutputFormat] = all + [.svg, .vegaLite]

  /// The format of a name.
  public static func named(_ name: String) -> OutputFormat? { all.first { $0.name == name } }

  /// The format of files of an ending, without its dot.
  public static func forFile(ending: String) -> OutputFormat? { files.first { $0.fileEnding == ending } }

  /// The endings of files that can be written, in the order of the alphabet.
  public static var fileEndings: [String] { files.compactMap(\.fileEnding).sorted() }
}

extension OutputFormat: Hashable {
  /// True if both have the same name.
  public static func == (left: OutputFormat, right: OutputFormat) -> Bool { left.name == right.name }
  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The place that a result is shown in.
public struct OutputContext: Sendable {
  /// The page of the user: its width, colours and characters.
  public var page: TextRenderer
  /// True for a file that holds this result alone.
  public var isFile: Bool
  /// The part of a page of HTML for the result, if several are printed in a row.
  public var pagePart = HTMLRenderer.PagePart.whole
  /// Remarks below the result if it is a document, for those who read it without the messages of its statement.
  public var remarks: [String] = []
  /// Keys of a record between its kind and its data.
  public var keysBefore: [(String, JSONValue)]
  /// Keys of a record after its data.
  public var keysAfter: [(String, JSONValue)]

  /// True once the text is no longer needed; a page of many rows is then abandoned.
  public var isStopped: @Sendable () -> Bool

  /// Makes a place.
  public init(
    page: TextRenderer = TextRenderer(),
    isStopped: @escaping @Sendable () -> Bool = { false },
    isFile: Bool = false,
    keysBefore: [(String, JSONValue)] = [],
    keysAfter: [(String, JSONValue)] = []
  ) {
    self.page = page
    self.isStopped = isStopped
    self.isFile = isFile
    self.keysBefore = keysBefore
    self.keysAfter = keysAfter
  }
}
