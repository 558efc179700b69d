import { expect, type Page } from "playwright/test";
import { LONG_CAPTION } from "./fixtures";
import { goOffline, hang, openWithoutPrefetch, respondWithError } from "./network";
import type { Screen } from "./screen";

/** Messages: the list, and one conversation. */

const LISTS = /\/api\/conversations\?/;
const LOG = /\/api\/conversations\/[0-9a-f-]{36}\/messages/;
const CONVERSATION = /\/api\/conversations\/[0-9a-f-]{36}(\/messages)?(\?|$)/;
const failure = (page: Page) => page.getByRole("button", { name: "Try Again" });
const log = (page: Page) => page.getByRole("log");
const field = (page: Page) => page.getByRole("textbox", { name: "Write a message" });

export const MESSAGE_SCREENS: Screen[] = [
  {
    route: "/messages",
    state: "normal",
    shows: "The conversations of the inbox; on desktop a place for one of them",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await fixtures.conversations();
      await page.goto("/messages");
      await expect(page.getByRole("list", { name: "Conversations" })).toBeVisible();
    },
  },
  {
    route: "/messages",
    state: "normal",
    detail: "requests",
    shows: "Who wrote without having joined one's circle",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await fixtures.conversations();
      await page.goto("/messages?box=requests");
      await expect(page.getByRole("list", { name: "Requests" })).toBeVisible();
    },
  },
  {
    route: "/messages",
    state: "normal",
    detail: "new message",
    shows: "Choosing whom to write to",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await fixtures.conversations();
      await page.goto("/messages");
      await page.getByRole("button", { name: "New message" }).click();
      await expect(page.getByRole("dialog").getByRole("list", { name: "People" })).toBeVisible();
    },
  },
  {
    route: "/messages",
    state: "empty",
    shows: "No messages yet, and how to begin",
    as: "newcomer",
    open: async ({ page }) => {
      await page.goto("/messages");
      await expect(page.getByText("No messages yet")).toBeVisible();
    },
  },
  {
    route: "/messages",
    state: "empty",
    detail: "requests",
    shows: "No requests",
    as: "newcomer",
    open: async ({ page }) => {
      await page.goto("/messages?box=requests");
      await expect(page.getByText("No requests")).toBeVisible();
    },
  },
  {
    route: "/messages",
    state: "loading",
    shows: "Skeletons of conversations",
    as: "resident",
    open: async ({ page }) => {
      await hang(page, LISTS);
      await openWithoutPrefetch(page, "/messages");
      await expect(page.getByText("Loading conversations")).toBeAttached();
    },
  },
  {
    route: "/messages",
    state: "error",
    shows: "The conversations cannot be loaded",
    as: "resident",
    open: async ({ page }) => {
      await respondWithError(page, LISTS);
      await openWithoutPrefetch(page, "/messages");
      await expect(failure(page)).toBeVisible();
    },
  },
  {
    route: "/messages/{conversationId}",
    state: "normal",
    shows: "What two people wrote, with a post one of them shared",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await page.goto(`/messages/${(await fixtures.conversations()).openId}`);
      await expect(log(page).getByRole("link", { name: /’s post/ })).toBeVisible();
    },
  },
  {
    route: "/messages/{conversationId}",
    state: "normal",
    detail: "request",
    shows: "What someone wrote who has not joined one's circle, to be accepted or deleted",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await page.goto(`/messages/${(await fixtures.conversations()).requestId}?box=requests`);
      await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
    },
  },
  {
    route: "/messages/{conversationId}",
    state: "normal",
    detail: "options",
    shows: "What can be done with one's own message",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await page.goto(`/messages/${(await fixtures.conversations()).openId}`);
      const own = log(page).getByRole("listitem").filter({ hasText: "Yes! Front row?" });
      await own.hover();
      await own.getByRole("button", { name: "Message options" }).click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    route: "/messages/{conversationId}",
    state: "empty",
    shows: "A conversation that was just opened",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await page.goto(`/messages/${(await fixtures.conversations()).emptyId}`);
      await expect(page.getByText(/^Say hello to/)).toBeVisible();
    },
  },
  {
    route: "/messages/{conversationId}",
    state: "loading",
    shows: "The shape of messages",
    as: "resident",
    open: async ({ page, fixtures }) => {
      const { openId } = await fixtures.conversations();
      await hang(page, CONVERSATION);
      await openWithoutPrefetch(page, `/messages/${openId}`);
      await expect(page.getByText("Loading messages")).toBeAttached();
    },
  },
  {
    route: "/messages/{conversationId}",
    state: "error",
    shows: "The conversation cannot be loaded",
    as: "resident",
    open: async ({ page, fixtures }) => {
      const { openId } = await fixtures.conversations();
      await respondWithError(page, CONVERSATION);
      await openWithoutPrefetch(page, `/messages/${openId}`);
      await expect(failure(page)).toBeVisible();
    },
  },
  {
    route: "/messages/{conversationId}",
    state: "error",
    detail: "not sent",
    shows: "A message that was not sent, with Retry and Discard",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await page.goto(`/messages/${(await fixtures.conversations()).openId}`);
      await respondWithError(page, LOG, 429, "rate_limited", "You're doing that too often.");
      await field(page).fill("See you there");
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
    },
  },
  {
    route: "/messages/{conversationId}",
    state: "offline",
    shows: "A message that waits for a connection",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await page.goto(`/messages/${(await fixtures.conversations()).openId}`);
      await goOffline(page);
      await field(page).fill("From the tunnel");
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(log(page).getByText("Waiting to send")).toBeVisible();
    },
  },
  {
    route: "/messages/{conversationId}",
    state: "long text",
    shows: "A long name, a message without end, and one over the limit",
    as: "resident",
    open: async ({ page, fixtures }) => {
      await page.goto(`/messages/${(await fixtures.conversations()).longTextId}`);
      await field(page).fill(LONG_CAPTION.repeat(2));
      await expect(page.getByText(/characters too many/).first()).toBeAttached();
    },
  },
];
