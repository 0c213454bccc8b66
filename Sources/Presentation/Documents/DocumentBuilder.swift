/// Lets a document be written as a list of its parts.
///
/// A text is a paragraph, a table and a chart are blocks, and `if`, `for` and other documents may be among them.
@resultBuilder
public enum DocumentBuilder {
  /// Takes a part as it is.
  public static func buildExpression(_ block: Document.Block) -> [Document.Block] { [block] }

  /// Takes a text as a paragraph.
  public static func buildExpression(_ text: StyledText) -> [Document.Block] { [.paragraph(text)] }

  /// Takes a table.
  public static func buildExpression(_ table: Table) -> [Document.Block] { [.table(table)] }

  /// Takes a chart.
  public static func buildExpression(_ chart: Chart) -> [Document.Block] { [.chart(chart)] }

  /// Takes horizontal bars.
  public static func buildExpression(_ bars: BarChart) -> [Document.Block] { [.bars(bars)] }

  /// Takes the parts of another document.
  public static func buildExpression(_ document: Document) -> [Document.Block] { document.blocks }

  /// Takes several parts.
  public static func buildExpression(_ blocks: [Document.Block]) -> [Document.Block] { blocks }

  /// Takes labels with their values.
  public static func buildExpression(_ properties: [Property]) -> [Document.Block] {
    [.properties(properties)]
  }

  /// Puts the parts one after the other.
  public static func buildBlock(_ parts: [Document.Block]...) -> [Document.Block] { parts.flatMap(\.self) }

  /// Takes the parts of an `if` without `else`.
  public static func buildOptional(_ part: [Document.Block]?) -> [Document.Block] { part ?? [] }

  /// Takes the parts of the first branch.
  public static func buildEither(first part: [Document.Block]) -> [Document.Block] { part }

  /// Takes the parts of the second branch.
  public static func buildEither(second part: [Document.Block]) -> [Document.Block] { part }

  /// Takes the parts of a loop.
  public static func buildArray(_ parts: [[Document.Block]]) -> [Document.Block] { parts.flatMap(\.self) }
}

extension Document {
  /// Makes a document from the list of its parts, after a heading if one is given.
  public init(
    _ heading: StyledText? = nil,
    mainTable: @autoclosure @escaping @Sendable () -> Table? = nil,
    @DocumentBuilder _ blocks: () -> [Block]
  ) {
    let title: [Block] = if let heading { [.heading(heading)] } else { [] }
    self.init(title + blocks(), mainTable: mainTable())
  }
}

/// A part of a document, by its short name: `Block.note("…")` in a list of parts.
public typealias Block = Document.Block
