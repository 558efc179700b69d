import type { Metadata } from "next";
import { AddPictureScreen } from "@/components/accounts/add-picture-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Add a profile picture") };
}

export default function AddProfilePicturePage() {
  return <AddPictureScreen />;
}
