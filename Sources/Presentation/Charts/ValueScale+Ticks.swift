import LibC
import Text

extension ValueScale {
  /// A value written next to the axis, and its line of text.
  package struct ValueTick: Equatable {
    var line: Int
    package var label: String
  }

  /// A value written next to the axis.
  package struct ValueMark: Equatable {
    var value: Double
    package var label: String
  }

  /// Round values on the scale, from the top, each in a line of its own.
  package func ticks(lines: Int, format: NumberFormat?) -> [ValueTick] {
    var ticks: [ValueTick] = []
    for mark in marks(lines: lines, format: format) {
      let line = step(mark.value, of: lines)
      if let previous = ticks.last, previous.line == line { continue }
      ticks.append(ValueTick(line: line, label: mark.label))
    }
    return ticks
  }

  /// Round values on the scale, from the top, as many as fit in some lines of text.
  ///
  /// If no round value is on the scale, or too few digits remain to distinguish them, the two ends are written.
  package func marks(lines: Int, format: NumberFormat?) -> [ValueMark] {
    if isLogarithmic, high / low >= 4 { return powers(lines: lines, format: format) }
    guard var step = roundStep(lines: lines) else { return ends(lines: lines, format: format) }
    // Between counts there is nothing to mark.
    if format?.countsWhole == true { step = max(step, 1) }
    let first = (low / step).rounded(.up)
    let last = (high / step).rounded(.down)
    guard first <= last else { return ends(lines: lines, format: format) }
    return stride(from: last, through: first, by: -1).map { count in
      ValueMark(value: count * step, label: label(count * step, step: step, format: format))
    }
  }

  /// The powers of ten on a logarithmic scale, with their halves and fifths if there is room.
  private func powers(lines: Int, format: NumberFormat?) -> [ValueMark] {
    let room = max(Double(min(lines, 40)) / 2, 2)
    let decades = log10(high) - log10(low)
    let parts: [Double] =
      decades * 6 <= room
      ? [1, 1.5, 2, 3, 5, 7] : decades * 3 <= room ? [1, 2, 5] : decades * 2 <= room ? [1, 3] : [1]
    let stepOfPowers = max(Int((decades / room).rounded(.up)), 1)
    var marks: [ValueMark] = []
    for power in Int(floor(log10(low)))...Int(ceil(log10(high))) where power.isMultiple(of: stepOfPowers) {
      for part in parts {
        let value = part * pow(10, Double(power))
        guard value >= low, value <= high else { continue }
        marks.append(ValueMark(value: value, label: powerLabel(value, format: format)))
      }
    }
    return marks.count < 2 ? ends(lines: lines, format: format) : marks.reversed()
  }

  private func powerLabel(_ value: Double, format: NumberFormat?) -> String {
    if let format, format.isPercent { return format.text(value) }
    return value >= 1e6 ? NumberFormat.compact(0).text(value) : NumberFormat.general.text(value)
  }

  /// The given values that are on the scale, in place of round ones.
  func ticks(at values: [Double], lines: Int, format: NumberFormat?) -> [ValueTick] {
    let shared = (format ?? .general).shared(by: values)
    var ticks: [ValueTick] = []
    for value in values.sorted(by: >) where value >= low && value <= high {
      let line = step(value, of: lines)
      if let previous = ticks.last, previous.line == line { continue }
      ticks.append(ValueTick(line: line, label: shared.text(value)))
    }
    return ticks
  }

  /// The format of single values of the pane: one digit finer than the axis, and at least two decimals.
  func valueFormat(lines: Int, format: NumberFormat?) -> NumberFormat {
    if let format { return format }
    guard let step = roundStep(lines: max(lines, 5)), size < 1e15 else { return .general }
    if size >= 1e6 { return .compact(2) }
    let decimals = max(2, 1 - DecimalText.exponent(step))
    return decimals > 8 ? .general : .fixed(decimals)
  }

  private var size: Double { max(abs(low), abs(high)) }

  /// A step of 1, 2, 2.5 or 5 times a power of ten that leaves the labels two or three lines apart; a smaller one if
  /// only one label would be on the scale.
  private func roundStep(lines: Int) -> Double? {
    // Low panes have labels closer together, or they would have none but zero.
    let desired = lines <= 8 ? max(Double(lines) / 2.2, 1.5) : Double(min(lines, 40)) / 3
    let least = (high - low) / desired / 1.4
    guard least > 0, least.isFinite else { return nil }
    let power = floor(log10(least))
    let steps = [0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10].map { $0 * pow(10, power) }
    var index = steps.indices.dropFirst(3).first { steps[$0] >= least } ?? steps.count - 1
    while lines >= 3, index > 0, (high / steps[index]).rounded(.down) - (low / steps[index]).rounded(.up) < 1 {
      index -= 1
    }
    let step = steps[index]
    // Beyond this a double no longer distinguishes the multiples of the step.
    guard step > 0, step.isFinite, abs(low / step) < 1e15, abs(high / step) < 1e15 else { return nil }
    return step
  }

  private func ends(lines: Int, format: NumberFormat?) -> [ValueMark] {
    let format = format ?? .general
    let middle = low / 2 + high / 2
    guard lines > 1 else { return [ValueMark(value: middle, label: format.text(middle))] }
    return [high, low].map { ValueMark(value: $0, label: format.text($0)) }
  }

  /// The number of decimals of a round step; 2.5 has one more than 2.
  private static func decimals(_ step: Double) -> Int {
    let (digits, exponent) = DecimalText.significant(step, digits: 3)
    return max(0, -exponent + (digits[1] != 0 ? 1 : 0))
  }

  private func label(_ value: Double, step: Double, format: NumberFormat?) -> String {
    let decimals = Self.decimals(step)
    if let format, format.isPercent { return format.decimals(max(0, decimals - 2)).text(value) }
    if let format, format.isCompact { return compact(value, step: step) }
    if value != 0, size >= 1e15 || decimals > 8 { return NumberFormat.general.text(value) }
    if size >= 1e6, format == nil { return compact(value, step: step) }
    return (format ?? .general).decimals(decimals).text(value)
  }

  /// As many decimals as the step has in the letter of the value.
  private func compact(_ value: Double, step: Double) -> String {
    guard value != 0 else { return "0" }
    let letter = pow(1000, floor(min(max(log10(abs(value)), 0), 14) / 3))
    return NumberFormat.compact(Self.decimals(step / letter)).text(value)
  }
}
