import type { Metadata } from "next";
import { StudentIdScreen } from "@/components/accounts/student-id-screen";
import { departments, programmes } from "@/lib/campus/server/campus";
import { getText } from "@/lib/language/server";
import { collegeCodeOf } from "@/lib/profiles/server/affiliation";
import { pageUser } from "@/lib/profiles/server/profile";
import { pageViewerOrBanned } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Your College ID") };
}

export default async function EnterStudentIdPage() {
  const viewer = await pageViewerOrBanned();
  const college = viewer ? collegeCodeOf(await pageUser(viewer)) : "";
  return <StudentIdScreen lists={{ departments: departments(college), programmes: programmes(college) }} />;
}
