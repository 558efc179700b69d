"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import {
  Fragment,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useLightbox } from "@/components/posts/lightbox/use-lightbox";
import type { PostCardHandle } from "@/components/posts/post-card/post-card";
import { PostCard } from "@/components/posts/post-card/post-card";
import { PostSkeletons } from "@/components/posts/post-list/post-skeleton";
import { useScrollRestoration } from "@/components/posts/post-list/use-scroll-restoration";
import { ErrorState } from "@/components/ui/error-state";
import { lazyComponent } from "@/components/ui/lazy-component";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { useInView } from "@/lib/dom/use-in-view";
import { useTranslate } from "@/lib/language/translate";
import { postItems } from "@/lib/posts/client/cache";
import type { PostListOptions } from "@/lib/posts/client/queries";

// Optional: everything can be done without them.
const PostShortcuts = lazyComponent(
  () => import("@/components/posts/post-list/post-shortcuts").then((module) => module.PostShortcuts),
  { optional: true },
);

/**
 * Posts in a page's HTML: more than fit on a screen. The page has the data of the others too, and
 * React adds them below. Rendering all of them twice, here and there, would cost the server half of
 * a page's time, and a phone on a slow network half of its download.
 */
const POSTS_IN_HTML = 3;

/** Who is new comes for the posts; what is offered among them waits for the second. */
const INTERLUDE_AFTER = 2;

const subscribeToNothing = () => () => {};

/** False while the server renders and React takes its HTML over; then, without hurry, true. */
const useIsHydrated = () =>
  useDeferredValue(
    useSyncExternalStore(
      subscribeToNothing,
      () => true,
      () => false,
    ),
  );

/** When the next page loads (docs/product.md, Numbers). */
const SENTINEL = { rootMargin: "100px", threshold: 0.5 };

export type PostListHandle = Pick<PostCards, "focus">;

type Props = {
  ref?: Ref<PostListHandle>;
  options: PostListOptions;
  /** The accessible name of the list. */
  label: string;
  /** Shown when there are no posts. */
  empty: ReactNode;
  /** Posts that are not on the server yet. They are where they will be, also in an empty list. */
  pending?: ReactNode;
  /** An article after the second post, or the only one. */
  interlude?: ReactNode;
  /** Shown after the last post. */
  endText?: string;
};

/** An infinite list of posts, with lightbox, keyboard shortcuts and scroll restoration. */
export function PostList({ ref, options, label, empty, pending, interlude, endText }: Props) {
  const t = useTranslate();
  const query = useInfiniteQuery(options);
  const list = useRef<HTMLDivElement>(null);
  const [cards] = useState(() => new PostCards());
  useImperativeHandle(ref, () => cards, [cards]);
  const posts = postItems.all(query.data);
  const isHydrated = useIsHydrated();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;

  const canLoadMore = hasNextPage && !query.isFetching && !isFetchNextPageError;
  const sentinel = useInView<HTMLDivElement>(() => fetchNextPage(), {
    ...SENTINEL,
    enabled: canLoadMore,
  });
  useScrollRestoration({
    cards: () => cards.of(posts),
    pages: isHydrated && query.data ? query.data.pages.length : 0,
    hasMore: hasNextPage && !isFetchNextPageError,
    isLoading: query.isFetching,
    loadMore: () => void fetchNextPage(),
  });
  const { openMedia, lightbox } = useLightbox(posts);

  const content = () => {
    const alone = (content: ReactNode) => (
      <div className="flex flex-col gap-2 md:gap-4">
        {pending}
        {content}
      </div>
    );
    if (query.isPending) return alone(<PostSkeletons />);
    if (query.isError && !query.data) {
      return alone(
        <ListError error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />,
      );
    }
    if (posts.length === 0 && !hasNextPage) return alone(empty);
    return (
      <>
        {query.isRefetchError && (
          <div className="pb-2 md:pb-4">
            <ListError error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />
          </div>
        )}
        <div
          ref={list}
          role="feed"
          aria-label={label}
          aria-busy={query.isFetching}
          tabIndex={-1}
          className="flex flex-col outline-none md:gap-4"
        >
          {pending}
          {posts.slice(0, isHydrated ? posts.length : POSTS_IN_HTML).map((post, index) => (
            <Fragment key={post._id}>
              <PostCard
                ref={cards.register}
                post={post}
                position={index + 1}
                setSize={hasNextPage ? -1 : posts.length}
                onOpenMedia={openMedia}
              />
              {index === Math.min(INTERLUDE_AFTER, posts.length) - 1 && isHydrated && interlude}
            </Fragment>
          ))}
        </div>
        {isFetchingNextPage && (
          <div className="md:pt-4">
            <PostSkeletons count={1} />
          </div>
        )}
        {isFetchNextPageError && !isFetchingNextPage && (
          <ListError error={query.error} onRetry={() => fetchNextPage()} isPending={isFetchingNextPage} />
        )}
        {hasNextPage && <div ref={sentinel} aria-hidden className="h-4" />}
        {!hasNextPage && (
          <p className="flex items-center justify-center gap-2 py-8 text-center text-ink2 text-label">
            <Check aria-hidden className="size-4" />
            {endText ?? t("You're all caught up!")}
          </p>
        )}
        {isHydrated && (
          <PostShortcuts
            cards={() => cards.of(posts)}
            list={list}
            onNearEnd={() => canLoadMore && void fetchNextPage()}
          />
        )}
        {lightbox}
      </>
    );
  };
  return content();
}

/**
 * Where the server sent no message, the feed shows the status (docs/product.md); other screens have
 * a sentence.
 */
const listMessage = (error: unknown): string => {
  const answer = apiError(error);
  return answer?.is("http") ? `HTTP error! status: ${answer.status}` : messageOf(error);
};

function ListError({
  error,
  onRetry,
  isPending,
}: {
  error: unknown;
  onRetry: () => void;
  isPending: boolean;
}) {
  return (
    <div className="card-bleed">
      <ErrorState error={error} message={listMessage(error)} onRetry={onRetry} isPending={isPending} />
    </div>
  );
}

/** The cards of a list of posts that are on the page. Each registers itself as its `ref`. */
export class PostCards {
  readonly #cards = new Map<string, PostCardHandle>();
  /** The post to focus as soon as its card is on the page. */
  #awaited: string | undefined;

  /** The `ref` of each card. */
  readonly register = (card: PostCardHandle | null): (() => void) | undefined => {
    if (!card) return undefined;
    this.#cards.set(card.postId, card);
    if (this.#awaited === card.postId) this.focus(card.postId);
    return () => {
      this.#cards.delete(card.postId);
    };
  };

  /** The cards of these posts, in their order. */
  of(posts: readonly { _id: string }[]): PostCardHandle[] {
    return posts.flatMap((post) => this.#cards.get(post._id) ?? []);
  }

  /** Focuses a post without scrolling, now or as soon as it is on the page. */
  focus(postId: string): void {
    const card = this.#cards.get(postId);
    this.#awaited = card ? undefined : postId;
    card?.element()?.focus({ preventScroll: true });
  }
}
