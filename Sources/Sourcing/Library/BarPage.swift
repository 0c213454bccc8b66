import Calendar
import Columns
import JSON

/// The bars of a batch as bytes, and the provider's metadata as text.
enum BarPage {
  /// The columns of some bars, in sequence: times, open, high, low, close, volume, and if stated the times from which
  /// values are known.
  static func bytes(of batch: BarBatch, _ range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count * (batch.known == nil ? 48 : 56))
    func add(_ words: [Int64]) { words.map(\.littleEndian).withUnsafeBytes { bytes.append(contentsOf: $0) } }
    func add(_ values: [Double]) {
      values.map { $0.bitPattern.littleEndian }.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    add(Array(batch.times[range]))
    for column in [batch.open, batch.high, batch.low, batch.close, batch.volume] { add(Array(column[range])) }
    if let known = batch.known { add(Array(known[range])) }
    return bytes
  }

  /// Adds the bars of a page to a batch; false if it is damaged.
  static func add(_ bytes: [UInt8], bars: Int, to batch: inout BarBatch) -> Bool {
    bytes.withUnsafeBytes { add($0, bars: bars, to: &batch) }
  }

  /// Adds the bars of a page, from its place in memory.
  static func add(_ raw: UnsafeRawBufferPointer, bars: Int, to batch: inout BarBatch) -> Bool {
    let width = batch.known == nil ? 48 : 56
    guard bars == raw.count / width, raw.count % width == 0 else { return false }
    func word(_ column: Int, _ index: Int) -> UInt64 {
      UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: (column * bars + index) * 8, as: UInt64.self))
    }
    // The words of a column in place, if this machine reads them so.
    func words<Word>(_ column: Int, as type: Word.Type) -> UnsafeBufferPointer<Word>? {
      #if _endian(little)
        let part = UnsafeRawBufferPointer(rebasing: raw[(column * bars * 8)..<((column + 1) * bars * 8)])
        guard let base = part.baseAddress, Int(bitPattern: base) % MemoryLayout<Word>.alignment == 0 else { return nil }
        return part.bindMemory(to: type)
      #else
        return nil
      #endif
    }
    func times(_ column: Int, _ times: inout [Int64]) {
      if let words = words(column, as: Int64.self) { return times.append(contentsOf: words) }
      for index in 0..<bars { times.append(Int64(bitPattern: word(column, index))) }
    }
    func values(_ column: Int, _ values: inout [Double]) {
      if let words = words(column, as: Double.self) { return values.append(contentsOf: words) }
      for index in 0..<bars { values.append(Double(bitPattern: word(column, index))) }
    }
    times(0, &batch.times)
    values(1, &batch.open)
    values(2, &batch.high)
    values(3, &batch.low)
    values(4, &batch.close)
    values(5, &batch.volume)
    if var known = batch.known {
      batch.known = nil
      times(6, &known)
      batch.known = known
    }
    return true
  }

  /// The provider's metadata of its bars, with the splits and dividends, as JSON.
  static func facts(of batch: BarBatch) -> String {
    let actions: [JSONValue] = batch.actions.map { action in
      switch action.kind {
      case .split(let ratio): ["day": .string("\(action.date)"), "split": .number(ratio)]
      case .dividend(let amount): ["day": .string("\(action.date)"), "dividend": .number(amount)]
      }
    }
    let json: JSONValue = [
      "zone": .string(batch.zone), "basis": .string(batch.basis.rawValue), "currency": .string(batch.currency),
      "notes": .strings(batch.notes), "day_end": .integer(batch.dayEnd?.millisecondOfDay),
      "zone_clock": .bool(batch.isOnZoneClock), "known": .bool(batch.known != nil), "actions": .array(actions),
    ]
    return json.write()
  }

  /// An empty batch with the provider's metadata; nil for a text that does not parse as such.
  static func batch(facts: String) -> BarBatch? {
    guard let json = try? JSONValue(parsing: facts), let zone = json["zone"]?.stringValue,
      let basis = json["basis"]?.stringValue.flatMap({ BarBatch.Basis(rawValue: $0) })
    else { return nil }
    var batch = BarBatch(zone: zone, basis: basis)
    batch.currency = json["currency"]?.stringValue
    batch.notes = json["notes"]?.elements?.compactMap(\.stringValue) ?? []
    batch.isOnZoneClock = json["zone_clock"]?.boolValue == true
    if json["known"]?.boolValue == true { batch.known = [] }
    if let end = json["day_end"]?.intValue, (0..<CivilTime.millisecondsPerDay).contains(end) {
      batch.dayEnd = CivilTime(date: CivilDate(daysSince1970: 0), millisecond: end)
    }
    for action in json["actions"]?.elements ?? [] {
      guard let day = action["day"]?.stringValue.flatMap({ CivilDate(iso8601: $0) }) else { return nil }
      if let ratio = action["split"]?.doubleValue {
        batch.actions.append(CorporateAction(.split(ratio), on: day))
      } else if let amount = action["dividend"]?.doubleValue {
        batch.actions.append(CorporateAction(.dividend(amount), on: day))
      }
    }
    return batch
  }
}
