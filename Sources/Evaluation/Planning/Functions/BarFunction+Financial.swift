/// The functions of the time value of money, as spreadsheets have them.
extension BarFunction {
  static let financial: [BarFunction] = [
    BarFunction(
      .npv, "The net present value of amounts one period apart, the first of them one period from now.",
      discussion: "As in spreadsheets each amount is discounted, the first one included: add an amount of today, as in "
        + "`-100 + npv(10%, [60, 60])`. (numpy-financial does not discount the first amount.)",
      example: "npv(10%, [60, 60, 60])"),
    BarFunction(
      .xnpv, "The net present value, on the first date, of amounts on dates.",
      discussion: "Years have 365 days, and the first amount is not discounted, as in spreadsheets.",
      example: "xnpv(10%, [-100, 60, 60], [2020-01-01, 2021-01-01, 2022-01-01])"),
    BarFunction(
      .irr, "The internal rate of return: the rate at which amounts one period apart are worth zero.",
      discussion: rateDiscussion, example: "irr([-100, 60, 60])"),
    BarFunction(
      .xirr, "The internal rate of return a year of amounts on dates.",
      discussion: "Years have 365 days, as in spreadsheets. " + rateDiscussion,
      example: "xirr([-100, 60, 60], [2020-01-01, 2021-01-01, 2022-01-01])"),
    BarFunction(
      .mirr, "The modified internal rate of return: payments are financed at one rate, receipts invested at another.",
      discussion: "Missing if all amounts have one sign.", example: "mirr([-100, 60, 60], 6%, 9%)"),
    BarFunction(
      .pv, "The present value of nper equal payments and of a final amount fv.", discussion: annuityDiscussion,
      example: "pv(5%, 10, -100)"),
    BarFunction(
      .fv, "The future value of a present amount pv and of nper equal payments.", discussion: annuityDiscussion,
      example: "fv(0.5%, 120, -100, due=\"begin\")"),
    BarFunction(
      .pmt, "The payment of each of nper periods that turns a present amount pv into a future one fv.",
      discussion: annuityDiscussion, example: "pmt(5% / 12, 360, 200_000)"),
    BarFunction(
      .nper, "The number of periods after which payments turn a present amount pv into a future one fv.",
      discussion: annuityDiscussion + " Missing if the payments never do.", example: "nper(1%, -500, 10_000)"),
    BarFunction(
      .rate, "The rate of each period at which nper payments turn a present amount pv into a future one fv.",
      discussion: annuityDiscussion + " " + rateDiscussion, example: "rate(36, -320, 10_000)"),
  ]

  private static let annuityDiscussion =
    "Money received is positive, money paid is negative; `rate` is that of one period. `due=\"end\"` pays at the end of "
    + "each period, `due=\"begin\"` at its beginning."

  private static let rateDiscussion =
    "If there is no such rate from -99.99% to 1,000,000%, or there are several and no `guess`, to which the "
    + "nearest is taken, this is an error; in a series of amounts the value is then missing."

  private init(_ function: FinancialFunction, _ summary: String, discussion: String, example: String) {
    let names = function.parameters.map { parameter in
      switch parameter {
      case .number(let name, _): name
      case .due: "due"
      case .flows: "flows"
      case .dates: "dates"
      }
    }
    let required = function.parameters.count { parameter in
      switch parameter {
      case .number(_, let standard): standard == nil
      case .due: false
      case .flows, .dates: true
      }
    }
    self.init(
      function.rawValue, names, required: required, .financial(function), summary, discussion: discussion,
      example: example)
  }
}
