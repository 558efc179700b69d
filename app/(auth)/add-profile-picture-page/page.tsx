import type { Metadata } from "next";
import { AddPictureScreen } from "@/components/accounts/add-picture-screen";

export const metadata: Metadata = { title: "Add a profile picture" };

export default function AddProfilePicturePage() {
  return <AddPictureScreen />;
}
