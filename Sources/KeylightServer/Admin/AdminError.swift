/// Why an admin request was refused.
struct AdminError: Error, Equatable {
    var status: Int
    var text: String

    static func badRequest(_ text: String) -> AdminError {
        AdminError(status: 400, text: text)
    }

    init(status: Int, text: String) {
        self.status = status
        self.text = text
    }

    init(_ error: LocalLicenseServerError) {
        self.init(status: error == .unknownLicense ? 404 : 400, text: error.description)
    }
}
