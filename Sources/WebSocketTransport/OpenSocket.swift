import NIOCore
import NIOWebSocket
import Platform
import Synchronization

/// A socket that is open, or being opened.
final class OpenSocket: Socket {
  private struct State {
    var channel: (any Channel)?
    var tell: (@Sendable (SocketEvent) -> Void)?
  }

  private let state: Mutex<State>

  init(_ tell: @escaping @Sendable (SocketEvent) -> Void) { state = Mutex(State(tell: tell)) }

  /// Takes the connection; one that was closed meanwhile ends at once.
  func take(_ channel: any Channel) {
    let isClosed = state.withLock { state in
      state.channel = channel
      return state.tell == nil
    }
    if isClosed { channel.close(promise: nil) }
  }

  /// Reports an event.
  func tell(_ event: SocketEvent) { state.withLock { $0.tell }?(event) }

  /// Reports the last event, once.
  func end(_ reason: String) {
    let tell = state.withLock { state in
      defer { state.tell = nil }
      return state.tell
    }
    tell?(.closed(reason: reason))
  }

  /// Reports that the server refuses, once.
  func refuse(_ status: Int, _ reason: String) {
    let tell = state.withLock { state in
      defer { state.tell = nil }
      return state.tell
    }
    tell?(.refused(status: status, reason: reason))
  }

  func send(_ text: String) { write(.text, ByteBuffer(string: text)) }

  func ping() { write(.ping, ByteBuffer(string: "tas")) }

  func close() {
    let channel = state.withLock { state in
      state.tell = nil
      return state.channel
    }
    guard let channel else { return }
    var code = ByteBuffer()
    code.write(webSocketErrorCode: .normalClosure)
    channel.writeAndFlush(Self.frame(.connectionClose, code)).whenComplete { _ in channel.close(promise: nil) }
  }

  private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    state.withLock { $0.channel }?.writeAndFlush(Self.frame(opcode, data), promise: nil)
  }

  /// A frame as a client sends it: masked.
  static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }
}
