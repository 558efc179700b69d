import { notFound, redirect } from "next/navigation";
import { pageViewer } from "@/lib/auth/page-viewer";
import { findByUsername } from "@/lib/users/service/username";

type Props = { params: Promise<{ username: string }> };

/** The short address of a profile: leads to the one that stays when the username changes. */
export default async function UsernamePage({ params }: Props) {
  if (!(await pageViewer())) return null;
  const userId = await findByUsername((await params).username);
  if (!userId) notFound();
  redirect(`/profile/${userId}`);
}
