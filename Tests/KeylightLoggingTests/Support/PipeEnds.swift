import Foundation

/// The two ends of a pipe, closed when nobody needs them any more.
final class PipeEnds: @unchecked Sendable {
    let reader: Int32
    private(set) var writer: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        _ = pipe(&ends)
        reader = ends[0]
        writer = ends[1]
    }

    /// A descriptor whose reader has gone.
    static func withoutReader() -> PipeEnds {
        let pipe = PipeEnds()
        pipe.isReaderOpen = false
        close(pipe.reader)
        return pipe
    }

    private var isReaderOpen = true

    func closeWriter() {
        close(writer)
        writer = -1
    }

    /// Reads until all writers have closed.
    func readToEnd() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(reader, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer[..<count]
            } else if count == 0 || errno != EINTR {
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    deinit {
        if isReaderOpen { close(reader) }
        if writer >= 0 { close(writer) }
    }
}
