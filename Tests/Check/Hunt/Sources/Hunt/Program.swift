import Forms
import Foundation

// Without an argument: the names of all forms. With a name: what the check says of it. With two numbers, a seed and the number
// of a draw: what it says of a generated form.
@main struct Program {
  static func main() async {
    setvbuf(stdout, nil, _IOLBF, 0)
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.compactMap(UInt64.init)
    if numbers.count == 2 {
      let form = GeneratedForm(seed: numbers[0], number: numbers[1])
      print("hunt: begins \(form.name)")
      guard let verdict = await form.verdict() else { return print("hunt: \(form.name): U varies\nno verdict") }
      return print(verdict)
    }
    let forms = Forms.everything.all
    guard let wanted = arguments.first else { return forms.forEach { print($0.name) } }
    guard let form = forms.first(where: { $0.name == wanted }) else {
      FileHandle.standardError.write(Data("hunt: no form is called \(wanted)\n".utf8))
      exit(64)
    }
    print(await form.verdict())
  }
}
