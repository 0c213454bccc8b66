/// The page, packed into the program.
extension Route {
  static let page: [Route] = []
}
