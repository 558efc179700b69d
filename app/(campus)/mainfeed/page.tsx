import type { Metadata } from "next";
import { Home } from "@/app/(campus)/home";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Home") };
}

type Props = { searchParams: Promise<{ feed?: string | string[] }> };

export default async function MainFeedPage({ searchParams }: Props) {
  const { feed } = await searchParams;
  return <Home feed={feed} />;
}
