import type { Metadata } from "next";
import { StudentIdScreen } from "@/components/accounts/student-id-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Your College ID") };
}

export default function EnterStudentIdPage() {
  return <StudentIdScreen />;
}
