import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { OwnPreview } from "@/components/users/own-preview";
import { pageViewer } from "@/lib/auth/page-viewer";
import { FEED_PAGE } from "@/lib/posts/limits";
import { userPostsOptions } from "@/lib/posts/queries";
import { listPostsOf } from "@/lib/posts/service/read";
import { firstPage, known, prefetch } from "@/lib/query/prefetch";
import { usersKeys } from "@/lib/users/keys";
import { getUser } from "@/lib/users/service/profile";

export const metadata: Metadata = { title: "Your profile, as others see it" };

export default async function ProfilePreviewPage() {
  const viewer = await pageViewer();
  if (!viewer) return null;
  const person = await getUser(viewer, viewer.id);
  const state = await prefetch(
    known(usersKeys.detail(person._id), person),
    firstPage(userPostsOptions(person._id), () =>
      listPostsOf(viewer, person._id, { page: 1, limit: FEED_PAGE }),
    ),
  );
  return (
    <HydrationBoundary state={state}>
      <OwnPreview userId={viewer.id} />
    </HydrationBoundary>
  );
}
