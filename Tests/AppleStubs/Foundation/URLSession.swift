open class URLSession: NSObject, @unchecked Sendable {
    public enum ResponseDisposition: Int, Sendable {
        case cancel = 0
        case allow = 1
        case becomeDownload = 2
        case becomeStream = 3
    }

    open class var shared: URLSession { URLSession(configuration: .default) }
    public init(configuration: URLSessionConfiguration) {}
    public init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {}
    open var delegateQueue: OperationQueue { OperationQueue() }
    open func finishTasksAndInvalidate() {}
    open func invalidateAndCancel() {}
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }
    open func dataTask(with url: URL) -> URLSessionDataTask { URLSessionDataTask() }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { 0 }
    open var response: URLResponse? { nil }
    open var error: (any Error)? { nil }
    open func cancel() {}
    open func resume() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

open class HTTPCookie: NSObject, @unchecked Sendable {
    public enum AcceptPolicy: UInt, Sendable {
        case always = 0
        case never = 1
        case onlyFromMainDocumentDomain = 2
    }
}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class URLCache: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var `default`: URLSessionConfiguration { URLSessionConfiguration() }
    open class var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
    open var requestCachePolicy: NSURLRequest.CachePolicy = .useProtocolCachePolicy
    open var timeoutIntervalForRequest: TimeInterval = 60
    open var timeoutIntervalForResource: TimeInterval = 604_800
    open var waitsForConnectivity: Bool = false
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy = .onlyFromMainDocumentDomain
    open var httpShouldSetCookies: Bool = true
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    open var httpCookieStorage: HTTPCookieStorage?
    open var urlCredentialStorage: URLCredentialStorage?
    open var urlCache: URLCache?
    open var httpMaximumConnectionsPerHost: Int = 6
}
