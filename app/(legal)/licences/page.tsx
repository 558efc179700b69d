import type { Metadata } from "next";
import { LicencesPage } from "@/components/legal/licences-page";
import { getText } from "@/lib/language/server";
import groups from "@/lib/legal/third-party.generated.json";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Third-party licences") };
}

export default async function Page() {
  return <LicencesPage groups={groups} t={await getText()} />;
}
