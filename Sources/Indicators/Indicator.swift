/// An indicator or a function over bars: its name, its meaning and its computation.
///
/// Help, completion, the check of arguments and the reference are made from these values. The result of an indicator
/// depends only on its inputs and arguments, and a value never on later bars.
///
/// ```swift
/// if let average = Indicator.named("sma") {                 // from StandardIndicators
///   let columns = try average.compute([bars.close], average.completeArguments([20]))     // one for each output
/// }
/// ```
public struct Indicator: Sendable {
  /// The family under which an indicator is listed.
  public enum Group: String, Sendable, Hashable, CaseIterable {
    /// Averages and bands in the scale of the price.
    case overlap
    /// Speed and strength of a move.
    case momentum
    /// Readings of the volume traded.
    case volume
    /// The size of moves, in either direction.
    case volatility
    /// Statistics over a window.
    case statistics
    /// The length and the phase of cycles.
    case cycle
    /// Shapes that candlesticks make.
    case pattern
    /// One price made of a bar's prices.
    case price
    /// Functions that look back over bars.
    case window
  }

  /// The pane of a chart in which an indicator is drawn.
  public enum Placement: Sendable, Hashable {
    /// Over the price.
    case overlay
    /// In a pane of its own.
    case pane
  }

  /// The bars that the kernel is given.
  public enum Coverage: Sendable {
    /// Runs of bars on which each input is there; it restarts in each run.
    case completeBars
    /// All bars, missing values included.
    case allBars
  }

  /// The name that is typed: `rsi`.
  public let name: String
  /// Other names for it, TA-Lib's among them.
  public let aliases: [String]
  /// The name that is written out: "Relative Strength Index".
  public let fullName: String
  /// The family under which it is listed.
  public let group: Group
  /// Its meaning, in one sentence.
  public let summary: String
  /// The formula, as plain text.
  public let formula: String
  /// The choices if conventions differ: seeding, smoothing, flat prices.
  public let convention: String
  /// The sources that define it.
  public let references: [String]
  /// A call of it, as typed.
  public let example: String
  /// The series it reads, in the order in which they are given.
  public let inputs: [Input]
  /// Its parameters, in the order in which they are given.
  public let parameters: [Parameter]
  /// The series it gives; the first is its value if no field is named.
  public let outputs: [Output]
  /// The pane of a chart in which it is drawn.
  public let placement: Placement
  /// True if values can be missing after the warm-up on complete inputs, as they wait for an event or have no defined
  /// value on some bars (a quotient by zero).
  public let isPartial: Bool

  /// True if inputs whose magnitudes sum up to less than `Computation.safeSum` cannot give infinite outputs, so that
  /// these need no check: sums and products, and no quotient of two values of the data.
  let keepsFinite: Bool
  let coverage: Coverage
  let memory: Memory
  let warmUpRule: @Sendable (Arguments) -> Int
  /// The number of bars after the warm-up on which each output begins; nil if all begin with it.
  let delayRule: (@Sendable (Arguments, _ output: Int) -> Int)?
  /// Computes the outputs of a segment of bars.
  public let kernel: @Sendable (Segment) -> Void
  /// Computes the outputs if some parameters take another number of bars on each bar, and the sets of parameters for
  /// which it does; nil if each length is computed separately.
  private(set) var timedKernel: (@Sendable (Segment, TimedLengths) -> Void)?
  private(set) var timedKernelHolds: @Sendable (_ timed: Set<Int>) -> Bool = { _ in true }
  /// Whether a parameter may be a length of calendar time for these arguments; nil if all may that count bars, if the
  /// value has a window.
  private(set) var timedParameters: (@Sendable (_ parameter: Int, _ arguments: Arguments) -> Bool)?
  /// True for arguments with which windows of calendar time lie over values that have such windows themselves; nil for
  /// an indicator that is not made in steps.
  private(set) var timedNesting: (@Sendable (Arguments) -> Bool)?

  /// Makes an indicator.
  ///
  /// - Parameters:
  ///   - memory: how far back the bars reach that a value depends on.
  ///   - isPartial: true if values can be missing after the warm-up on complete inputs.
  ///   - keepsFinite: true if inputs whose magnitudes sum up to less than 1e100 cannot give infinite outputs, so
  ///     that these need no check: sums and products, and no quotient of two values of the data.
  ///   - coverage: the bars that the kernel is given.
  ///   - warmUp: the number of leading bars without a value.
  ///   - delay: the number of bars after the warm-up on which each output begins; nil if all begin with it.
  ///   - kernel: sets the outputs of a segment.
  public init(
    _ name: String,
    _ aliases: [String] = [],
    fullName: String,
    group: Group,
    summary: String,
    formula: String,
    convention: String,
    references: [String] = ["TA-Lib"],
    example: String,
    inputs: [Input] = [.series],
    parameters: [Parameter] = [],
    outputs: [Output],
    placement: Placement = .pane,
    memory: Memory = .window,
    isPartial: Bool = false,
    keepsFinite: Bool = false,
    coverage: Coverage = .completeBars,
    warmUp: @escaping @Sendable (Arguments) -> Int,
    delay: (@Sendable (Arguments, _ output: Int) -> Int)? = nil,
    kernel: @escaping @Sendable (Segment) -> Void
  ) {
    self.name = name
    self.aliases = aliases
    self.fullName = fullName
    self.group = group
    self.summary = summary
    self.formula = formula
    self.convention = convention
    self.references = references
    self.example = example
    self.inputs = inputs
    self.parameters = parameters
    self.outputs = outputs
    self.placement = placement
    self.memory = memory
    self.isPartial = isPartial
    self.keepsFinite = keepsFinite
    self.coverage = coverage
    self.warmUpRule = warmUp
    self.delayRule = delay
    self.kernel = kernel
  }

  /// The same indicator with a kernel for windows that hold a length of calendar time.
  ///
  /// - Parameter kernel: sets the outputs of a segment from its first bar on, a missing one to NaN; the first parameter is
  ///   as long as the lengths say.
  public func overTime(_ kernel: @escaping @Sendable (Segment, Lengths) -> Void) -> Indicator {
    var copy = self
    copy.timedKernel = { segment, lengths in
      if let first = lengths[0] { kernel(segment, first) }
    }
    copy.timedKernelHolds = { $0 == [0] }
    return copy
  }

  /// The same indicator with a kernel for windows of calendar time of any of its parameters.
  ///
  /// Such an indicator is made in steps, each with its own windows: the windows of a step on a bar are that bar's,
  /// independent of those of the previous step.
  ///
  /// - Parameters:
  ///   - kernel: sets the outputs of a segment from its first bar on, a missing one to NaN; the parameters are as long as
  ///     the lengths say, those without lengths as many bars as their arguments.
  ///   - nested: true if a step has windows over the values of another one that has windows.
  ///   - parameters: true for a parameter that may be a length of time with the other arguments.
  public func overTime(
    inSteps kernel: @escaping @Sendable (Segment, TimedLengths) -> Void,
    nested: @escaping @Sendable (_ arguments: Arguments) -> Bool,
    where parameters: @escaping @Sendable (_ parameter: Int, _ arguments: Arguments) -> Bool
  ) -> Indicator {
    var copy = self
    copy.timedKernel = kernel
    copy.timedParameters = parameters
    copy.timedNesting = nested
    return copy
  }

  /// The index of the parameter with a name or alias.
  public func parameterIndex(named name: String) -> Int? {
    parameters.firstIndex { $0.name == name || $0.aliases.contains(name) }
  }

  /// The index of the output with a name or alias.
  public func outputIndex(named name: String) -> Int? {
    outputs.firstIndex { $0.name == name || $0.aliases.contains(name) }
  }
}
