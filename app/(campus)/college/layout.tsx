import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { CollegeLayout } from "@/components/college/college-layout";
import { getText } from "@/lib/language/server";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

const staffRole = async () => (await pageViewer())?.staffRole;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  const role = await staffRole();
  if (!role) return { title: t("Page not found") };
  // Moderators read it as a part of moderation.
  return { title: role === "admin" ? t("College") : t("Moderation") };
}

/** For the staff alone: for everyone else the address does not exist. */
export default async function Layout({ children }: { children: ReactNode }) {
  if (!(await staffRole())) notFound();
  return <CollegeLayout>{children}</CollegeLayout>;
}
