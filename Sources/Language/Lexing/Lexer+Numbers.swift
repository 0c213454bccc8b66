import Text

extension Lexer {
  /// The number, rate, duration, date or time of day at the offset of a digit.
  func number(at start: Int) throws(Diagnostic) -> Token {
    var offset = endOfDigits(from: start)
    if offset - start == 4, byte(offset) == Ascii.minus, twoDigits(at: offset + 1) != nil {
      return try date(at: start)
    }
    if byte(offset) == Ascii.colon, Ascii.isDigit(byte(offset + 1)) { return try timeOfDay(at: start) }

    try refuseGrouping(start, offset)
    var digits = try plainDigits(start, offset)
    if byte(offset) == Ascii.dot, Ascii.isDigit(byte(offset + 1)) {
      let end = endOfDigits(from: offset + 1)
      digits += "." + (try plainDigits(offset + 1, end))
      offset = end
    } else if byte(offset) == Ascii.dot, byte(offset + 1) != Ascii.dot {
      throw Diagnostic(
        .invalidNumber,
        "a decimal point has a digit on both sides",
        at: span(start, offset + 1),
        hints: ["write `\(text(start, offset))` or `\(text(start, offset)).0`"]
      )
    }
    if let end = endOfExponent(from: offset) {
      let exponent = text(offset + 1, end).replacingPlus()
      guard exponent.count <= 4 else {
        throw Diagnostic(
          .invalidNumber,
          "the exponent of `\(Self.shortened(text(start, end)))` is too large",
          at: span(start, end)
        )
      }
      digits += "e" + exponent
      offset = end
    }
    let literal = try suffixed(digits, start: start, at: &offset)
    return Token(kind: .literal(literal), span: span(start, offset))
  }

  /// Refuses digits that are the rest of a number with commas between its thousands, as `000` of `10,000` is.
  private func refuseGrouping(_ start: Int, _ end: Int) throws(Diagnostic) {
    guard start >= 2, end - start >= 2, bytes[start] == UInt8(ascii: "0"), bytes[start - 1] == Ascii.comma,
      Ascii.isDigit(bytes[start - 2])
    else { return }
    var first = start - 2
    while first > 0, Ascii.isDigit(bytes[first - 1]) || bytes[first - 1] == Ascii.underscore { first -= 1 }
    var last = end
    while Ascii.isNamePart(byte(last)) || byte(last) == Ascii.percent { last += 1 }
    let whole = "\(text(first, start - 1))_\(text(start, last))"
    throw Diagnostic(
      .invalidNumber, "a `,` separates values, and a number has none between its digits", at: span(first, last),
      hints: ["write `\(whole)`; with a blank after the `,` these are two values"])
  }

  private func endOfDigits(from start: Int) -> Int {
    var offset = start
    while Ascii.isDigit(byte(offset)) || byte(offset) == Ascii.underscore { offset += 1 }
    return offset
  }

  /// The digits without `_`, allowed between two digits only.
  private func plainDigits(_ start: Int, _ end: Int) throws(Diagnostic) -> String {
    let digits = bytes[start..<end]
    guard digits.contains(Ascii.underscore) else { return String(decoding: digits, as: UTF8.self) }
    for offset in start..<end where bytes[offset] == Ascii.underscore {
      guard Ascii.isDigit(byte(offset - 1)), Ascii.isDigit(byte(offset + 1)) else {
        throw Diagnostic(
          .invalidNumber,
          "`_` in a number goes between two digits",
          at: span(offset, offset + 1)
        )
      }
    }
    return String(decoding: digits.filter { $0 != Ascii.underscore }, as: UTF8.self)
  }

  /// The offset after `e`, a sign and digits; nil if there is no exponent.
  private func endOfExponent(from offset: Int) -> Int? {
    guard byte(offset) | 0x20 == UInt8(ascii: "e") else { return nil }
    var end = offset + 1
    if byte(end) == Ascii.plus || byte(end) == Ascii.minus { end += 1 }
    guard Ascii.isDigit(byte(end)) else { return nil }
    while Ascii.isDigit(byte(end)) { end += 1 }
    return end
  }

  // MARK: Suffixes

  private func suffixed(_ digits: String, start: Int, at offset: inout Int) throws(Diagnostic) -> Literal {
    let suffixStart = offset
    while Ascii.isNamePart(byte(offset)) || byte(offset) == Ascii.percent { offset += 1 }
    let suffix = text(suffixStart, offset)
    if let known = NumberLiteral.Suffix(rawValue: suffix) {
      let number = NumberLiteral(digits: digits, suffix: known)
      // Only an exponent or hundreds of digits make a number too large, and to read its value takes a while.
      guard digits.utf8.count < 300 && !digits.utf8.contains(UInt8(ascii: "e")) || number.value.isFinite else {
        throw Diagnostic(
          .invalidNumber,
          "the number `\(Self.shortened(text(start, offset)))` is too large",
          at: span(start, offset)
        )
      }
      return .number(number)
    }
    if let unit = DurationLiteral.Unit(rawValue: suffix) {
      guard let count = Int(digits), count <= 1_000_000_000 else {
        throw Diagnostic(
          .invalidNumber,
          "a duration counts whole units, and `\(digits)` is not a whole number",
          at: span(start, offset),
          hints: unit == .years ? ["a year and a half is `18mo`"] : []
        )
      }
      return .duration(DurationLiteral(count, unit))
    }
    throw unknownSuffix(suffix, digits: digits, at: span(start, offset))
  }

  private func unknownSuffix(_ suffix: String, digits: String, at span: SourceSpan) -> Diagnostic {
    if suffix.hasPrefix("%"), suffix.count > 1 {
      return Diagnostic(
        .unknownSuffix,
        "`\(suffix)` is not a unit of a number",
        at: span,
        hints: ["the remainder is `mod(a, b)`, and a rate ends at its `%`"]
      )
    }
    let known =
      NumberLiteral.Suffix.allCases.map(\.rawValue).filter { !$0.isEmpty }
      + DurationLiteral.Unit.allCases.map(\.rawValue)
    let words = [
      "bn": "B", "mm": "M", "mn": "M", "mio": "M", "mrd": "B", "bps": "bp", "pips": "bp", "min": "m",
      "mins": "m", "hr": "h", "hrs": "h", "sec": "s", "day": "d", "days": "d", "week": "w", "weeks": "w",
      "month": "mo", "months": "mo", "year": "y", "years": "y", "yr": "y", "qtr": "q", "tn": "T", "pct": "%",
    ]
    var hint: String?
    if suffix == "R" || suffix == "r" {
      hint = "a multiple of the risk is written out: with `stop 2 * atr(14)`, 2 R is `target 4 * atr(14)`"
    } else if suffix == "bar" || suffix == "bars" {
      hint = Spelling.hint(offering: ["\(digits) bars"])
    } else if let nearest = words[suffix.lowercased()] ?? Spelling.nearest(to: suffix, in: known) {
      hint = Spelling.hint(offering: [digits + nearest])
    }
    return Diagnostic(
      .unknownSuffix,
      "`\(Self.shortened(suffix))` is not a unit of a number",
      at: span,
      hints: [hint ?? "the units are \(known.map { "`\($0)`" }.joined(separator: " "))"]
    )
  }

  /// The text, cut if it is too long for a message.
  static func shortened(_ text: String) -> String {
    text.count <= 24 ? text : text.prefix(20) + "…"
  }

  // MARK: Dates and times

  /// The value of the two digits at an offset; nil if there are none.
  private func twoDigits(at offset: Int) -> Int? {
    guard Ascii.isDigit(byte(offset)), Ascii.isDigit(byte(offset + 1)) else { return nil }
    return Int(byte(offset) - 0x30) * 10 + Int(byte(offset + 1) - 0x30)
  }

  private func date(at start: Int) throws(Diagnostic) -> Token {
    let year = (twoDigits(at: start) ?? 0) * 100 + (twoDigits(at: start + 2) ?? 0)
    let month = twoDigits(at: start + 5) ?? 0
    var offset = start + 7
    var day: Int?
    if byte(offset) == Ascii.minus, let number = twoDigits(at: offset + 1) {
      day = number
      offset += 3
    }
    if Ascii.isDigit(byte(offset))
      || Ascii.isNamePart(byte(offset)) && !(day != nil && byte(offset) == UInt8(ascii: "T"))
    {
      throw badDate("a date is written `2012-01-31`", start, endOfName(from: offset))
    }
    if year < 1 { throw badDate("there is no year \(text(start, start + 4))", start, offset) }
    guard (1...12).contains(month) else {
      throw badDate("there is no month \(text(start + 5, start + 7))", start, offset)
    }
    guard let day else {
      return Token(kind: .literal(.date(.month(year: year, month: month))), span: span(start, offset))
    }
    guard (1...Self.daysInMonth(month, of: year)).contains(day) else {
      throw badDate("\(text(start, start + 7)) has no day \(text(start + 8, start + 10))", start, offset)
    }
    guard byte(offset) == UInt8(ascii: "T") else {
      return Token(
        kind: .literal(.date(.day(year: year, month: month, day: day))),
        span: span(start, offset)
      )
    }
    return try dateWithTime(year, month, day, start: start, time: offset + 1)
  }

  private func dateWithTime(_ year: Int, _ month: Int, _ day: Int, start: Int, time: Int) throws(Diagnostic)
    -> Token
  {
    var offset = time + 5
    guard let hour = twoDigits(at: time), byte(time + 2) == Ascii.colon, let minute = twoDigits(at: time + 3)
    else {
      throw Diagnostic(
        .invalidTime,
        "a date with a time is written `2012-01-31T14:30`",
        at: span(start, endOfName(from: time))
      )
    }
    var second = 0
    if byte(offset) == Ascii.colon, let number = twoDigits(at: offset + 1) {
      second = number
      offset += 3
    }
    var offsetMinutes: Int?
    let sign = byte(offset)
    if sign == UInt8(ascii: "Z") {
      offsetMinutes = 0
      offset += 1
    } else if sign == Ascii.plus || sign == Ascii.minus, let hours = twoDigits(at: offset + 1),
      byte(offset + 3) == Ascii.colon, let minutes = twoDigits(at: offset + 4)
    {
      offsetMinutes = (sign == Ascii.minus ? -1 : 1) * (hours * 60 + minutes)
      offset += 6
    }
    guard hour < 24, minute < 60, second < 60, abs(offsetMinutes ?? 0) <= 18 * 60 else {
      throw Diagnostic(
        .invalidTime,
        "there is no time `\(text(time, offset))`",
        at: span(start, offset)
      )
    }
    if Ascii.isNamePart(byte(offset)) {
      throw Diagnostic(
        .invalidTime,
        "a date with a time is written `2012-01-31T14:30`",
        at: span(start, endOfName(from: offset))
      )
    }
    let literal = DateLiteral.time(
      year: year,
      month: month,
      day: day,
      hour: hour,
      minute: minute,
      second: second,
      offsetMinutes: offsetMinutes
    )
    return Token(kind: .literal(.date(literal)), span: span(start, offset))
  }

  private func timeOfDay(at start: Int) throws(Diagnostic) -> Token {
    let colon = endOfDigits(from: start)
    let end = endOfName(from: colon + 1)
    guard colon - start <= 2, let hour = Int(text(start, colon)), hour < 24, end == colon + 3,
      let minute = twoDigits(at: colon + 1), minute < 60
    else {
      throw Diagnostic(
        .invalidTime,
        "there is no time of day `\(Self.shortened(text(start, end)))`",
        at: span(start, end),
        hints: ["a time of day is written `09:30`"]
          + (end == colon + 2
            ? ["a ratio of \(text(start, end)) is `\(text(start, colon)) / \(text(colon + 1, end))`"] : [])
      )
    }
    return Token(kind: .literal(.timeOfDay(minutes: hour * 60 + minute)), span: span(start, end))
  }

  private func badDate(_ message: String, _ start: Int, _ end: Int) -> Diagnostic {
    Diagnostic(
      .invalidDate,
      message,
      at: span(start, end),
      hints: ["to subtract, put blanks around `-`"]
    )
  }

  /// The number of days of a month of the Gregorian calendar.
  static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// True if an offset begins something like `2012-1-5`, which is a subtraction.
  func looksLikeDate(at start: Int) -> Bool {
    guard endOfDigits(from: start) == start + 4, byte(start + 4) == Ascii.minus else { return false }
    let monthEnd = endOfDigits(from: start + 5)
    guard (1...2).contains(monthEnd - start - 5), byte(monthEnd) == Ascii.minus else { return false }
    return (1...2).contains(endOfDigits(from: monthEnd + 1) - monthEnd - 1)
  }
}

extension String {
  /// The text without a `+` at its front.
  fileprivate func replacingPlus() -> String { hasPrefix("+") ? String(dropFirst()) : self }
}
