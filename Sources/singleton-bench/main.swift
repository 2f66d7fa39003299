import Commands

CommandLineTool().runAndExit()
