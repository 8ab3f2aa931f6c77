import Foundation
import Keylight

/// Where the process begins and ends.
@main
enum ToolMain {
    static func main() async {
        let tool = CommandLineTool(commands: Command.all, context: .process)
        let status = await tool.run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }
}
