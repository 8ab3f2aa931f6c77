// A process that writes a store until it is killed, or once, or looks; for tests of several processes.
//
//   keylight-store-writer write DIRECTORY   writes without end; prints each number once it is stored
//   keylight-store-writer once DIRECTORY    writes once; prints the number
//   keylight-store-writer check DIRECTORY   prints the stored number
//   keylight-store-writer lock DIRECTORY    takes the refresh lock, says so, and holds it until standard input ends
//
// The number stands in two fields, so that a record of two halves is seen. Exit status: 0 fine, 1 the store failed
// (the reason goes to standard error), 2 what is stored is wrong, 64 called wrongly.
import KeylightCore
import KeylightLeaseStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

func say(_ text: String, to descriptor: Int32 = 1) {
    let bytes = Array((text + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
}

func add(_ store: SealedFileStore) throws -> Int64 {
    let record = try store.update { record in
        let next = Timestamp(record.trialStart?.secondsSince1970 ?? 0).adding(1)
        record.trialStart = next
        record.timeFloor = next
    }
    return record.trialStart?.secondsSince1970 ?? 0
}

func check(_ store: SealedFileStore) throws -> Int32 {
    switch try store.load() {
    case .absent: say("0")
    case .record(let record) where record.trialStart == record.timeFloor:
        say("\(record.trialStart?.secondsSince1970 ?? 0)")
    case let other:
        say("wrong: \(other)", to: 2)
        return 2
    }
    return 0
}

let arguments = CommandLine.arguments
guard arguments.count == 3, let tenant = ServiceIdentifier("acme"), let product = ServiceIdentifier("paint")
else {
    say("usage: keylight-store-writer write|once|check|lock DIRECTORY", to: 2)
    exit(64)
}
do {
    let store = try SealedFileStore(directory: arguments[2], tenant: tenant, product: product)
    switch arguments[1] {
    case "write": while true { say("\(try add(store))") }
    case "once": say("\(try add(store))")
    case "check": exit(try check(store))
    case "lock":
        guard case .acquired(let lock) = store.tryRefreshLock() else {
            say("held elsewhere")
            exit(1)
        }
        say("held")
        var byte: UInt8 = 0
        while read(0, &byte, 1) > 0 {}
        lock.release()
    default: exit(64)
    }
} catch {
    say("\(error)", to: 2)
    exit(1)
}
