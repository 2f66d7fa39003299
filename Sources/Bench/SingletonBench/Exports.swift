// The types that a strategy uses and declares are exported, so that one import suffices.

@_exported import SingletonStrategyKit

@_exported import protocol SingletonCore.ThreadCounts
@_exported import enum SingletonFindings.CheckVerdict
@_exported import enum SingletonFindings.Defect
@_exported import struct SingletonStrategyChecker.CheckError
@_exported import struct SingletonStrategyChecker.CheckResult
