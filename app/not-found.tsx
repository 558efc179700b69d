import type { Metadata } from "next";
import { FullPage } from "@/components/shell/full-page";
import { NotFoundScreen } from "@/components/shell/not-found-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Page not found") };
}

export default function NotFound() {
  return (
    <FullPage>
      <NotFoundScreen />
    </FullPage>
  );
}
