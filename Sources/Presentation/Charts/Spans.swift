import LibC
import Text

/// The equal spans of a measure that the bars of a histogram count values in.
public struct Spans: Sendable, Equatable {
  /// The lower end of the first span.
  public var start: Double
  /// The width of a span.
  public var step: Double
  /// The format of the edges.
  public var format: NumberFormat

  /// Makes spans.
  public init(start: Double, step: Double, format: NumberFormat = .general) {
    self.start = start
    self.step = step
    self.format = format
  }

  /// The lower end of a span, computed by its number so that no error adds up.
  public func edge(_ span: Int) -> Double {
    let first = (start / step).rounded()
    // A start that is a multiple of the step, as it usually is, leaves multiples: 0 is 0 and not 1e-17.
    return abs(first * step - start) <= step * 1e-6 ? (first + Double(span)) * step : start + Double(span) * step
  }

  /// The ends of a span in words.
  public func label(of span: Int) -> String { "\(text(edge(span))) to \(text(edge(span + 1)))" }

  /// The edge of a number in words.
  func edgeLabel(_ span: Int) -> String { text(edge(span)) }

  /// The edges of some spans that are named: multiples of 1, 2, 2.5 or 5 times a power of ten.
  ///
  /// - Parameter room: the most words that the axis has room for.
  package func ticks(count: Int, room: Int) -> [Chart.Tick] {
    let (first, every) = named(count: count, room: room)
    return stride(from: first, through: count, by: every).map { Chart.Tick($0, edgeLabel($0)) }
  }

  /// The first edge that is named, and the distance to the next.
  func named(count: Int, room: Int) -> (first: Int, every: Int) {
    guard step > 0, step.isFinite, start.isFinite, count > 0 else { return (0, max(count, 1)) }
    let least = Double(count) / Double(max(room, 1))
    var power = pow(10, floor(log10(step)))
    while power.isFinite, power <= step * Double(count) * 10 {
      for factor in [1, 2, 2.5, 5] {
        let parts = factor * power / step
        guard parts >= least, parts >= 0.999, abs(parts - parts.rounded()) < 1e-6 else { continue }
        let every = Int(parts.rounded())
        let before = (edge(0) / step).rounded()
        let offset = before.truncatingRemainder(dividingBy: Double(every))
        return (Int(offset == 0 ? 0 : offset < 0 ? -offset : Double(every) - offset), every)
      }
      power *= 10
    }
    return (0, count)
  }

  private func text(_ value: Double) -> String {
    if format == .general, step < 1, step > 1e-9 {
      return NumberFormat.fixed(min(max(Int((-log10(step) + 0.999).rounded(.down)), 0) + (isQuarter ? 1 : 0), 9)).text(
        value)
    }
    return format.text(value)
  }

  /// True for steps of 2.5 times a power of ten, which have a decimal more.
  private var isQuarter: Bool {
    let lead = step / pow(10, floor(log10(step)))
    return abs(lead - 2.5) < 1e-6
  }
}
