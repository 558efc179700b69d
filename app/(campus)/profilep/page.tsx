import type { Metadata } from "next";
import { PublicProfilePreview } from "@/components/profiles/profile-screen";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { userPostsOptions } from "@/lib/posts/client/queries";
import { FEED_PAGE } from "@/lib/posts/policy";
import { listPostsOf } from "@/lib/posts/server/read";
import { usersKeys } from "@/lib/profiles/client/cache";
import { getUser } from "@/lib/profiles/server/profile";
import { firstPage, prefetch, seed } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Your profile, as others see it") };
}

export default async function ProfilePreviewPage() {
  const viewer = await pageViewer();
  if (!viewer) return null;
  const person = await getUser(viewer, viewer.id);
  const state = await prefetch(
    seed(usersKeys.detail(person._id), person),
    firstPage(userPostsOptions(person._id), () =>
      listPostsOf(viewer, person._id, { page: 1, limit: FEED_PAGE }),
    ),
  );
  return (
    <HydrateOnce state={state}>
      <PublicProfilePreview userId={viewer.id} />
    </HydrateOnce>
  );
}
