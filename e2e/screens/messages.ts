import { expect, type Page } from "playwright/test";
import { openMessageMenu } from "../fixtures";
import { LONG_CAPTION } from "./fixtures";
import { goOffline, hang, openWithoutPrefetch, respondWithError } from "./network";
import { failing, failure, loading, type Screen, screensOf, visit } from "./screen";

/** Messages: the list, and one conversation. */

const LISTS = /\/api\/conversations\?/;
const LOG = /\/api\/conversations\/[0-9a-f-]{36}\/messages/;
const CONVERSATION = /\/api\/conversations\/[0-9a-f-]{36}(\/messages)?(\?|$)/;
const log = (page: Page) => page.getByRole("log");
const field = (page: Page) => page.getByRole("textbox", { name: "Write a message" });

export const MESSAGE_SCREENS: Screen[] = [
  ...screensOf("/messages", "resident", [
    {
      shows: "The conversations of the inbox; on desktop a place for one of them",
      open: async ({ page, fixtures }) => {
        await fixtures.conversations();
        await page.goto("/messages");
        await expect(page.getByRole("list", { name: "Conversations" })).toBeVisible();
      },
    },
    {
      detail: "requests",
      shows: "Who wrote without having joined one's circle",
      open: async ({ page, fixtures }) => {
        await fixtures.conversations();
        await page.goto("/messages?box=requests");
        await expect(page.getByRole("list", { name: "Requests" })).toBeVisible();
      },
    },
    {
      detail: "new message",
      shows: "Choosing whom to write to",
      open: async ({ page, fixtures }) => {
        await fixtures.conversations();
        await page.goto("/messages");
        await page.getByRole("button", { name: "New message" }).click();
        await expect(page.getByRole("dialog").getByRole("listbox", { name: "People" })).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "No messages yet, and how to begin",
      as: "newcomer",
      open: visit("/messages", (page) => page.getByText("No messages yet")),
    },
    {
      state: "empty",
      detail: "requests",
      shows: "No requests",
      as: "newcomer",
      open: visit("/messages?box=requests", (page) => page.getByText("No requests")),
    },
    {
      state: "loading",
      shows: "Skeletons of conversations",
      open: loading("/messages", LISTS, "Loading conversations"),
    },
    {
      state: "error",
      shows: "The conversations cannot be loaded",
      open: failing("/messages", LISTS),
    },
  ]),
  ...screensOf("/messages/{conversationId}", "resident", [
    {
      shows: "What two people wrote, with a post one of them shared",
      open: async ({ page, fixtures }) => {
        await page.goto(`/messages/${(await fixtures.conversations()).openId}`);
        await expect(log(page).getByRole("link", { name: /’s post/ })).toBeVisible();
      },
    },
    {
      detail: "request",
      shows: "What someone wrote who has not joined one's circle, to be accepted or deleted",
      open: async ({ page, fixtures }) => {
        await page.goto(`/messages/${(await fixtures.conversations()).requestId}?box=requests`);
        await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
      },
    },
    {
      detail: "options",
      shows: "What can be done with one's own message",
      open: async ({ page, fixtures }) => {
        await page.goto(`/messages/${(await fixtures.conversations()).openId}`);
        const own = log(page).getByRole("listitem").filter({ hasText: "Yes! Front row?" });
        await openMessageMenu(page, own, "Yes! Front row?");
        await expect(page.getByRole("menu")).toBeVisible();
      },
    },
    {
      state: "empty",
      shows: "A conversation that was just opened",
      open: async ({ page, fixtures }) => {
        await page.goto(`/messages/${(await fixtures.conversations()).emptyId}`);
        await expect(page.getByRole("button", { name: /^Hi / })).toBeVisible();
      },
    },
    {
      state: "loading",
      shows: "The shape of messages",
      open: async ({ page, fixtures }) => {
        const { openId } = await fixtures.conversations();
        await hang(page, CONVERSATION);
        await openWithoutPrefetch(page, `/messages/${openId}`);
        await expect(page.getByText("Loading messages")).toBeAttached();
      },
    },
    {
      state: "error",
      shows: "The conversation cannot be loaded",
      open: async ({ page, fixtures }) => {
        const { openId } = await fixtures.conversations();
        await respondWithError(page, CONVERSATION);
        await openWithoutPrefetch(page, `/messages/${openId}`);
        await expect(failure(page)).toBeVisible();
      },
    },
    {
      state: "error",
      detail: "not sent",
      shows: "A message that was not sent, with Retry and Discard",
      open: async ({ page, fixtures }) => {
        await page.goto(`/messages/${(await fixtures.conversations()).openId}`);
        await respondWithError(page, LOG, 429, "rate_limited", "You're doing that too often.");
        await field(page).fill("See you there");
        await page.getByRole("button", { name: "Send message" }).click();
        await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
      },
    },
    {
      state: "offline",
      shows: "A message that waits for a connection",
      open: async ({ page, fixtures }) => {
        await page.goto(`/messages/${(await fixtures.conversations()).openId}`);
        await goOffline(page);
        await field(page).fill("From the tunnel");
        await page.getByRole("button", { name: "Send message" }).click();
        await expect(log(page).getByText("Waiting to send")).toBeVisible();
      },
    },
    {
      state: "long text",
      shows: "A long name, a message without end, and one over the limit",
      open: async ({ page, fixtures }) => {
        await page.goto(`/messages/${(await fixtures.conversations()).longTextId}`);
        await field(page).fill(LONG_CAPTION.repeat(2));
        await expect(page.getByText(/characters too many/).first()).toBeAttached();
      },
    },
  ]),
];
