"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type MouseEvent, useState } from "react";
import { Composers } from "@/components/gallery/composers";
import { Fields } from "@/components/gallery/fields";
import { Layers } from "@/components/gallery/layers";
import { Moderation } from "@/components/gallery/moderation";
import { OWN_DECISIONS } from "@/components/gallery/moderation-samples";
import { Notifications } from "@/components/gallery/notifications";
import { People, Profiles } from "@/components/gallery/people";
import { COMMENTS, POSTS } from "@/components/gallery/post-samples";
import { Comments, Posts } from "@/components/gallery/posts";
import { Buttons, SmallParts } from "@/components/gallery/primitives";
import { Safety } from "@/components/gallery/safety";
import { ME, MEMBERS, personOf } from "@/components/gallery/samples";
import { States } from "@/components/gallery/states";
import { commentsOptions } from "@/lib/comments/client/queries";
import { ownDecisionsOptions } from "@/lib/moderation/client/own-decisions";
import { suggestionsOptions } from "@/lib/people-search/client/queries";
import { SUGGESTIONS_TO_EXPLORE } from "@/lib/people-search/policy";
import { trendingTagsOptions, userPostsOptions } from "@/lib/posts/client/queries";
import { usersKeys } from "@/lib/profiles/client/cache";
import { onePage } from "@/lib/query/pages";

const CONTENTS = [
  ["buttons", "Buttons"],
  ["small", "Small parts"],
  ["fields", "Fields"],
  ["layers", "Menus, dialogs and toasts"],
  ["states", "Empty, failed, loading, offline"],
  ["posts", "Posts"],
  ["comments", "Comments"],
  ["composer", "Composer"],
  ["people", "People"],
  ["profiles", "Profiles"],
  ["notifications", "Notifications"],
  ["safety", "Reports and notices"],
  ["moderation", "Moderation"],
] as const;

/**
 * Every component in every state, in the current theme, with fixed data. The query cache is filled
 * in advance, so that nothing is requested from the server. Links do not navigate.
 */
export function Gallery() {
  const [client] = useState(makeClient);
  return (
    <QueryClientProvider client={client}>
      <div className="flex w-full max-w-7xl flex-col gap-12 py-4" onClickCapture={stayHere}>
        <header>
          <h1 className="text-3xl">Gallery</h1>
          <p className="mt-2 text-ink2">
            Every component in every state, with made-up data. The toggle above changes the theme.
          </p>
          <nav aria-label="Groups" className="mt-4">
            <ul className="flex flex-wrap gap-x-4">
              {CONTENTS.map(([id, title]) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <Buttons />
        <SmallParts />
        <Fields />
        <Layers />
        <States />
        <Posts />
        <Comments />
        <Composers />
        <People />
        <Profiles />
        <Notifications />
        <Safety />
        <Moderation />
      </div>
    </QueryClientProvider>
  );
}

function stayHere(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link && !link.hash) event.preventDefault();
}

/** A query cache with every answer that the components need, never stale. */
function makeClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const paging = { currentPage: 1, totalPages: 1, nextCursor: null };
  const posts = Object.values(POSTS);
  client.setQueryData(usersKeys.me(), ME);
  for (const { _id, commentsCount } of posts) {
    const comments =
      commentsCount > 0 ? COMMENTS.filter((comment) => !comment._id.startsWith("pending")) : [];
    const page = { comments, total: comments.length, ...paging };
    client.setQueryData(commentsOptions(_id).queryKey, onePage(page));
  }
  const page = { posts, total: posts.length, ...paging };
  client.setQueryData(userPostsOptions(ME._id).queryKey, onePage(page));
  const people = [MEMBERS.ishita, MEMBERS.kabir, MEMBERS.meera, MEMBERS.longName];
  client.setQueryData(
    suggestionsOptions(SUGGESTIONS_TO_EXPLORE).queryKey,
    people.map((member, index) => ({
      ...personOf(member),
      mutualCount: index,
      joinedBy: MEMBERS.aarav.name,
    })),
  );
  const decisions = { decisions: OWN_DECISIONS, hasMore: false, nextCursor: null };
  client.setQueryData(ownDecisionsOptions().queryKey, onePage(decisions));
  client.setQueryData(trendingTagsOptions().queryKey, [
    { tag: "techfest26", postsCount: 1_240, peopleCount: 312 },
    { tag: "goldenhour", postsCount: 2, peopleCount: 1 },
  ]);
  return client;
}
