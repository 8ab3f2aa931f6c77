extension HTTPHeader {
    /// Who asks, for the HTTP stacks of this package.
    ///
    /// The same for every app, version and machine: what a vendor may know of them is told in the body, as far as
    /// the app's telemetry level allows. There is one at all since some firewalls turn requests without it away.
    package static let userAgent = HTTPHeader("User-Agent", "keylight-swift")
}
