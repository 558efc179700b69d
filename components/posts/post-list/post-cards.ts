import type { PostCardHandle } from "@/components/posts/post-card/post-card";

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
