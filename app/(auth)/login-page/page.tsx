import type { Metadata } from "next";
import { cookies } from "next/headers";
import { LoginScreen } from "@/components/accounts/login-screen";
import { getText } from "@/lib/language/server";
import { env } from "@/lib/platform/env";
import { RETURNING } from "@/lib/sessions/marker-cookies";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Log in") };
}

type Props = { searchParams: Promise<{ next?: string | string[]; oidc?: string | string[] }> };

export default async function LoginPage({ searchParams }: Props) {
  const { next, oidc } = await searchParams;
  const { NEXT_PUBLIC_GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER_URL, OIDC_ISSUER, OIDC_NAME = null } = env();
  const script = GOOGLE_ISSUER_URL ? "/dev/google/client.js" : "https://accounts.google.com/gsi/client";
  const outcome = typeof oidc === "string" ? oidc : null;
  return (
    <LoginScreen
      google={clientId ? { clientId, script } : null}
      oidc={OIDC_ISSUER ? { name: OIDC_NAME, outcome } : null}
      next={typeof next === "string" ? next : null}
      isReturning={(await cookies()).has(RETURNING)}
    />
  );
}
