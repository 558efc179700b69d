import type { Metadata } from "next";
import { LoginScreen } from "@/components/accounts/login-screen";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Log in" };

type Props = { searchParams: Promise<{ next?: string | string[] }> };

export default async function LoginPage({ searchParams }: Props) {
  const { next } = await searchParams;
  const clientId = env().NEXT_PUBLIC_GOOGLE_CLIENT_ID ?? null;
  return <LoginScreen googleClientId={clientId} next={typeof next === "string" ? next : null} />;
}
