extension Route {
  /// All routes, in the order of the documentation.
  package static let all: [Route] =
    analysis + validation + signIn + reporting + sockets + notifications + administration + documentation + page

  /// The routes of some services.
  package static func all(of contracts: Set<Contract>) -> [Route] { all.filter { contracts.contains($0.contract) } }
}
