import type { Metadata } from "next";
import { EditProfileScreen } from "@/components/profiles/edit-profile-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Edit Profile") };
}

export default function EditProfilePage() {
  return <EditProfileScreen />;
}
