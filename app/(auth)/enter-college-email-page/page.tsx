import type { Metadata } from "next";
import { CollegeEmailScreen } from "@/components/auth/college-email-screen";

export const metadata: Metadata = { title: "Your college email" };

export default function EnterCollegeEmailPage() {
  return <CollegeEmailScreen />;
}
