import Columns
import LibC
import MarketData

// Makes the files of Sources/CSamples/data from the folder of source data:
//     pack-samples DATADIR OUTDIR
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let data = arguments.first, let target = arguments.last else {
  print("usage: pack-samples DATADIR OUTDIR")
  exit(2)
}

var total = 0
for sample in Sample.all {
  let bytes = try packed(sample, from: data)
  try write(bytes, to: "\(target)/\(sample.file)")
  total += bytes.count
  print(sample.file, bytes.count)
}
print("in all", total)
