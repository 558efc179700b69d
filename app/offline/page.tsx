import type { Metadata } from "next";
import { FullPage } from "@/components/shell/full-page";
import { OfflineScreen } from "@/components/shell/offline-screen";

export const metadata: Metadata = { title: "You are offline" };

/**
 * What the service worker shows in place of a page that was never read here. Nobody's: it is kept
 * for everybody.
 */
export default function Page() {
  return (
    <FullPage>
      <OfflineScreen />
    </FullPage>
  );
}
