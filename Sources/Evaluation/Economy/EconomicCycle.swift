import Calendar

/// The stages of an economy day by day, from growth, unemployment, prices and the yield curve.
///
/// Each figure holds from the day on which it became known until the next one does. Growth G, unemployment U and
/// inflation I are means over 90 calendar days (with at least 30 values), the curve Y over 30 (10); d is the change
/// within 90 days. The first that holds is the stage:
///
///     contraction  G < 0  or  dU > 0.3
///     peak         (dG < -0.5 and I > 3.5)  or  Y < -0.2
///     recovery     0 <= G < 2  and  U > 6  and  dU < -0.1
///     expansion    (G >= 0 and dU <= 0)  or  G > 0
///
/// A comparison with a missing value does not hold. A day on which none holds, or on which two of G, U and I are missing,
/// has the stage of the day before. The rules are those of a published allocation model of 2025, which took each
/// figure on the first day that it describes.
public struct EconomicCycle: Sendable {
  /// A figure, from the day on which it counts.
  public struct Observation: Sendable, Hashable {
    /// The first day that it describes.
    public var period: CivilDate
    /// The first day on which it is known.
    public var known: CivilDate
    /// The value, in percent.
    public var value: Double

    /// Makes an observation.
    public init(period: CivilDate, known: CivilDate, value: Double) {
      (self.period, self.known, self.value) = (period, known, value)
    }
  }

  /// The four inputs.
  public enum Input: String, Sendable, Hashable, CaseIterable {
    case growth, unemployment, inflation, curve
  }

  /// The smoothed inputs of one day, missing if they are not known.
  public struct Readings: Sendable, Hashable {
    /// Growth, percent a year.
    public var growth = Double.nan
    /// Its change within 90 days.
    public var growthChange = Double.nan
    /// Unemployment, percent.
    public var unemployment = Double.nan
    /// Its change within 90 days.
    public var unemploymentChange = Double.nan
    /// Inflation of a year, percent.
    public var inflation = Double.nan
    /// Yield of 10 years less that of 2, percent.
    public var curve = Double.nan

    /// Makes readings without known values.
    public init() {}

    init(
      growth: Double, growthChange: Double, unemployment: Double, unemploymentChange: Double, inflation: Double,
      curve: Double
    ) {
      (self.growth, self.growthChange) = (growth, growthChange)
      (self.unemployment, self.unemploymentChange) = (unemployment, unemploymentChange)
      (self.inflation, self.curve) = (inflation, curve)
    }
  }

  /// A change of the stage.
  public struct Transition: Sendable, Hashable {
    /// The first day of the stage.
    public var date: CivilDate
    /// The stage.
    public var stage: CycleStage
    /// The stage before; nil for the first one.
    public var previous: CycleStage?
  }

  /// The parameters.
  public let parameters: CycleParameters
  /// The first day.
  public let start: CivilDate
  /// The stage of each day; nil before the first one that is known.
  public let stages: [CycleStage?]
  /// The smoothed inputs of each day.
  public let readings: [Readings]
  /// The figures by input, in the order in which they became known.
  public let observations: [Input: [Observation]]

  /// The last day.
  public var end: CivilDate { start.adding(days: stages.count - 1) }

  /// Computes the stages from the first figure that is known to the last; nil if an input has none.
  ///
  /// The curve of parameters without a lag is the mean of each month from the month's first day on, as the model read it.
  public init?(_ observations: [Input: [Observation]], _ parameters: CycleParameters = CycleParameters()) {
    var dated = observations
    if parameters.looksAhead {
      for (input, all) in observations {
        dated[input] = all.map { Observation(period: $0.period, known: $0.period, value: $0.value) }
      }
      dated[.curve] = Self.monthly(observations[.curve] ?? [])
    }
    // Of figures that become known on one day the later one counts.
    for input in Input.allCases {
      dated[input] = dated[input, default: []].enumerated().sorted {
        ($0.element.known, $0.element.period, $0.offset) < ($1.element.known, $1.element.period, $1.offset)
      }.map(\.element)
    }
    let firsts = Input.allCases.compactMap { dated[$0]?.first?.known }
    guard firsts.count == Input.allCases.count, let start = firsts.min(),
      let end = Input.allCases.compactMap({ dated[$0]?.last?.known }).max()
    else { return nil }
    self.parameters = parameters
    self.start = start
    self.observations = dated
    let count = end.daysSince1970 - start.daysSince1970 + 1
    func mean(_ input: Input, _ window: Double, least: Int) -> [Double] {
      Self.means(Self.daily(dated[input] ?? [], from: start, count), window: Int(window), least: least)
    }
    let window = parameters["window"]
    let growth = mean(.growth, window, least: 30)
    let unemployment = mean(.unemployment, window, least: 30)
    let inflation = mean(.inflation, window, least: 30)
    let curve = mean(.curve, parameters["curve_window"], least: 10)
    readings = (0..<count).map { day in
      Readings(
        growth: growth[day], growthChange: day < 90 ? .nan : growth[day] - growth[day - 90],
        unemployment: unemployment[day],
        unemploymentChange: day < 90 ? .nan : unemployment[day] - unemployment[day - 90],
        inflation: inflation[day], curve: curve[day])
    }
    let conditions = CycleStage.allCases.map { ($0, CycleCondition.all(of: $0, parameters)) }
    var stage: CycleStage?
    stages = readings.map { reading in
      stage = Self.stage(of: reading, conditions) ?? stage
      return stage
    }
  }

  /// The stage of one day's inputs; nil if none holds.
  private static func stage(
    of reading: Readings, _ conditions: [(stage: CycleStage, groups: [[CycleCondition]])]
  ) -> CycleStage? {
    let missing =
      (reading.growth.isNaN ? 1 : 0) + (reading.unemployment.isNaN ? 1 : 0) + (reading.inflation.isNaN ? 1 : 0)
    if missing > 1 { return nil }
    return conditions.first { $0.groups.contains { $0.allSatisfy { $0.holds(for: reading) } } }?.stage
  }

  /// The value that is known on each day.
  private static func daily(_ all: [Observation], from start: CivilDate, _ count: Int) -> [Double] {
    var values = [Double](repeating: .nan, count: count)
    for (index, observation) in all.enumerated() {
      let first = observation.known.daysSince1970 - start.daysSince1970
      let last = index + 1 < all.count ? all[index + 1].known.daysSince1970 - start.daysSince1970 : count
      for day in max(0, first)..<max(0, first, min(last, count)) { values[day] = observation.value }
    }
    return values
  }

  /// The mean of the last days, each summed separately so that no rounding is carried along; missing below `least`
  /// values.
  private static func means(_ values: [Double], window: Int, least: Int) -> [Double] {
    values.indices.map { day in
      var sum = 0.0
      var count = 0
      for value in values[max(0, day - window + 1)...day] where !value.isNaN {
        sum += value
        count += 1
      }
      return count >= least ? sum / Double(count) : .nan
    }
  }

  /// The mean of each month, from its first day on.
  private static func monthly(_ all: [Observation]) -> [Observation] {
    var months: [(first: CivilDate, sum: Double, count: Double)] = []
    for observation in all.sorted(by: { $0.period < $1.period }) {
      let first = observation.period.adding(days: 1 - observation.period.day)
      if months.last?.first != first { months.append((first, 0, 0)) }
      months[months.count - 1].sum += observation.value
      months[months.count - 1].count += 1
    }
    return months.map { Observation(period: $0.first, known: $0.first, value: $0.sum / $0.count) }
  }
}

extension EconomicCycle {
  /// The changes of the stage from a day on, that of its first day among them.
  public func transitions(since first: CivilDate? = nil) -> [Transition] {
    var all: [Transition] = []
    for (day, stage) in stages.enumerated() {
      guard let stage, day == 0 || stages[day - 1] != stage else { continue }
      all.append(Transition(date: start.adding(days: day), stage: stage, previous: day == 0 ? nil : stages[day - 1]))
    }
    guard let first else { return all }
    return all.filter { $0.date >= first }
  }

  /// The change of an index within twelve months in percent, if the month a year before has a value.
  public static func yearlyChanges(of index: [Observation]) -> [Observation] {
    let values = Dictionary(index.map { ($0.period, $0.value) }) { $1 }
    return index.compactMap { observation in
      guard let before = values[observation.period.adding(months: -12)], before != 0 else { return nil }
      return Observation(
        period: observation.period, known: observation.known, value: 100 * (observation.value / before - 1))
    }
  }

  /// The stage of a day; nil outside the days that are known.
  public func stage(on date: CivilDate) -> CycleStage? {
    let day = date.daysSince1970 - start.daysSince1970
    return stages.indices.contains(day) ? stages[day] : nil
  }

  /// Days of each stage between two days, both counted.
  public func days(from first: CivilDate? = nil, through last: CivilDate? = nil) -> [CycleStage: Int] {
    var days: [CycleStage: Int] = [:]
    for (day, stage) in stages.enumerated() {
      let date = start.adding(days: day)
      guard let stage, first.map({ date >= $0 }) ?? true, last.map({ date <= $0 }) ?? true else { continue }
      days[stage, default: 0] += 1
    }
    return days
  }
}
