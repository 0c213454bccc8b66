extension Indicator {
  /// The full arguments of a call: what was left out (nil, or beyond the end) is filled from the preset, then from
  /// the defaults.
  ///
  /// - Throws: `IndicatorError` where an argument is not allowed or a required one is missing.
  public func completeArguments(
    _ given: [Double?],
    like preset: Preset? = nil
  ) throws(IndicatorError) -> [Double] {
    precondition(given.count <= parameters.count, "There are no more arguments than parameters.")
    let changed = preset?.defaults(of: self)
    var values = [Double](repeating: .nan, count: parameters.count)
    for index in parameters.indices {
      values[index] = try value(of: index, given, values, changed?[index])
    }
    try check(values)
    return values
  }

  private func value(
    of index: Int,
    _ given: [Double?],
    _ earlier: [Double],
    _ changed: Parameter.Default?
  ) throws(IndicatorError) -> Double {
    if index < given.count, let value = given[index] { return value }
    let parameter = parameters[index]
    switch changed ?? parameter.defaultValue {
    case .value(let value): return value
    case .sameAs(let name): return earlier[parameterIndex(named: name) ?? index]
    case .required:
      throw IndicatorError(
        indicator: name,
        parameter: parameter.name,
        given: nil,
        allowed: parameter.allowed
      )
    }
  }

  /// Checks arguments that are aligned with the parameters.
  func check(_ arguments: [Double]) throws(IndicatorError) {
    precondition(arguments.count == parameters.count, "There is an argument for each parameter.")
    for (parameter, value) in zip(parameters, arguments) where !parameter.allows(value) {
      throw IndicatorError(
        indicator: name,
        parameter: parameter.name,
        given: value,
        allowed: parameter.allowed
      )
    }
  }

  /// How many leading values of an output are missing on complete inputs.
  ///
  /// It is the index of the first value. Most indicators begin all their outputs on one bar; without the number
  /// of an output it is that of the one that begins first. The arguments are aligned with the parameters and
  /// allowed ones.
  public func warmUp(_ arguments: [Double], output: Int? = nil) -> Int {
    precondition(arguments.count == parameters.count, "There is an argument for each parameter.")
    let checked = Arguments(values: arguments)
    let delay = output.flatMap { place in delayRule?(checked, place) } ?? 0
    return warmUpRule(checked) + delay
  }
}
