/// The lines in which two texts differ, as `diff -u` shows them.
public struct LineDifference {
  /// A line of both texts, or of one of them.
  private struct Line {
    var sign: Character
    var text: Substring
    /// The numbers of the lines before it, in the old text and in the new one.
    var old: Int
    var new: Int
  }

  private static let context = 3
  private let lines: [Line]

  /// The lines of the old text that differ in the new text, or those of the new one if it has more.
  public var count: Int { max(lines.count { $0.sign == "-" }, lines.count { $0.sign == "+" }) }

  /// Compares two texts.
  public init(from old: String, to new: String) {
    func split(_ text: String) -> [Substring] {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      if lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
    let (old, new) = (split(old), split(new))
    let difference = new.difference(from: old)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        lines.append(Line(sign: "-", text: old[left], old: left, new: right))
        left += 1
      } else if right < new.count, inserted.contains(right) {
        lines.append(Line(sign: "+", text: new[right], old: left, new: right))
        right += 1
      } else if left < old.count, right < new.count {
        lines.append(Line(sign: " ", text: old[left], old: left, new: right))
        (left, right) = (left + 1, right + 1)
      } else {
        break
      }
    }
    self.lines = lines
  }

  /// The difference in the form that `patch` reads; empty if the texts are the same.
  public func unified(named path: String) -> String {
    let changes = lines.indices.filter { lines[$0].sign != " " }
    guard !changes.isEmpty else { return "" }
    var hunks: [Range<Int>] = []
    for change in changes {
      let around = max(0, change - Self.context)..<min(lines.count, change + Self.context + 1)
      if let last = hunks.last, around.lowerBound <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<around.upperBound
      } else {
        hunks.append(around)
      }
    }
    var text = "--- \(path)\n+++ \(path)\n"
    for hunk in hunks {
      let shown = lines[hunk]
      func place(_ first: Int, without sign: Character) -> String {
        let count = shown.count { $0.sign != sign }
        return "\(count == 0 ? first : first + 1),\(count)"
      }
      let first = lines[hunk.lowerBound]
      text += "@@ -\(place(first.old, without: "+")) +\(place(first.new, without: "-")) @@\n"
      for line in shown { text += "\(line.sign)\(line.text)\n" }
    }
    return text
  }
}
