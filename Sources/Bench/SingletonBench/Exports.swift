// The types that a strategy uses and declares are exported, so that one import suffices.

@_exported import SingletonStrategyKit

@_exported import enum SingletonCore.CheckVerdict
@_exported import enum SingletonCore.Defect
@_exported import protocol SingletonCore.ThreadCounts
@_exported import struct SingletonStrategyChecker.CheckError
@_exported import struct SingletonStrategyChecker.CheckResult
