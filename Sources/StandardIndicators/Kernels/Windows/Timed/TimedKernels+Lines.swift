import Columns
import Indicators

/// Kernels over windows of calendar time that lay a line through values, or measure how far values lie from their mean.
extension TimedKernels {
  static let ofLines: [String: Kernel] = [
    "avgdev": { segment, lengths in
      withScratch(segment.count) { mean in
        TimedDeviations.write(segment.inputs[0], segment.count, lengths, mean: mean, segment.outputs[0])
      }
    },
    "cci": { segment, lengths in
      let (high, low, close) = (segment.inputs[0], segment.inputs[1], segment.inputs[2])
      let (count, target) = (segment.count, segment.outputs[0])
      withScratch(3 * count) { price in
        let (mean, deviation) = (price + count, price + 2 * count)
        for index in 0..<count { price[index] = (high[index] + low[index] + close[index]) / 3 }
        TimedDeviations.write(price, count, lengths, mean: mean, deviation)
        for index in 0..<count where lengths[index] >= 2 {
          let scale = 0.015 * deviation[index]
          target[index] = scale == 0 ? 0 : (price[index] - mean[index]) / scale
        }
      }
    },
    "dpo": { segment, lengths in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      forEachTimedWindow(segment.count, lengths) {
        WindowTotal(x[$0])
      } body: { index, length, total in
        let middle = index - length / 2 - 1
        if length >= 2, middle >= 0 { target[index] = x[middle] - total.values.x / Double(length) }
      }
    },
    "fosc": { segment, lengths in
      let (x, target) = (segment.inputs[0], segment.outputs[0])
      // The line is laid through the bars of the window before the present one.
      let before = (0..<segment.count - 1).map { max(lengths[$0 + 1] - 1, 1) }
      before.withUnsafeBufferPointer { before in
        guard let lengths = before.baseAddress else { return }
        forEachTimedWindow(before.count, lengths) {
          WindowComoments(Double($0), x[$0])
        } body: { index, length, moments in
          guard length >= 2 else { return }
          let (now, slope) = (x[index + 1], moments.products / moments.squares.x)
          let forecast = moments.mean.y + slope * (Double(index + 1) - moments.mean.x)
          target[index + 1] = now == 0 ? 0 : 100 * ((now - forecast) / now)
        }
      }
    },
    "linreg_channel": { segment, lengths in
      let (x, outputs) = (segment.inputs[0], segment.outputs)
      let (width, spared) = (segment.arguments.real(1), Double(segment.arguments.whole(2)))
      forEachTimedWindow(segment.count, lengths) {
        WindowComoments(Double($0), x[$0])
      } body: { index, length, moments in
        guard length >= 2 else { return }
        let slope = moments.products / moments.squares.x
        let line = moments.mean.y + slope * (Double(index) - moments.mean.x)
        let squares = larger(moments.squares.y - slope * moments.products, 0)
        let distance = width * (squares / (Double(length) - spared)).squareRoot()
        outputs[0][index] = line + distance
        outputs[1][index] = line
        outputs[2][index] = line - distance
      }
    },
    "regression": { segment, lengths in
      let (y, x, outputs) = (segment.inputs[0], segment.inputs[1], segment.outputs)
      forEachTimedWindow(segment.count, lengths) {
        WindowComoments(x[$0], y[$0])
      } body: { index, length, moments in
        guard length >= 2 else { return }
        let slope = moments.squares.x > 0 ? moments.products / moments.squares.x : .nan
        let line = moments.mean.y + slope * (x[index] - moments.mean.x)
        let scale = moments.squares.x * moments.squares.y
        outputs[0][index] = line
        outputs[1][index] = slope
        outputs[2][index] = moments.mean.y - slope * moments.mean.x
        outputs[3][index] = scale > 0 ? min(moments.products * moments.products / scale, 1) : .nan
        outputs[4][index] = y[index] - line
      }
    },
    "beta": { segment, lengths in
      let (x, y, target) = (segment.inputs[0], segment.inputs[1], segment.outputs[0])
      func change(_ values: Source, _ index: Int) -> Double {
        values[index &- 1] == 0 ? 0 : values[index] / values[index &- 1] - 1
      }
      forEachTimedWindow(segment.count, lengths, from: 1) {
        WindowComoments(change(x, $0), change(y, $0))
      } body: { index, _, moments in
        target[index] = moments.squares.x > 0 ? moments.products / moments.squares.x : 0
      }
    },
  ]
}
