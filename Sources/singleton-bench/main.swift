import Commands
import Lessons
import Strategies

CommandLineTool(
  name: "singleton-bench", version: CommandLineTool.harnessVersion, catalog: .standard, course: .standard
).runAndExit()
