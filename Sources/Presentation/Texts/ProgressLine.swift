import Text

/// A line of text that shows how much of a task is done.
public struct ProgressLine: Sendable, Hashable {
  /// The part that is done, from 0 to 1; values outside count as the nearer end, a missing value as nothing.
  public var fraction: Double
  /// The greatest width of the line in columns.
  public var width: Int
  /// The name of the task.
  public var label: String

  /// Makes a line.
  public init(_ fraction: Double, width: Int = 40, label: String = "") {
    self.fraction = fraction
    self.width = width
    self.label = label
  }

  /// The line: the label, a bar, and the percentage.
  ///
  /// In a narrow width the bar goes first, then the label.
  public func text(unicode: Bool = true) -> String {
    let done = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    let whole = Int((done * 100).rounded(.down))
    let percent = String(repeating: " ", count: 3 - String(whole).count) + "\(whole)%"
    let symbols = Symbols(isUnicode: unicode)
    let title = StyledText(label).truncated(to: max(0, width - 5), ellipsis: symbols.ellipsis).plain
    let head = title.isEmpty ? "" : title + " "
    let room = width - displayWidth(head) - displayWidth(percent) - 1
    guard room >= 4 else { return head + percent }
    var bar = ""
    if unicode {
      let eighths = Int((done * Double(room * 8)).rounded(.down))
      bar = String(repeating: "█", count: eighths / 8)
      if eighths % 8 > 0 { bar.append(Symbols.leftEighths[eighths % 8 - 1]) }
      bar += String(repeating: "░", count: room - bar.count)
    } else {
      let filled = Int((done * Double(room - 2)).rounded(.down))
      bar =
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: room - 2 - filled) + "]"
    }
    return head + bar + " " + percent
  }
}
