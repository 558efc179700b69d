import { notFound, redirect } from "next/navigation";
import { findByUsername } from "@/lib/profiles/server/username";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

type Props = { params: Promise<{ username: string }> };

/** The short address of a profile: leads to the one that stays when the username changes. */
export default async function UsernamePage({ params }: Props) {
  if (!(await pageViewer())) return null;
  const userId = await findByUsername((await params).username);
  if (!userId) notFound();
  redirect(`/profile/${userId}`);
}
