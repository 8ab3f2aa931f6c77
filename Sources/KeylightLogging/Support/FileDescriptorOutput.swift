#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Writes to a file descriptor that belongs to somebody else.
///
/// When the reader of a pipe has gone, the system sends SIGPIPE, which ends the process unless the app took care.
/// A library must neither die of a log line nor change the app's signal handling, so the signal is kept away for
/// the time of the call only.
struct FileDescriptorOutput: Sendable {
    let fileDescriptor: Int32

    /// Makes one attempt to write.
    func write(_ bytes: UnsafeRawBufferPointer) -> LineWriter.Outcome {
        withoutBrokenPipeSignal {
            let count = systemWrite(fileDescriptor, bytes.baseAddress, bytes.count)
            return count < 0 ? .failed(errno) : .wrote(count)
        }
    }

    /// Waits until the descriptor takes more, for at most 100 ms: as long as a user does not notice.
    func waitUntilWritable() -> Bool {
        var request = pollfd(fd: fileDescriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, 100) > 0
    }

    #if canImport(Darwin)
        /// Here the signal goes to the process, not to the thread, so it is turned off at the descriptor.
        private func withoutBrokenPipeSignal(_ body: () -> LineWriter.Outcome) -> LineWriter.Outcome {
            let before = fcntl(fileDescriptor, F_GETNOSIGPIPE)
            guard before == 0 else { return body() }
            _ = fcntl(fileDescriptor, F_SETNOSIGPIPE, 1)
            let outcome = body()
            _ = fcntl(fileDescriptor, F_SETNOSIGPIPE, 0)
            return outcome
        }
    #else
        /// Here the signal goes to the thread that writes: it is blocked, taken off the queue, and let in again.
        private func withoutBrokenPipeSignal(_ body: () -> LineWriter.Outcome) -> LineWriter.Outcome {
            var brokenPipe = sigset_t()
            sigemptyset(&brokenPipe)
            sigaddset(&brokenPipe, SIGPIPE)
            var pending = sigset_t()
            sigemptyset(&pending)
            sigpending(&pending)
            // One that waits already is not ours to take.
            let waitedAlready = sigismember(&pending, SIGPIPE) == 1
            var mask = sigset_t()
            guard pthread_sigmask(SIG_BLOCK, &brokenPipe, &mask) == 0 else { return .failed(EPIPE) }
            let outcome = body()
            if case .failed(EPIPE) = outcome, !waitedAlready {
                var noTime = timespec(tv_sec: 0, tv_nsec: 0)
                while sigtimedwait(&brokenPipe, nil, &noTime) < 0, errno == EINTR {}
            }
            pthread_sigmask(SIG_SETMASK, &mask, nil)
            return outcome
        }
    #endif
}

/// The system's `write`, under a name that the method above does not hide.
private func systemWrite(_ fileDescriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(fileDescriptor, bytes, count)
}
