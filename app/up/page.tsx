import type { Metadata } from "next";
import { FullPage } from "@/components/shell/full-page";
import { StatusScreen } from "@/components/status/status-screen";
import { viewsOfRecentDays } from "@/lib/analytics/server/page-views";
import { getText } from "@/lib/language/server";
import { checkServices } from "@/lib/platform/health";
import packageFile from "@/package.json";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Status") };
}

// Checked for every request.
export const dynamic = "force-dynamic";

export default async function StatusPage() {
  const [parts, views] = await Promise.all([checkServices(), viewsOfRecentDays()]);
  return (
    <FullPage>
      <StatusScreen parts={parts} views={views} version={packageFile.version} />
    </FullPage>
  );
}
