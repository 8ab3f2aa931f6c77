// The same with the form of `onChange` that takes one argument: apps with a lower floor use it. From iOS 17 and
// macOS 14 on it compiles with a warning, so here warnings of deprecation are no errors.
import Keylight
import SwiftUI

struct OlderContentView: View {
    let manager: LicenseManager

    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        Text("Hello")
            .onChange(of: scenePhase) { if $0 == .active { Task { await manager.refreshIfNeeded() } } }
    }
}
