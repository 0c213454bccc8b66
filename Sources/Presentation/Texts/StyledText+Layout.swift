import Text

extension StyledText {
  /// The text in lines that each fit a width, broken at blanks and at the newlines of the text.
  ///
  /// A word longer than the width is broken inside. Blanks at a break are dropped, others stay.
  ///
  /// - Parameter indent: How many blanks the lines after the first begin with.
  package func wrapped(to width: Int, indent: Int = 0) -> [StyledText] {
    let limit = max(width, 1)
    let margin = max(0, min(indent, limit - 1))
    var lines: [StyledText] = []
    for paragraph in characterLines {
      var rest = paragraph[...]
      var isFirst = true
      repeat {
        let room = isFirst && lines.isEmpty ? limit : limit - margin
        let (line, next) = Self.broken(rest, at: room)
        var text = StyledText(String(repeating: " ", count: limit - room))
        for (character, style) in line { text.append(String(character), style) }
        lines.append(text)
        rest = next
        isFirst = false
      } while !rest.isEmpty
    }
    return lines
  }

  /// The text on one line of at most a width; a cut is marked by an ellipsis.
  package func truncated(to width: Int, ellipsis: String) -> StyledText {
    let text = onOneLine
    guard text.width > width else { return text }
    let mark = displayWidth(ellipsis) <= width ? ellipsis : ""
    var room = width - displayWidth(mark)
    var result = StyledText()
    var last = Style.plain
    outer: for span in text.spans {
      for character in span.text {
        room -= displayWidth(character)
        if room < 0 { break outer }
        result.append(String(character), span.style)
        last = span.style
      }
    }
    result.append(mark, last)
    return result
  }

  /// The text with blanks added on one side until it has a width.
  func padded(to width: Int, alignment: Table.Alignment) -> StyledText {
    let blanks = StyledText(String(repeating: " ", count: max(0, width - self.width)))
    return alignment == .left ? self + blanks : blanks + self
  }

  /// The text without control characters; newlines and tabs become blanks.
  var onOneLine: StyledText {
    guard spans.contains(where: { $0.text.contains(where: needsCare) }) else { return self }
    return .joined(
      characterLines.map { line in
        var text = StyledText()
        for (character, style) in line { text.append(String(character), style) }
        return text
      },
      separator: " "
    )
  }

  /// The text without blanks at its end.
  var withoutTrailingBlanks: StyledText {
    var remaining = spans
    while let last = remaining.last {
      // The background of a field of a heat map reaches to its end.
      if case .heat = last.style { break }
      let text = last.text.utf8.reversed().prefix { $0 == 0x20 }.count
      if text == 0 { break }
      remaining[remaining.count - 1].text.removeLast(text)
      if !remaining[remaining.count - 1].text.isEmpty { break }
      remaining.removeLast()
    }
    var result = StyledText()
    for span in remaining { result.append(span.text, span.style) }
    return result
  }

  /// The characters of each line with their styles; a tab is a blank, other control characters are dropped, and hidden
  /// ones are shown by their numbers.
  private var characterLines: [[(Character, Style)]] {
    var lines: [[(Character, Style)]] = [[]]
    for span in spans {
      for character in span.text {
        if character == "\n" || character == "\r\n" {
          lines.append([])
        } else if character == "\t" {
          lines[lines.count - 1].append((" ", span.style))
        } else if VisibleText.isHidden(character) {
          lines[lines.count - 1] += VisibleText.shown(character).map { ($0, span.style) }
        } else if !character.unicodeScalars.contains(where: isControl) {
          lines[lines.count - 1].append((character, span.style))
        }
      }
    }
    return lines
  }

  /// The part of a line that fits and the part that goes to the next line.
  private static func broken(
    _ line: ArraySlice<(Character, Style)>,
    at width: Int
  ) -> (ArraySlice<(Character, Style)>, ArraySlice<(Character, Style)>) {
    var used = 0
    var end = line.startIndex
    while end < line.endIndex {
      used += displayWidth(line[end].0)
      if used > width { break }
      end += 1
    }
    guard end < line.endIndex else { return (line, []) }
    // The last blank that leaves words before it; the blanks that open a line are its indentation.
    let opening = line.firstIndex { $0.0 != " " } ?? line.endIndex
    var breakAt = end
    while breakAt > opening, line[breakAt].0 != " " { breakAt -= 1 }
    // At least one character a line, or a wide character in a narrow page would never end.
    guard breakAt > opening else {
      let cut = max(end, line.startIndex + 1)
      return (line[..<cut], line[cut...])
    }
    var tail = breakAt
    while breakAt > line.startIndex, line[breakAt - 1].0 == " " { breakAt -= 1 }
    while tail < line.endIndex, line[tail].0 == " " { tail += 1 }
    return (line[..<breakAt], line[tail...])
  }
}

/// True for a character that does not stay as it is.
private func needsCare(_ character: Character) -> Bool {
  if let byte = character.asciiValue { return byte < 0x20 || byte == 0x7F }
  return character.unicodeScalars.contains(where: isControl) || VisibleText.isHidden(character)
}

/// True for a scalar that moves a terminal's cursor or changes its state instead of showing something.
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar == "\u{2028}" || scalar == "\u{2029}"
}
