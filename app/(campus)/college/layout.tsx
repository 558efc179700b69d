import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { CollegeLayout } from "@/components/college/college-layout";
import { getText } from "@/lib/language/server";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

const isStaff = async () => Boolean((await pageViewer())?.staffRole);

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: (await isStaff()) ? t("College") : t("Page not found") };
}

/** For the staff alone: for everyone else the address does not exist. */
export default async function Layout({ children }: { children: ReactNode }) {
  if (!(await isStaff())) notFound();
  return <CollegeLayout>{children}</CollegeLayout>;
}
