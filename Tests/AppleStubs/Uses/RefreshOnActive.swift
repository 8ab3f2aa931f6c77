// The use of the SDK in a SwiftUI app, as the documentation shows it.
import Keylight
import SwiftUI

struct ContentView: View {
    let manager: LicenseManager

    @Environment(\.scenePhase) private var scenePhase

    var body: some View {
        Text("Hello")
            .onChange(of: scenePhase) { _, phase in
                if phase == .active { Task { await manager.refreshIfNeeded() } }
            }
    }
}
