import type { Metadata } from "next";
import { ComplaintForm } from "@/components/complaints/complaint-form";
import { FullPage } from "@/components/shell/full-page";
import { confirmationBody } from "@/lib/complaints/schema";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Make a complaint") };
}

type Props = { searchParams: Promise<{ id?: string | string[]; key?: string | string[] }> };

/** The form; behind the link of a mail, the question whether one has written a complaint. */
export default async function ComplaintPage({ searchParams }: Props) {
  const { id, key } = await searchParams;
  return (
    <FullPage top>
      <ComplaintForm answered={confirmationBody.safeParse({ complaintId: id, key }).data} />
    </FullPage>
  );
}
