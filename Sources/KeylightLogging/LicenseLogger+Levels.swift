extension LicenseLogger {
    /// Logs details for who works on the library itself.
    public func debug(
        requestID: String? = nil,
        _ message: @autoclosure () -> String,
        metadata: @autoclosure () -> [(key: String, value: String)] = []
    ) {
        log(.debug, requestID: requestID, message(), metadata: metadata())
    }

    /// Logs the normal course of things.
    public func info(
        requestID: String? = nil,
        _ message: @autoclosure () -> String,
        metadata: @autoclosure () -> [(key: String, value: String)] = []
    ) {
        log(.info, requestID: requestID, message(), metadata: metadata())
    }

    /// Logs a rare event that explains what happens later.
    public func notice(
        requestID: String? = nil,
        _ message: @autoclosure () -> String,
        metadata: @autoclosure () -> [(key: String, value: String)] = []
    ) {
        log(.notice, requestID: requestID, message(), metadata: metadata())
    }

    /// Logs that something that was asked for did not work.
    public func error(
        requestID: String? = nil,
        _ message: @autoclosure () -> String,
        metadata: @autoclosure () -> [(key: String, value: String)] = []
    ) {
        log(.error, requestID: requestID, message(), metadata: metadata())
    }

    /// Logs that something happened that must never happen.
    public func fault(
        requestID: String? = nil,
        _ message: @autoclosure () -> String,
        metadata: @autoclosure () -> [(key: String, value: String)] = []
    ) {
        log(.fault, requestID: requestID, message(), metadata: metadata())
    }
}
