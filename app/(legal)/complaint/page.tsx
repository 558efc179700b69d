import type { Metadata } from "next";
import { ComplaintForm } from "@/components/complaints/complaint-form";
import { FullPage } from "@/components/shell/full-page";

export const metadata: Metadata = { title: "Make a complaint" };

export default function ComplaintPage() {
  return (
    <FullPage top>
      <ComplaintForm />
    </FullPage>
  );
}
