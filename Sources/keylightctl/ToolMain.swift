import Keylight

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Where the process begins and ends.
@main
enum ToolMain {
    static func main() async {
        // A reader that goes, such as `head`, ends the output and not a command halfway through its work.
        signal(SIGPIPE, SIG_IGN)
        let tool = CommandLineTool(commands: Command.all, context: .process)
        let status = await tool.run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }
}
