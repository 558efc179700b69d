import type { Metadata } from "next";
import { EditProfileScreen } from "@/components/profiles/edit-profile-screen";
import { departments, programmes } from "@/lib/campus/server/campus";
import { getText } from "@/lib/language/server";
import { collegeCodeOf } from "@/lib/profiles/server/affiliation";
import { pageUser } from "@/lib/profiles/server/profile";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Edit Profile") };
}

export default async function EditProfilePage() {
  const viewer = await pageViewer();
  const college = viewer ? collegeCodeOf(await pageUser(viewer)) : "";
  const lists = { departments: departments(college), programmes: programmes(college) };
  return <EditProfileScreen lists={lists} />;
}
