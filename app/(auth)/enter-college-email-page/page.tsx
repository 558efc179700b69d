import type { Metadata } from "next";
import { CollegeEmailScreen } from "@/components/accounts/college-email-screen";

export const metadata: Metadata = { title: "Your college email" };

export default function EnterCollegeEmailPage() {
  return <CollegeEmailScreen />;
}
