import CLibEdit

/// The columns that text takes on a terminal, and the place if libedit puts it.
package enum DisplayWidth {
  /// The columns of a text without escape sequences.
  package static func columns(of text: String) -> Int {
    let scalars = Array(text.unicodeScalars)
    return (JoinedCharacters.columns(of: scalars) ?? scalars.map(columns)).reduce(0) { $0 + max(0, $1) }
  }

  /// The columns of one character by the C library's table; 0 for a combining mark, -1 for a control
  /// character.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x7F { return scalar.value < 0x20 ? -1 : 1 }
    return Int(cle_width(scalar.wide))
  }

  /// The longest beginning of a text that fits into `limit` columns.
  static func prefix(of text: String, columns limit: Int) -> String {
    var used = 0
    var result = ""
    for character in text {
      let width = columns(of: String(character))
      if used + width > limit { break }
      used += width
      result.append(character)
    }
    return result
  }

  /// A place on the screen, counted from the start of the prompt.
  package struct Place: Equatable {
    package var row = 0
    package var column = 0
  }

  /// The place of the cursor after a text is drawn from `start` on.
  ///
  /// Follows libedit's drawing: a newline begins a row, a tab goes to the next eighth column, control
  /// characters take two columns (`^A`), a wide character that does not fit goes to the next row, and a
  /// full row leaves the cursor at the beginning of the next one.
  package static func place(
    after text: some Sequence<Unicode.Scalar>,
    from start: Place = Place(),
    width: Int
  ) -> Place {
    var place = start
    func advance(_ columns: Int) {
      if place.column + columns > width {
        place = Place(row: place.row + 1, column: 0)
      }
      place.column += columns
      if place.column >= width {
        place = Place(row: place.row + 1, column: 0)
      }
    }
    for scalar in text {
      switch scalar {
      case "\n": place = Place(row: place.row + 1, column: 0)
      case "\t":
        repeat { advance(1) } while place.column % 8 != 0
      default:
        let columns = columns(of: scalar)
        if columns < 0 {
          advance(1)
          advance(1)
        } else {
          advance(max(columns, 1))
        }
      }
    }
    return place
  }
}
