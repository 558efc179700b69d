import type { Metadata } from "next";
import { CreatingProfileScreen } from "@/components/accounts/creating-profile-screen";

export const metadata: Metadata = { title: "Creating your profile" };

export default function CreatingProfilePage() {
  return <CreatingProfileScreen />;
}
