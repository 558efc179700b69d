import type { Metadata } from "next";
import { Home } from "@/app/(campus)/home";

export const metadata: Metadata = { title: "Home" };

type Props = { searchParams: Promise<{ feed?: string | string[] }> };

export default async function MainFeedPage({ searchParams }: Props) {
  const { feed } = await searchParams;
  return <Home feed={feed} />;
}
