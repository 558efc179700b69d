import type { Metadata } from "next";
import { PasswordScreen } from "@/components/accounts/password-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Create a password") };
}

type Props = { searchParams: Promise<{ again?: string | string[] }> };

export default async function EnterPasswordPage({ searchParams }: Props) {
  const { again } = await searchParams;
  return <PasswordScreen again={again !== undefined} />;
}
