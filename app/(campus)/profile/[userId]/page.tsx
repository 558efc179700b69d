import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { DeactivatedProfile } from "@/components/profiles/missing-profile";
import { ProfileScreen } from "@/components/profiles/profile-screen";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { ApiError } from "@/lib/platform/errors";
import { userPostsOptions } from "@/lib/posts/client/queries";
import { FEED_PAGE } from "@/lib/posts/policy";
import { listPostsOf } from "@/lib/posts/server/read";
import { usersKeys } from "@/lib/profiles/client/cache";
import { type User, userParams } from "@/lib/profiles/schema";
import { getUser } from "@/lib/profiles/server/profile";
import { firstPage, prefetch, seed } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";
import { USER_NOT_FOUND } from "@/lib/text/errors";
import { isolated } from "@/lib/text/names";

type Props = { params: Promise<{ userId: string }> };

/** The person in the path, or why there is none; read once for both title and page. */
const findPerson = cache(async (userId: string): Promise<User | "not_found" | "user_deactivated"> => {
  const viewer = await pageViewer();
  const { data } = userParams.safeParse({ userId });
  if (!viewer || !data) return "not_found";
  try {
    return await getUser(viewer, data.userId);
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === "not_found" || code === "user_deactivated") return code;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getText();
  const person = await findPerson((await params).userId);
  if (person === "not_found") return { title: t(USER_NOT_FOUND) };
  return { title: person === "user_deactivated" ? t("Account deactivated") : isolated(person.name) };
}

export default async function ProfilePage({ params }: Props) {
  const { userId } = await params;
  const viewer = await pageViewer();
  if (!viewer) return null;
  const person = await findPerson(userId);
  if (person === "not_found") notFound();
  if (person === "user_deactivated") return <DeactivatedProfile />;
  const state = await prefetch(
    seed(usersKeys.detail(person._id), person),
    firstPage(userPostsOptions(person._id), () =>
      listPostsOf(viewer, person._id, { page: 1, limit: FEED_PAGE }),
    ),
  );
  return (
    <HydrateOnce state={state}>
      <ProfileScreen key={person._id} userId={person._id} />
    </HydrateOnce>
  );
}
