import type { Metadata } from "next";
import { ComplaintForm } from "@/components/complaints/complaint-form";
import { FullPage } from "@/components/shell/full-page";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Make a complaint") };
}

export default function ComplaintPage() {
  return (
    <FullPage top>
      <ComplaintForm />
    </FullPage>
  );
}
