import { expect, type Page } from "playwright/test";
import { commentButton } from "../feed";
import { photo } from "../fixtures";
import { LONG_CAPTION } from "./fixtures";
import {
  breakMedia,
  EMPTY_PAGE,
  goOffline,
  hang,
  openWithoutPrefetch,
  respondWith,
  respondWithError,
} from "./network";
import { failing, failure, loading, type Screen, screensOf, visit } from "./screen";

/** The feed, single posts, tags, and writing a post. */

const POSTS = "**/api/posts?*";
const TRENDING = "**/api/posts/trending*";
const COMMENTS = "**/api/posts/*/comments*";
const BOOKMARKS = "**/api/bookmarks*";
const NO_POSTS = { posts: [], ...EMPTY_PAGE };
const feed = (page: Page) => page.getByRole("feed");
const articles = (page: Page) => feed(page).getByRole("article");

/** Opens the feed as it is now: that parallel tests have posted since is not said. */
async function openFeed(page: Page): Promise<void> {
  await hang(page, ({ pathname, searchParams }) => pathname === "/api/posts" && !searchParams.has("sort"));
  await page.goto("/mainfeed");
  await expect(articles(page).first()).toBeVisible();
}

/** Opens the feed with a single post, so that posts of parallel tests do not show. */
async function openFeedOf(page: Page, post: object): Promise<void> {
  await respondWith(page, POSTS, { posts: [post], ...EMPTY_PAGE });
  await openWithoutPrefetch(page, "/mainfeed");
  await expect(articles(page).first()).toBeVisible();
}

async function openComments(page: Page): Promise<void> {
  await commentButton(articles(page).first()).click();
  await expect(page.getByRole("region", { name: "Comments" })).toBeVisible();
}

/** Opens a composer and fills in a text and a picture. */
async function compose(
  page: Page,
  path: string,
  text = "Golden hour from the hostel roof #gwalior",
): Promise<void> {
  await page.goto(path);
  const form = page.getByRole("form", { name: "Create post" }).last();
  await form.getByRole("textbox", { name: "What's happening on campus?" }).fill(text);
  await form.locator("input[type=file]").setInputFiles(await photo(20));
  await expect(form.getByRole("button", { name: "Remove photo" })).toBeVisible();
}

/** Chooses four photos, which become a row of thumbnails. */
async function composeSeveral(page: Page): Promise<void> {
  await page.goto("/create-post");
  const form = page.getByRole("form", { name: "Create post" }).last();
  const files = await Promise.all([20, 110, 200, 290].map((hue) => photo(hue)));
  await form.locator("input[type=file]").setInputFiles(files);
  await expect(form.getByRole("button", { name: /^Photo 4 of 4, without/ })).toBeVisible();
}

/** Opens the menu of a post on the resident's own profile. */
async function openOwnMenu(page: Page, myId: string): Promise<void> {
  await page.goto(`/profile/${myId}?view=list`);
  await articles(page).first().getByRole("button", { name: "Post options" }).click();
  await expect(page.getByRole("menuitem", { name: "Edit caption" })).toBeVisible();
}

export const FEED_SCREENS: Screen[] = [
  ...screensOf("/mainfeed", "resident", [
    {
      shows: "The composer, then posts, newest first",
      open: ({ page }) => openFeed(page),
    },
    {
      detail: "first evening",
      shows:
        "People to join after the second post; in their place, where the third column has them, a checklist",
      as: "newcomer",
      open: async ({ page, fixtures }) => {
        const { _id, accessToken } = await fixtures.actor("newcomer");
        const offer = (isHidden: boolean) =>
          page.request.put(`/api/users/${_id}`, {
            headers: { Authorization: `Bearer ${accessToken}` },
            data: { hidesChecklist: isHidden, hidesSuggestions: isHidden },
          });
        await offer(false);
        await openFeed(page);
        if ((page.viewportSize()?.width ?? 0) < 1200) {
          await expect(page.getByRole("article", { name: "People to join" })).toBeVisible();
        } else {
          await page.getByRole("button", { name: /^Get started/ }).click();
          await expect(page.getByRole("list", { name: "Get started" })).toBeVisible();
        }
        await offer(true);
      },
    },
    {
      detail: "terms have changed",
      shows: "That the terms have changed, until one agrees; and a notice to everyone",
      open: async ({ page }) => {
        // Every member agrees to the present terms, so the answer to a change says otherwise.
        await page.route("**/api/users/*", async (route) => {
          const response = await route.fetch({ postData: JSON.stringify({ hidesChecklist: true }) });
          const { user } = await response.json();
          await route.fulfill({ response, json: { user: { ...user, agreedVersion: "0.9" } } });
        });
        await page.goto("/edit-profile");
        await page.getByLabel("Bio").fill("Chai first.");
        await page.getByRole("button", { name: "Save", exact: false }).last().click();
        await expect(page.getByText("Your profile is saved.")).toBeVisible();
        await page.getByRole("link", { name: "Home", exact: true }).first().click();
        await expect(articles(page).first()).toBeVisible();
        await expect(page.getByRole("region", { name: "Our terms have changed" })).toBeVisible();
      },
    },
    {
      detail: "circle",
      shows: "The posts of the people one has joined, and one's own",
      open: async ({ page }) => {
        await page.goto("/mainfeed?feed=circle");
        await expect(page.getByRole("feed", { name: "Posts of your circle" })).toBeVisible();
        await expect(articles(page).first()).toBeVisible();
      },
    },
    {
      state: "empty",
      detail: "circle",
      shows: "A circle that is quiet so far, and people to join",
      as: "newcomer",
      open: async ({ page }) => {
        await page.goto("/mainfeed?feed=circle");
        await expect(page.getByText("Your circle is quiet so far")).toBeVisible();
        await expect(page.getByRole("list", { name: "People to join" })).toBeVisible();
      },
    },
    {
      detail: "class",
      shows: "The posts of one's department and year",
      open: async ({ page }) => {
        await page.goto("/mainfeed?feed=class");
        await expect(page.getByRole("feed", { name: "Posts of your class" })).toBeVisible();
        await expect(articles(page).first()).toBeVisible();
      },
    },
    {
      state: "empty",
      detail: "class",
      shows: "The feed of a class that one has not said: where to say it",
      as: "newcomer",
      open: visit("/mainfeed?feed=class", (page) => page.getByText("No class yet")),
    },
    {
      state: "loading",
      shows: "Skeletons of posts",
      open: loading("/mainfeed", POSTS, "Loading posts"),
    },
    {
      state: "empty",
      shows: "A campus that is quiet so far",
      open: async ({ page }) => {
        await respondWith(page, POSTS, NO_POSTS);
        await openWithoutPrefetch(page, "/mainfeed");
        await expect(page.getByText("Your campus is quiet so far")).toBeVisible();
      },
    },
    {
      state: "error",
      shows: "What failed, a reference, and Try Again",
      open: failing("/mainfeed", POSTS),
    },
    {
      state: "offline",
      shows: "The feed goes on being read; new posts cannot be had",
      open: async ({ page }) => {
        await openFeed(page);
        await goOffline(page);
      },
    },
    {
      state: "slow network",
      shows: "Older posts are on their way",
      open: async ({ page }) => {
        await hang(page, POSTS);
        await openFeed(page);
        await articles(page).last().scrollIntoViewIfNeeded();
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await expect(page.getByText("Loading posts")).toBeAttached();
      },
    },
    {
      state: "missing picture",
      shows: "Pictures and portraits that are gone",
      open: async ({ page }) => {
        await breakMedia(page);
        await openFeed(page);
      },
    },
    {
      detail: "comments",
      shows: "The comments of a post below it",
      open: async ({ page, fixtures }) => {
        await openFeedOf(page, await fixtures.commentedPost());
        await openComments(page);
        const comments = page.getByRole("region", { name: "Comments" });
        await expect(comments.getByRole("listitem").first()).toBeVisible();
        await comments.evaluate((element) => element.scrollIntoView({ block: "center" }));
      },
    },
    {
      detail: "all comments",
      shows: "All comments in a window of their own, the oldest first, below the post they are about",
      open: async ({ page, fixtures }) => {
        const post = await fixtures.commentedPost();
        const comments = ["Which roof is this?", "Block C. www.mitsgwl.ac.in/map #gwalior"].flatMap(
          (content) =>
            [1, 2, 3].map((count) => {
              const createdAt = new Date(Date.now() - count * 60_000).toISOString();
              return {
                _id: `${content} ${count}`,
                userId: { ...post.userId, username: "" },
                content,
                mentions: [],
                replyTo: null,
                repliesCount: 0,
                likesCount: count,
                isLiked: count === 1,
                createdAt,
                editedAt: count === 1 ? createdAt : null,
              };
            }),
        );
        await respondWith(page, COMMENTS, { comments, ...EMPTY_PAGE, total: comments.length });
        await openFeedOf(page, { ...post, commentsCount: comments.length });
        await openComments(page);
        await page.getByRole("button", { name: /^View all/ }).click();
        await expect(
          page.getByRole("dialog", { name: "Comments" }).getByRole("listitem").first(),
        ).toBeVisible();
      },
    },
    {
      state: "loading",
      detail: "comments",
      shows: "Skeletons of comments",
      open: async ({ page }) => {
        await hang(page, COMMENTS);
        await openFeed(page);
        await openComments(page);
        await expect(page.getByText("Loading comments")).toBeAttached();
      },
    },
    {
      state: "empty",
      detail: "comments",
      shows: "No comments yet",
      open: async ({ page }) => {
        await respondWith(page, COMMENTS, { comments: [], ...EMPTY_PAGE });
        await openFeed(page);
        await openComments(page);
        await expect(page.getByText(/^No comments yet/)).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "comments",
      shows: "Comments cannot be loaded, and one cannot be sent",
      open: async ({ page }) => {
        await respondWithError(page, COMMENTS);
        await openFeed(page);
        await openComments(page);
        await expect(page.getByText("Comments couldn't be loaded.")).toBeVisible({ timeout: 20_000 });
        await page.getByRole("textbox", { name: "Write a comment" }).fill("What a morning!");
        await page.getByRole("button", { name: "Send comment" }).click();
        await expect(page.getByText(/^Failed to add comment/)).toBeVisible();
      },
    },
    {
      detail: "lightbox",
      shows: "A picture on the whole screen",
      open: async ({ page }) => {
        await openFeed(page);
        await articles(page)
          // Not a video: the code of its buttons may still be loading.
          .getByRole("button", { name: /^View (?!video$)/ })
          .first()
          .click();
        await expect(page.getByRole("dialog").getByRole("button", { name: "Close" })).toBeVisible();
      },
    },
    {
      detail: "likes",
      shows: "Who likes a post",
      open: async ({ page, fixtures }) => {
        await openFeedOf(page, await fixtures.commentedPost());
        await articles(page)
          .getByRole("button", { name: /likes?$/ })
          .click();
        await expect(page.getByRole("dialog", { name: "Likes" }).getByRole("listitem").first()).toBeVisible();
      },
    },
    {
      detail: "share",
      shows: "The ways to share a post",
      open: async ({ page }) => {
        await openFeed(page);
        await articles(page).first().getByRole("button", { name: /Share/ }).click();
        await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
      },
    },
    {
      detail: "menu",
      shows: "The sheet with the way around",
      only: "phone",
      open: async ({ page }) => {
        await openFeed(page);
        await page.getByRole("button", { name: "Open menu" }).click();
        await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
      },
    },
    {
      detail: "composing",
      shows: "The composer unfolded, with a picture and the emoji",
      open: async ({ page }) => {
        await compose(page, "/mainfeed");
        await page.getByRole("button", { name: "Add an emoji" }).click();
        await expect(page.getByRole("toolbar", { name: "Emoji" })).toBeVisible();
      },
    },
    {
      detail: "draft",
      shows: "A draft that was begun elsewhere, as one row",
      open: async ({ page }) => {
        await page.goto("/create-post");
        const text = page.getByRole("textbox", { name: "What's happening on campus?" });
        await text.fill("Golden hour from the hostel roof, with everybody who was awake #gwalior");
        await openFeed(page);
        await expect(page.getByRole("button", { name: "Continue" })).toBeVisible();
      },
    },
    {
      state: "slow network",
      detail: "uploading",
      shows: "One's own post on top, on its way",
      open: async ({ page }) => {
        await hang(page, "**/api/upload/signature");
        await compose(page, "/mainfeed");
        await page.getByRole("button", { name: "Post", exact: true }).click();
        await expect(page.getByRole("progressbar", { name: "Upload progress" })).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "upload",
      shows: "One's own post on top that could not be sent, with what can be done",
      open: async ({ page }) => {
        await respondWithError(page, "**/api/upload/signature");
        await compose(page, "/mainfeed");
        await page.getByRole("button", { name: "Post", exact: true }).click();
        await expect(page.getByRole("button", { name: "Retry" })).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      state: "long text",
      shows: "A name of 80 characters and a caption without end",
      hasSideEffects: true,
      open: async ({ page, fixtures }) => {
        await fixtures.longTextPost();
        await openFeed(page);
      },
    },
  ]),
  ...screensOf("/post/{postId}", "resident", [
    {
      shows: "One post with its comments",
      open: async ({ page, fixtures }) => {
        await page.goto(`/post/${(await fixtures.commentedPost())._id}`);
        const comments = page.getByRole("region", { name: "Comments" });
        await expect(comments.getByRole("listitem").first()).toBeVisible();
        await comments.evaluate((element) => element.scrollIntoView({ block: "center" }));
      },
    },
    {
      detail: "several",
      shows: "The second of three photos of a post",
      hasSideEffects: true,
      open: async ({ page, fixtures }) => {
        await page.goto(`/post/${await fixtures.severalPost()}`);
        await page.getByRole("button", { name: "Next" }).press("Enter");
        await expect(page.getByRole("button", { name: "View Hill 2" })).toBeInViewport({ ratio: 0.9 });
      },
    },
    {
      detail: "several, large",
      shows: "One of three photos of a post on the whole screen",
      hasSideEffects: true,
      open: async ({ page, fixtures }) => {
        await page.goto(`/post/${await fixtures.severalPost()}`);
        await page.getByRole("button", { name: "View Hill 1" }).click();
        await expect(page.getByRole("dialog", { name: "Hill 1, 1 of 3" })).toBeVisible();
      },
    },
    {
      state: "loading",
      shows: "The skeleton of a post",
      open: async ({ page, fixtures }) => {
        const { _id } = await fixtures.commentedPost();
        await hang(page, `**/api/posts/${_id}`);
        await openWithoutPrefetch(page, `/post/${_id}`);
        await expect(page.getByText("Loading posts")).toBeAttached();
      },
    },
    {
      state: "error",
      shows: "The post cannot be loaded",
      open: async ({ page, fixtures }) => {
        const { _id } = await fixtures.commentedPost();
        await respondWithError(page, `**/api/posts/${_id}`);
        await openWithoutPrefetch(page, `/post/${_id}`);
        await expect(failure(page)).toBeVisible({ timeout: 20_000 });
      },
    },
    {
      state: "empty",
      shows: "A post that is gone",
      open: visit("/post/0190a1b2-aaaa-7bbb-8ccc-1234567890ab", (page) =>
        page.getByText("This post is no longer available"),
      ),
    },
    {
      state: "missing picture",
      shows: "Its picture is gone",
      open: async ({ page, fixtures }) => {
        await breakMedia(page);
        await page.goto(`/post/${(await fixtures.commentedPost())._id}`);
        await expect(page.getByRole("region", { name: "Comments" })).toBeVisible();
      },
    },
    {
      state: "long text",
      shows: "A caption and a comment without end",
      hasSideEffects: true,
      fullPage: true,
      open: async ({ page, fixtures }) => {
        await page.goto(`/post/${(await fixtures.longTextPost()).postId}`);
        // In the caption and in the comment.
        await expect(page.getByText(/And then it simply goes on/)).toHaveCount(2);
      },
    },
  ]),
  ...screensOf("/tag/{tag}", "resident", [
    {
      shows: "The posts with a tag",
      open: visit("/tag/gwalior", (page) => articles(page).first()),
    },
    {
      state: "empty",
      shows: "A tag without posts",
      open: visit("/tag/nobodyusedthis", (page) => page.getByText(/^No one has used/)),
    },
    {
      state: "long text",
      shows: "A tag of 50 letters",
      open: visit(`/tag/${"averylongtag".repeat(4)}`, (page) =>
        page.getByText(/^No one has used/).or(articles(page).first()),
      ),
    },
    {
      state: "error",
      shows: "The posts cannot be loaded",
      open: failing("/tag/gwalior", POSTS),
    },
  ]),
  ...screensOf("/bookmarks", "resident", [
    {
      shows: "The bookmarked posts, the latest bookmark first",
      open: visit("/bookmarks", (page) => articles(page).first()),
    },
    {
      detail: "search",
      shows: "The bookmarks whose captions have a word",
      open: async ({ page }) => {
        await page.goto("/bookmarks?q=the");
        await expect(page.getByRole("searchbox", { name: "Search your bookmarks" })).toHaveValue("the");
        await expect(articles(page).first()).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "What bookmarks are, before there are any",
      as: "newcomer",
      open: visit("/bookmarks", (page) => page.getByText("No bookmarks yet")),
    },
    {
      state: "empty",
      detail: "no-match",
      shows: "No bookmarks found",
      open: visit("/bookmarks?q=nobodywrotethis", (page) => page.getByText("No bookmarks found")),
    },
    {
      state: "loading",
      shows: "Skeletons of posts",
      open: loading("/bookmarks", BOOKMARKS, "Loading posts"),
    },
    {
      state: "error",
      shows: "The posts cannot be loaded",
      open: failing("/bookmarks", BOOKMARKS),
    },
  ]),
  ...screensOf("/trending", "resident", [
    {
      shows: "The tags and posts that most people talk about this week",
      open: async ({ page }) => {
        await page.goto("/trending");
        await expect(page.getByRole("list", { name: "Trending tags" })).toBeVisible();
        await expect(articles(page).first()).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "A week in which no one liked anything yet",
      open: async ({ page }) => {
        await respondWith(page, TRENDING, NO_POSTS);
        await openWithoutPrefetch(page, "/trending");
        await expect(page.getByText("Nothing is trending yet")).toBeVisible();
      },
    },
    {
      state: "loading",
      shows: "Skeletons of posts",
      open: loading("/trending", TRENDING, "Loading posts"),
    },
    {
      state: "error",
      shows: "The posts cannot be loaded",
      open: failing("/trending", TRENDING),
    },
  ]),
  ...screensOf("/posts-feed", "resident", [
    {
      shows: "The standalone feed with Refresh",
      open: visit("/posts-feed", (page) => articles(page).first()),
    },
    {
      state: "error",
      shows: "A like fails: an alert instead of a toast",
      open: async ({ page }) => {
        await respondWithError(page, "**/api/posts/*/like");
        await page.goto("/posts-feed");
        await articles(page)
          .first()
          .getByRole("button", { name: /^(Like|Unlike)$/ })
          .click();
        await expect(page.getByText(/^Failed to like post/)).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "No posts yet",
      open: async ({ page }) => {
        await respondWith(page, POSTS, NO_POSTS);
        await openWithoutPrefetch(page, "/posts-feed");
        await expect(page.getByText("No posts yet")).toBeVisible();
      },
    },
    {
      state: "loading",
      shows: "Skeletons of posts",
      open: loading("/posts-feed", POSTS, "Loading posts"),
    },
  ]),
  ...screensOf("/create-post", "resident", [
    {
      shows: "A caption and a picture, ready to post",
      open: ({ page }) => compose(page, "/create-post"),
    },
    {
      detail: "description",
      shows: "The field for the description of the picture",
      open: async ({ page }) => {
        await compose(page, "/create-post");
        await page.getByRole("button", { name: "+ ALT: add a description" }).click();
        await expect(page.getByRole("textbox", { name: /^Description/ })).toBeFocused();
      },
    },
    {
      detail: "several",
      shows: "Four photos, one of them large, to order and describe",
      open: ({ page }) => composeSeveral(page),
    },
    {
      detail: "crop",
      shows: "Cropping a photo",
      open: async ({ page }) => {
        await compose(page, "/create-post");
        await page.getByRole("button", { name: "Crop" }).click();
        await page.getByRole("dialog", { name: "Crop photo" }).getByRole("radio", { name: "4:5" }).click();
      },
    },
    {
      detail: "card",
      shows: "Choosing the background of a card",
      open: async ({ page }) => {
        await page.goto("/create-post");
        const text = page.getByRole("textbox", { name: "What's happening on campus?" });
        await text.fill("The library is open all night this week. Bring a blanket. #exams");
        await page.getByRole("button", { name: "Make a card" }).click();
        const dialog = page.getByRole("dialog", { name: "Make a card" });
        await dialog.getByRole("radio", { name: "Marigold" }).check();
      },
    },
    {
      detail: "reminder",
      shows: "Asks whether to describe a photo before it is posted",
      open: async ({ page }) => {
        await page.addInitScript(() => localStorage.setItem("altTextReminder", "on"));
        await compose(page, "/create-post");
        await page.getByRole("button", { name: "Post", exact: true }).click();
        await expect(page.getByRole("alertdialog", { name: "Add alt text?" })).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "Nothing begun",
      open: visit("/create-post", (page) => page.getByRole("button", { name: "Add an emoji" })),
    },
    {
      state: "long text",
      shows: "A caption over the limit",
      open: ({ page }) => compose(page, "/create-post", LONG_CAPTION.repeat(2)),
    },
  ]),
  ...screensOf("/create-post-modal", "resident", [
    {
      shows: "The composer over the feed",
      open: visit("/create-post-modal", (page) =>
        page.getByRole("dialog").getByRole("button", { name: "Add an emoji" }),
      ),
    },
    {
      detail: "leaving",
      shows: "Asks before what was begun is lost",
      open: async ({ page }) => {
        await compose(page, "/create-post-modal");
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
        await expect(page.getByRole("alertdialog")).toBeVisible();
      },
    },
  ]),
  ...screensOf("/create-post-modal-mobile", "resident", [
    {
      shows: "The composer as a page",
      open: ({ page }) => compose(page, "/create-post-modal-mobile"),
    },
  ]),
  ...screensOf("/profile/{userId}", "resident", [
    {
      detail: "post menu",
      shows: "One's own post and what its author can do",
      open: async ({ page, fixtures }) => openOwnMenu(page, (await fixtures.actor("resident"))._id),
    },
    {
      detail: "edit caption",
      shows: "Changing a caption and the description of its picture",
      open: async ({ page, fixtures }) => {
        await openOwnMenu(page, (await fixtures.actor("resident"))._id);
        await page.getByRole("menuitem", { name: "Edit caption" }).click();
        await expect(page.getByRole("dialog", { name: "Edit caption" })).toBeVisible();
      },
    },
    {
      detail: "delete post",
      shows: "Asks before a post is deleted",
      open: async ({ page, fixtures }) => {
        await openOwnMenu(page, (await fixtures.actor("resident"))._id);
        await page.getByRole("menuitem", { name: "Delete" }).click();
        await expect(page.getByRole("alertdialog")).toBeVisible();
      },
    },
  ]),
];
