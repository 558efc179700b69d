import type { Metadata } from "next";
import { StudentIdScreen } from "@/components/accounts/student-id-screen";

export const metadata: Metadata = { title: "Your College ID" };

export default function EnterStudentIdPage() {
  return <StudentIdScreen />;
}
