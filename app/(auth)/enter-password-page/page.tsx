import type { Metadata } from "next";
import { PasswordScreen } from "@/components/accounts/password-screen";
import { departments } from "@/lib/campus/server/campus";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Create a password") };
}

import { collegeCodeOf } from "@/lib/profiles/server/affiliation";
import { pageUser } from "@/lib/profiles/server/profile";
import { pageViewerOrBanned } from "@/lib/sessions/server/page-viewer";

type Props = { searchParams: Promise<{ again?: string | string[] }> };

export default async function EnterPasswordPage({ searchParams }: Props) {
  const { again } = await searchParams;
  const viewer = await pageViewerOrBanned();
  const college = viewer ? collegeCodeOf(await pageUser(viewer)) : "";
  return <PasswordScreen again={again !== undefined} departments={departments(college)} />;
}
