// On Apple's platforms Foundation also brings the C library, Dispatch and Objective-C. The part that it shares with
// Linux is the toolchain's own FoundationEssentials, under a name that no source asks for.
@_exported public import Darwin
@_exported public import FoundationDarwinBase
