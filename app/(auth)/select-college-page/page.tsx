import type { Metadata } from "next";
import { CollegeScreen } from "@/components/accounts/college-screen";

export const metadata: Metadata = { title: "Select your college" };

export default function SelectCollegePage() {
  return <CollegeScreen />;
}
