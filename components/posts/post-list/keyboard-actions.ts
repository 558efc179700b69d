/**
 * What the keyboard does in a list of posts, on the page itself: its posts are focusable articles,
 * and their buttons already know how to like and to open comments.
 */

const postsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(":scope > article")];

/** The post that has the focus, itself or in it. */
function focusedPost(list: HTMLElement): HTMLElement | undefined {
  return postsOf(list).find((post) => post.contains(document.activeElement));
}

const isInSight = (element: HTMLElement) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
};

/**
 * Moves the focus to the next post (`by` 1) or the one before (-1), and the post below the bars.
 * Starts from the post with the focus while that is in sight, else from where one is reading.
 * Returns how many posts follow the new one.
 */
export function stepThroughPosts(list: HTMLElement, by: 1 | -1): number {
  const posts = postsOf(list);
  const focused = focusedPost(list);
  const target = focused && isInSight(focused) ? posts[posts.indexOf(focused) + by] : nearest(posts, by);
  target?.focus({ preventScroll: true });
  // At once: a page still gliding towards one post when the next key comes makes people lose both.
  target?.scrollIntoView({ block: "start", behavior: "instant" });
  return target ? posts.length - 1 - posts.indexOf(target) : 0;
}

/**
 * The first post that begins below the line a post is brought to, or the last that begins above it.
 */
function nearest(posts: HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const line = Number.parseFloat(posts[0] ? getComputedStyle(posts[0]).scrollMarginTop : "0") || 0;
  const top = (post: HTMLElement) => post.getBoundingClientRect().top;
  return by === 1
    ? posts.find((post) => top(post) > line + 1)
    : posts.findLast((post) => top(post) < line - 1);
}

/** Likes the focused post, or takes the like back. */
export function likeFocusedPost(list: HTMLElement): void {
  focusedPost(list)?.querySelector<HTMLElement>("[data-action=like]")?.click();
}

/** Opens the comments of the focused post and puts the focus into their field. */
export function commentOnFocusedPost(list: HTMLElement): void {
  const post = focusedPost(list);
  const button = post?.querySelector<HTMLElement>("[data-action=comment]");
  if (!post || !button) return;
  if (button.getAttribute("aria-expanded") !== "true") button.click();
  focusWhenPresent(post, "textarea");
}

/** Puts the focus into the page's own search field; false when none is in sight. */
export function focusSearch(): boolean {
  const fields = [...document.querySelectorAll<HTMLElement>("input[type=search]")];
  const field = fields.find((each) => each.checkVisibility());
  field?.focus();
  return field !== undefined;
}

/** How long something that was asked for may take to appear, in milliseconds. */
const PATIENCE = 5_000;

/** Focuses the first match below `place`, now or once it appears. */
export function focusWhenPresent(place: HTMLElement, selector: string, options?: FocusOptions): void {
  const tryNow = () => {
    const found = [...place.querySelectorAll<HTMLElement>(selector)].find((each) => each.checkVisibility());
    found?.focus(options);
    return found !== undefined;
  };
  if (tryNow()) return;
  const observer = new MutationObserver(() => {
    if (tryNow()) observer.disconnect();
  });
  observer.observe(place, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), PATIENCE);
}
