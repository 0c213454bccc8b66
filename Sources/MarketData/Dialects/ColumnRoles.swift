/// Decides the role of each column of a file, by its name if there is a header, and by its contents.
struct ColumnRoles {
  var roles: [ColumnRole]
  var dateStyle: DateStyle
  var isMacro = false
  var notes: [String] = []
  var findings: [BarFinding] = []

  typealias Failure = (MarketDataError.Code, _ message: String, _ hint: String?) -> MarketDataError

  /// Assigns the roles.
  ///
  /// - Parameters:
  ///   - names: the header's names, one for each column; empty if there is no header.
  ///   - sample: the fields of the first row.
  ///   - rows: the texts of the first rows.
  static func assign(
    names: [String],
    sample: [UnsafeBufferPointer<UInt8>],
    rows: [[String]],
    usesAdjusted: Bool,
    stated: [ColumnRole]? = nil,
    failure: Failure
  ) throws(MarketDataError) -> ColumnRoles {
    var found = ColumnRoles(roles: Array(repeating: .skip, count: sample.count), dateStyle: .compact)
    if let stated {
      try found.assign(stated, sample, failure)
    } else {
      try found.assignDates(names, sample, failure)
      if names.isEmpty {
        try found.assignByPosition(sample, failure)
      } else {
        try found.assignByName(names, rows, failure)
      }
    }
    try found.resolveAdjusted(usesAdjusted, failure)
    let missing = [ColumnRole.open, .high, .low].filter { !found.roles.contains($0) }
    if !found.isMacro, !missing.isEmpty {
      let words = missing.map(\.name).joined(separator: ", ")
      found.findings.append(
        BarFinding(
          .missingColumns,
          message: missing.count == 3
            ? "the file has closes only: each is also its open, high and low"
            : "the file has no column \(words): it is missing in every bar",
          count: missing.count
        )
      )
    }
    return found
  }

  /// Takes the roles that a caller states, from the left; columns after them are not read.
  private mutating func assign(
    _ stated: [ColumnRole], _ sample: [UnsafeBufferPointer<UInt8>], _ failure: Failure
  ) throws(MarketDataError) {
    guard stated.count <= sample.count else {
      throw failure(
        .unknownOption, "\(stated.count) columns are stated, and a row has \(sample.count)",
        "`skip` is for a column that is not read")
    }
    for (column, role) in stated.enumerated() { roles[column] = role }
    guard let column = roles.firstIndex(of: .stamp), let style = DateStyle(of: sample[column], isDate: true) else {
      throw failure(
        .badDate, "the stated column of dates holds none", "its place is counted from the left in `columns`")
    }
    dateStyle = style
  }

  /// Finds the column of dates and, if the dates have no time, one of times.
  private mutating func assignDates(
    _ names: [String],
    _ sample: [UnsafeBufferPointer<UInt8>],
    _ failure: Failure
  ) throws(MarketDataError) {
    var best: (column: Int, rank: Int, style: DateStyle)?
    for (column, field) in sample.enumerated() {
      let isDate = !names.isEmpty && HeaderName.meaning(names[column])?.role == .stamp
      guard let style = DateStyle(of: field, isDate: isDate) else { continue }
      var rank = column
      if !names.isEmpty {
        switch HeaderName.meaning(names[column]) {
        case .some(let meaning) where meaning.role == .stamp: rank = meaning.rank
        case .some(let meaning) where meaning.role == .time: rank = 40
        case .none where names[column].isEmpty: rank = 50
        default: continue
        }
      }
      if best == nil || rank < best?.rank ?? 0 { best = (column, rank, style) }
      if names.isEmpty { break }
    }
    guard let best else {
      let columns = names.isEmpty ? "" : ": " + names.joined(separator: ", ")
      if let column = names.firstIndex(where: { HeaderName.meaning($0)?.role == .stamp }) {
        throw failure(
          .badDate,
          "the first row's \(names[column]) is not a date: "
            + "\"\(String(decoding: sample[column].prefix(40), as: UTF8.self))\"",
          "dates are written 2012-01-31, 20120131, 1/31/2012, 31.01.2012, 2012Q1 or as an epoch"
        )
      }
      throw failure(
        .noDateColumn,
        "there is no column of dates\(columns)",
        "a column called date, datetime or timestamp is looked for"
      )
    }
    roles[best.column] = .stamp
    dateStyle = best.style
    if case .period(.year) = best.style,
      let other = names.first(where: {
        ["month", "quarter", "monat", "mes", "mois"].contains(HeaderName.normalized($0))
      })
    {
      throw failure(
        .noDateColumn, "the date is in two columns, \(names[best.column]) and \(other)",
        "join them into one: 2024-01, 2020Q1")
    }
    guard let stamp = StampField.probe(sample[best.column], isDate: true), !stamp.hasTime else { return }
    for (column, field) in sample.enumerated() where column != best.column {
      let meaning = names.isEmpty ? nil : HeaderName.meaning(names[column])
      let mayBeTime =
        names.isEmpty ? column == best.column + 1 : meaning?.role == .time || meaning?.role == .stamp
      guard mayBeTime else { continue }
      guard StampField.time(field) != nil else {
        // Without its times a day's rows would be one bar.
        if meaning?.role == .time, let first = field.first, (48...57).contains(first) {
          throw failure(
            .badTime,
            "the first row's \(names[column]) is not a time: \"\(String(decoding: field.prefix(40), as: UTF8.self))\"",
            "times are written 9:30, 09:30:00, 0930 or 093000")
        }
        continue
      }
      guard !names.isEmpty || field.contains(58) || Self.isCompactTime(sample, column) else { continue }
      roles[column] = .time
      return
    }
  }

  /// True if a field after the date is a time without marks: the prices after it are those of a bar, and with the field
  /// as the open they would be none.
  private static func isCompactTime(_ sample: [UnsafeBufferPointer<UInt8>], _ column: Int) -> Bool {
    let numbers = sample[column...].prefix(5).compactMap { Double(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 5, sample[column].count == 4 || sample[column].count == 6 else { return false }
    func isBar(_ from: Int) -> Bool {
      let (open, high, low, close) = (numbers[from], numbers[from + 1], numbers[from + 2], numbers[from + 3])
      return high >= max(open, close) && low <= min(open, close)
    }
    return isBar(1) && !isBar(0)
  }

  private mutating func assignByPosition(
    _ sample: [UnsafeBufferPointer<UInt8>],
    _ failure: Failure
  ) throws(MarketDataError) {
    let stamp = roles.firstIndex(of: .stamp) ?? 0
    for column in 0..<stamp { roles[column] = column == 0 ? .symbol : .skip }
    let free = sample.indices.filter { $0 > stamp && roles[$0] == .skip }
    if free.count == 1 {
      roles[free[0]] = .close
      isMacro = true
      return
    }
    guard free.count >= 4 else {
      throw failure(
        .noPriceColumn,
        "rows without a header need open, high, low and close after the date; there are \(free.count) columns",
        "add a header that names the columns"
      )
    }
    for (column, role) in zip(free, [ColumnRole.open, .high, .low, .close, .volume]) { roles[column] = role }
  }

  private mutating func assignByName(
    _ names: [String],
    _ rows: [[String]],
    _ failure: Failure
  ) throws(MarketDataError) {
    var best: [ColumnRole: (column: Int, rank: Int)] = [:]
    for (column, name) in names.enumerated() where roles[column] == .skip {
      guard let meaning = HeaderName.meaning(name), meaning.role != .stamp, meaning.role != .time else {
        continue
      }
      if let known = best[meaning.role] {
        guard names[known.column].lowercased() != name.lowercased() else {
          throw failure(
            .repeatedColumn,
            "columns \(known.column + 1) and \(column + 1) are both called \(name)",
            "it is unclear which one is meant: rename or remove one"
          )
        }
        // A volume column of zeros gives way to one that holds something (MetaTrader's VOL and TICKVOL).
        let replaces =
          meaning.role == .volume && Self.isZero(known.column, rows) != Self.isZero(column, rows)
          ? Self.isZero(known.column, rows) : meaning.rank < known.rank
        guard replaces else { continue }
      }
      best[meaning.role] = (column, meaning.rank)
    }
    for (role, candidate) in best { roles[candidate.column] = role }
    if roles.contains(.close) || roles.contains(.adjusted) { return }
    let free = names.indices.filter { roles[$0] == .skip }
    guard names.count == 2, free.count == 1 else {
      throw failure(
        .noPriceColumn,
        "there is no column of closes: \(names.joined(separator: ", "))",
        "a column called close or last is looked for; a macro series has a date and one value"
      )
    }
    roles[free[0]] = .close
    isMacro = true
  }

  private static func isZero(_ column: Int, _ rows: [[String]]) -> Bool {
    rows.allSatisfy { column >= $0.count || Double($0[column]) ?? 1 == 0 }
  }

  /// Leaves the adjusted close out, or keeps it, as asked for.
  private mutating func resolveAdjusted(_ isUsed: Bool, _ failure: Failure) throws(MarketDataError) {
    guard let column = roles.firstIndex(of: .adjusted) else {
      if isUsed {
        throw failure(.noPriceColumn, "there is no column of adjusted closes", "load it without adjusting")
      }
      return
    }
    guard roles.contains(.close) else {
      roles[column] = .close
      notes.append("adjusted closes only")
      return
    }
    if isUsed {
      notes.append("prices adjusted by Adj Close")
      findings.append(
        BarFinding(
          .adjustedClose,
          message:
            "open, high, low and close are multiplied by Adj Close / Close; the volume is unchanged",
          count: 1
        )
      )
    } else {
      roles[column] = .skip
      notes.append("Adj Close ignored")
      findings.append(
        BarFinding(
          .adjustedClose,
          message: "the file has an Adj Close, which is not used: prices are as in the file",
          count: 1
        )
      )
    }
  }
}
