open class Thread: NSObject {
    open class var isMainThread: Bool { true }
}
