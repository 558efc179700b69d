/**
 * What the keyboard shortcuts of a list of posts do. They work on the DOM: posts are focusable
 * articles, and their buttons already know how to like and how to open comments.
 */

const postsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(":scope > article")];

/** The post that contains the focus. */
function focusedPost(list: HTMLElement): HTMLElement | undefined {
  return postsOf(list).find((post) => post.contains(document.activeElement));
}

const isOnScreen = (element: HTMLElement) => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
};

/**
 * Moves the focus to the next (`by` 1) or the previous (-1) post and scrolls it below the top bar.
 * Starts at the focused post if it is on screen, else at the scroll position. Returns the number of
 * posts after the newly focused one.
 */
export function stepThroughPosts(list: HTMLElement, by: 1 | -1): number {
  const posts = postsOf(list);
  const focused = focusedPost(list);
  const target = focused && isOnScreen(focused) ? posts[posts.indexOf(focused) + by] : nearest(posts, by);
  target?.focus({ preventScroll: true });
  // Instant: with smooth scrolling, a fast second key would interrupt the first.
  target?.scrollIntoView({ block: "start", behavior: "instant" });
  return target ? posts.length - 1 - posts.indexOf(target) : 0;
}

/** The first post below the scroll position, or the last one above it. */
function nearest(posts: HTMLElement[], by: 1 | -1): HTMLElement | undefined {
  const line = Number.parseFloat(posts[0] ? getComputedStyle(posts[0]).scrollMarginTop : "0") || 0;
  const top = (post: HTMLElement) => post.getBoundingClientRect().top;
  return by === 1
    ? posts.find((post) => top(post) > line + 1)
    : posts.findLast((post) => top(post) < line - 1);
}

/** Likes or unlikes the focused post. */
export function likeFocusedPost(list: HTMLElement): void {
  focusedPost(list)?.querySelector<HTMLElement>("[data-action=like]")?.click();
}

/** Opens the comments of the focused post and focuses their text field. */
export function commentOnFocusedPost(list: HTMLElement): void {
  const post = focusedPost(list);
  const button = post?.querySelector<HTMLElement>("[data-action=comment]");
  if (!post || !button) return;
  if (button.getAttribute("aria-expanded") !== "true") button.click();
  focusWhenPresent(post, "textarea");
}

/** Focuses the page's search field; false if none is visible. */
export function focusSearch(): boolean {
  const fields = [...document.querySelectorAll<HTMLElement>("input[type=search]")];
  const field = fields.find((candidate) => candidate.checkVisibility());
  field?.focus();
  return field !== undefined;
}

const APPEAR_TIMEOUT_MS = 5_000;

/** Focuses the first visible match inside `root`, now or as soon as it appears. */
export function focusWhenPresent(root: HTMLElement, selector: string, options?: FocusOptions): void {
  const tryNow = () => {
    const matches = [...root.querySelectorAll<HTMLElement>(selector)];
    const visible = matches.find((match) => match.checkVisibility());
    visible?.focus(options);
    return visible !== undefined;
  };
  if (tryNow()) return;
  const observer = new MutationObserver(() => {
    if (tryNow()) observer.disconnect();
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), APPEAR_TIMEOUT_MS);
}
