import type { Metadata } from "next";
import { FullPage } from "@/components/shell/full-page";
import { OfflineScreen } from "@/components/shell/offline-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("You are offline") };
}

/**
 * What the service worker shows instead of a page that is not cached. It contains nothing personal,
 * because it is cached for everyone who uses the browser.
 */
export default function Page() {
  return (
    <FullPage>
      <OfflineScreen />
    </FullPage>
  );
}
