import Text

/// The look of a page that a person chose; what programs read, and what is kept, does not depend on it.
public struct Look: Sendable, Hashable {
  /// The format of results; nil for the one that the program was called with.
  public var format: OutputFormat?
  /// The significant digits of numbers that have no decimals of their own; nil for six.
  public var digits: Int?
  /// True where thousands are set apart by commas, in whole numbers from 10,000 on: years stay as they are.
  public var groupsThousands = false
  /// The text of a missing value.
  public var missing = NumberFormat.missing
  /// Whether text is coloured; nil where the terminal decides.
  public var color: Bool?
  /// True for colours that suit a light background.
  public var isLight = false
  /// The columns of a chart; nil for the width of the page.
  public var chartWidth: Int?

  /// Makes a look that changes nothing.
  public init() {}

  /// A format of numbers in this look.
  func format(_ format: NumberFormat) -> NumberFormat {
    var format = format
    if let digits { format = format.significant(digits) }
    return groupsThousands ? format.groupedLong : format
  }
}
