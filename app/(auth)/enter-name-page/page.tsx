import type { Metadata } from "next";
import { NameScreen } from "@/components/accounts/name-screen";

export const metadata: Metadata = { title: "Your name" };

export default function EnterNamePage() {
  return <NameScreen />;
}
