import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TagPosts } from "@/components/posts/post-list/tag-posts";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { getText } from "@/lib/language/server";
import { tagPostsOptions } from "@/lib/posts/client/queries";
import { FEED_PAGE } from "@/lib/posts/policy";
import { tagField } from "@/lib/posts/schema";
import { listPostsOfTag } from "@/lib/posts/server/read";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

type Props = { params: Promise<{ tag: string }> };

/** The tag in the path; undefined when it is not a valid tag, since anyone can type one. */
async function tagOf({ params }: Props): Promise<string | undefined> {
  const { tag } = await params;
  try {
    return tagField.safeParse(decodeURIComponent(tag)).data;
  } catch {
    // `%zz` cannot be decoded.
    return undefined;
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await getText();
  const tag = await tagOf(props);
  return { title: tag ? `#${tag}` : t("Not found") };
}

export default async function TagPage(props: Props) {
  const tag = await tagOf(props);
  if (!tag) notFound();
  const viewer = await pageViewer();
  const state =
    viewer &&
    (await prefetch(
      firstPage(tagPostsOptions(tag), () => listPostsOfTag(viewer, tag, { page: 1, limit: FEED_PAGE })),
    ));
  return (
    <HydrateOnce state={state}>
      <TagPosts tag={tag} />
    </HydrateOnce>
  );
}
