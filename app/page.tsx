import { Landing } from "@/components/landing/landing";
import { GOODBYE } from "@/lib/accounts/policy";

type Props = { searchParams: Promise<{ goodbye?: string | string[] }> };

export default async function LandingPage({ searchParams }: Props) {
  const { goodbye } = await searchParams;
  const isKnown = goodbye === "deleted" || goodbye === "deactivated";
  return <Landing goodbye={isKnown ? GOODBYE[goodbye] : undefined} />;
}
