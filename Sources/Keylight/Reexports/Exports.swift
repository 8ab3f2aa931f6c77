// What an app meets when it uses the facade, so that `import Keylight` is all it needs.
@_exported public import KeylightClock
@_exported public import KeylightCore
@_exported public import KeylightCurl
@_exported public import KeylightEngine
@_exported public import KeylightLeaseStore
@_exported public import KeylightLogging
@_exported public import KeylightPolicy
@_exported public import KeylightTransport
@_exported public import KeylightURLSession
@_exported public import KeylightVerification
