/// A call that failed, on which path, and why.
struct FileFailure: Error, Hashable {
    /// What was tried, as it stands after "cannot": `read`, `lock`, `replace`.
    var action: String
    var path: String
    var code: SystemErrorCode
    /// What the code alone does not say; nil when it says all.
    var detail: String?

    init(_ action: String, _ path: String, _ code: SystemErrorCode, detail: String? = nil) {
        self.action = action
        self.path = path
        self.code = code
        self.detail = detail
    }
}

extension FileFailure: CustomStringConvertible {
    var description: String {
        "cannot \(action) \(path): \(code)" + (detail.map { ", \($0)" } ?? "")
    }
}
