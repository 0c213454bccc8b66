/// The answer of a command as shown to users: blocks in reading order.
///
/// ```swift
/// Document("Backtest of cross") {
///   [Property("CAGR", 0.0366, .percent)]
///   Table(columns: [.text("trade"), .number("return")], rows: rows)
///   Block.note("252 periods a year")
/// }
/// ```
///
/// A document knows the meaning of its parts and not their looks; a renderer draws it.
///
/// ```swift
/// let table = Table(columns: [.text("year"), .number("return")], rows: [[.text("2024"), .number(0.25)]])
/// let document = Document([.heading("Returns"), .table(table)])
/// print(TextRenderer(width: 80).render(document))
/// ```
public struct Document: Sendable, Equatable {
  /// A part of a document.
  public enum Block: Sendable, Equatable {
    /// The title of the parts that follow.
    case heading(StyledText)
    /// Sentences, wrapped at the width of the page; a newline in the text begins a new line.
    case paragraph(StyledText)
    /// Lines that each begin with a bullet.
    case list([StyledText])
    /// Rows under titled columns.
    case table(Table)
    /// Labels with their values, aligned.
    case properties([Property])
    /// Series over time.
    case chart(Chart)
    /// Labelled horizontal bars.
    case bars(BarChart)
    /// A less important remark.
    case note(StyledText)
    /// A drawing with its words, for readers of pictures; a terminal draws it as far as it can.
    case figure(Picture.Part)
    /// A remark that a reader must see before trusting the rest.
    case warning(StyledText)
    /// Text that keeps its lines and blanks as they are.
    case code(String)
    /// Values on one line that is never broken, so that other programs can read it.
    case values([Cell])
    /// A series as one line of small bars.
    case sparkline(Sparkline)
    /// An empty line.
    case blank

    /// True for a chart, bars and other drawings.
    public var isDrawing: Bool {
      switch self {
      case .chart, .bars, .figure, .sparkline: true
      default: false
      }
    }
  }

  /// The parts from top to bottom.
  public var blocks: [Block]
  /// Makes the table that represents the document; it may be long, and few formats need it.
  private let makeMainTable: @Sendable () -> Table?

  /// The table that represents the document if only one fits, as in CSV; `nil` lets the document choose.
  public var declaredMainTable: Table? { makeMainTable() }

  /// Makes a document; its main table is made if requested, and not before.
  public init(_ blocks: [Block] = [], mainTable: @autoclosure @escaping @Sendable () -> Table? = nil) {
    self.blocks = blocks
    makeMainTable = mainTable
  }

  /// The table that represents the document: the declared one, else the first table.
  ///
  /// A document without a table answers with all its properties as two columns, else with the values of its
  /// first chart, else with `nil`.
  public var mainTable: Table? {
    if let declaredMainTable { return declaredMainTable }
    for case .table(let table) in blocks { return table }
    let properties = blocks.flatMap { block -> [Property] in
      if case .properties(let properties) = block { properties } else { [] }
    }
    if !properties.isEmpty {
      return Table(
        columns: [.text("item"), .text("value")],
        rows: properties.map { [.text($0.label), $0.value] }
      )
    }
    for block in blocks {
      if case .chart(let chart) = block { return chart.table }
      if case .bars(let bars) = block { return bars.table }
    }
    return nil
  }

  /// Releases the parts on another thread, if the text made from them is long or was abandoned.
  mutating func release(after text: String) {
    if text.isEmpty || Leftovers.isLong(text) { Leftovers.release(&self, leaving: Document()) }
  }

  /// Adds a part at the end.
  public mutating func append(_ block: Block) {
    blocks.append(block)
  }

  /// True if the parts and the main tables are equal.
  public static func == (left: Document, right: Document) -> Bool {
    left.blocks == right.blocks && left.declaredMainTable == right.declaredMainTable
  }

  /// The document with notes below it.
  public func adding(notes: [String]) -> Document {
    notes.isEmpty ? self : self + Document(notes.map { .note(StyledText($0)) })
  }

  /// One document after the other; the first one's main table wins.
  public static func + (left: Document, right: Document) -> Document {
    Document(left.blocks + right.blocks, mainTable: left.declaredMainTable ?? right.declaredMainTable)
  }
}
