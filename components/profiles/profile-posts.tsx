"use client";

import * as Tabs from "@radix-ui/react-tabs";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Camera, Grid3x3, Rows3 } from "lucide-react";
import { PostList } from "@/components/posts/post-list/post-list";
import { PostGrid } from "@/components/profiles/post-grid";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { useSearchParam } from "@/lib/dom/use-search-param";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { PostPages } from "@/lib/posts/client/cache";
import { type PostListOptions, userPostsOptions } from "@/lib/posts/client/queries";
import { isolated } from "@/lib/text/names";

const VIEWS = [
  { value: "grid", label: "Grid", Icon: Grid3x3 },
  { value: "list", label: "List", Icon: Rows3 },
] as const;

type Props = {
  userId: string;
  name: string;
  isMe: boolean;
  /** In the preview of the viewer's own profile, which opens posts on their own page. */
  asOthers: boolean;
};

/** What moderators hold or have removed is seen by its author alone. */
const withoutWithheld = (data: PostPages): PostPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, posts: page.posts.filter(({ withheld }) => !withheld) })),
});

/** A person's posts as a grid or a list. The address says which: `?view=list`. */
export function ProfilePosts({ userId, name, isMe, asOthers }: Props) {
  const t = useTranslate();
  const [chosenView, changeView] = useSearchParam("view");
  const view = chosenView === "list" ? "list" : "grid";
  const options: PostListOptions = {
    ...userPostsOptions(userId),
    ...(asOthers && { select: withoutWithheld }),
  };
  const first = useInfiniteQuery(options).data?.pages[0];
  const label = isMe ? t("Your posts") : t("Posts by {name}", { name: isolated(name) });
  const empty = (
    <div className="card-bleed">
      {isMe ? (
        <EmptyState
          icon={Camera}
          title={t("Share your first post")}
          action={<ButtonLink href="/create-post">{t("Create Post")}</ButtonLink>}
        >
          {t("Your photos and videos show up here.")}
        </EmptyState>
      ) : (
        <EmptyState icon={Camera} title={t("No posts yet")}>
          <Rich text="When {name} posts, you see it here." values={{ name: <bdi>{name}</bdi> }} />
        </EmptyState>
      )}
    </div>
  );
  // What moderators removed is not counted, but its author still sees it.
  if (first?.total === 0 && !(isMe && first.posts.length > 0)) return empty;
  return (
    <Tabs.Root value={view} onValueChange={(next) => changeView(next === "list" ? next : undefined)}>
      <Tabs.List
        aria-label={t("How posts are shown")}
        className="flex gap-1 border-line border-y bg-surface p-1.5 max-md:-mt-px md:mb-4 md:rounded-card md:border-x md:shadow-(--shadow-soft)"
      >
        {VIEWS.map(({ value, label: text, Icon }) => (
          <Tabs.Trigger
            key={value}
            value={value}
            className="flex min-h-11 flex-1 items-center justify-center gap-2 rounded-field font-semibold text-ink2 text-label transition-colors hover:text-ink data-[state=active]:bg-soft data-[state=active]:text-brand"
          >
            <Icon aria-hidden className="size-4.5" />
            {t(text)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="grid" tabIndex={-1} className="outline-none">
        <PostGrid options={options} label={label} empty={empty} opensOverPage={!asOthers} />
      </Tabs.Content>
      <Tabs.Content value="list" tabIndex={-1} className="outline-none">
        <PostList options={options} label={label} empty={empty} />
      </Tabs.Content>
    </Tabs.Root>
  );
}
