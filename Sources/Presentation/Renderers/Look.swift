import Text

/// The way in which a table that is too wide for its page is shown.
public enum WideTables: String, Sendable, Hashable, CaseIterable {
  /// The last columns of a list are left out; other tables, such as the years of a valuation, are broken.
  case auto
  /// The last columns are left out, and a line below names them.
  case drop
  /// Broken into blocks one below the other.
  case blocks
}

/// The look of a page as the user chose it; output for programs and stored data do not depend on it.
public struct Look: Sendable, Hashable {
  /// The format of results; nil for the one that the program was called with.
  public var format: OutputFormat?
  /// The significant digits of numbers that have no decimals of their own; nil for six.
  public var digits: Int?
  /// True if thousands are separated by commas, in whole numbers from 10,000 on: years are unchanged.
  public var groupsThousands = false
  /// The text of a missing value.
  public var missing = NumberFormat.missing
  /// Whether text is coloured; nil if the terminal decides.
  public var color: Bool?
  /// True for colours that suit a light background, false for a dark one; nil if the terminal decides.
  public var isLight: Bool?
  /// The way in which a table that is too wide is shown.
  public var wideTables = WideTables.auto
  /// The columns of a chart; nil for the width of the page.
  public var chartWidth: Int?

  /// True if charts are pictures in a terminal that shows them.
  public var drawsPictures = false
  /// The colours that the terminal has.
  public var colorDepth = ColorDepth.sixteen

  /// Makes a look that changes nothing.
  public init() {}

  /// A format of numbers in this look.
  func format(_ format: NumberFormat) -> NumberFormat {
    var format = format
    if let digits { format = format.significant(digits) }
    return groupsThousands ? format.groupedLong : format
  }

  /// The text of a single value: a missing one is called so, unless a text for it was chosen.
  func text(ofSingle value: Cell) -> StyledText {
    if value.content == .missing, missing == NumberFormat.missing {
      return StyledText("missing", value.style ?? .plain)
    }
    return ColumnText.text(value, in: Table.Column(""), format: format(.general), look: self)
  }
}
