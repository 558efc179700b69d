import type { APIRequestContext, Page } from "playwright/test";
import { allowConsoleErrors, test as base, codeFor, expect, photo } from "../fixtures";

/** Members made by specified calls, and browsers that hold what is specified to be stored. */

/** Browsers report each rejected call, of which §8 is full. */
export const test = base.extend(allowConsoleErrors(/Failed to load resource/));

export type Member = {
  _id: string;
  email: string;
  name: string;
  accessToken: string;
  refreshToken: string;
  user: Record<string, unknown>;
};

let counter = 0;

export function freshEmail(): string {
  counter += 1;
  return `riya.sharma.${Date.now().toString(36)}${process.pid}${counter}@mitsgwl.ac.in`;
}

/** Calls the API as a member, or without one as nobody, and expects an answer of 2xx. */
export async function call<Answer = Record<string, unknown>>(
  request: APIRequestContext,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { member, data }: { member?: Pick<Member, "accessToken">; data?: unknown } = {},
): Promise<Answer> {
  const response = await request.fetch(`/api${path}`, {
    method,
    data,
    headers: member ? { Authorization: `Bearer ${member.accessToken}` } : {},
  });
  const text = await response.text();
  expect(response.ok(), `${method} ${path} answered ${response.status()} ${text}`).toBe(true);
  return JSON.parse(text || "{}");
}

/** Someone who has signed in with a code, and has neither name nor college yet. */
export async function makeNewcomer(request: APIRequestContext, email = freshEmail()): Promise<Member> {
  await call(request, "POST", "/auth/register", { data: { email } });
  await call(request, "POST", "/auth/send-otp", { data: { email } });
  const otp = await codeFor(request, email);
  const { accessToken, refreshToken, user } = await call<{
    accessToken: string;
    refreshToken: string;
    user: { _id: string };
  }>(request, "POST", "/auth/check-otp", { data: { email, otp, accessToken: true, collegeName: "MITS" } });
  return { _id: user._id, email, name: "", accessToken, refreshToken, user };
}

export async function makeMember(request: APIRequestContext, name: string): Promise<Member> {
  const member = await makeNewcomer(request);
  const { user } = await call<{ user: Record<string, unknown> }>(request, "PUT", `/users/${member._id}`, {
    member,
    data: { name, collegeName: "MITS" },
  });
  return { ...member, name, user };
}

/** Gives the pages of a browser the tokens and the profile that a sign-in stores. */
export async function openAs(page: Page, member: Member): Promise<void> {
  await page.addInitScript(
    ({ accessToken, refreshToken, user }) => {
      // Once for each tab, whose name survives: what a screen removes has to stay removed.
      if (window.name === "signed in") return;
      window.name = "signed in";
      localStorage.setItem("accessToken", accessToken);
      localStorage.setItem("refreshToken", refreshToken);
      localStorage.setItem("userProfile", JSON.stringify(user));
      localStorage.setItem("user", JSON.stringify(user));
    },
    { accessToken: member.accessToken, refreshToken: member.refreshToken, user: member.user },
  );
}

/** A new member, signed in to the page's browser. */
export async function signIn(page: Page, name: string): Promise<Member> {
  // These requests share their cookies with the page.
  const member = await makeMember(page.request, name);
  await openAs(page, member);
  return member;
}

type Post = { _id: string; mediaUrl: string };
type Upload = { name: string; mimeType: string; buffer: Buffer };

/** Publishes a photo as the table of calls describes it. */
export const publish = async (request: APIRequestContext, member: Member, caption: string): Promise<Post> =>
  publishFile(request, member, "image", await photo(200, 600, 400), caption);

/** Publishes a video of a second, recorded in the page's browser. */
export async function publishVideo(page: Page, request: APIRequestContext, member: Member): Promise<Post> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: "video/webm" });
    const recorded = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => resolve(data);
    });
    recorder.start();
    for (let frame = 0; frame < 10; frame += 1) {
      context?.fillRect(frame * 20, 0, 20, 100);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    recorder.stop();
    return [...new Uint8Array(await (await recorded).arrayBuffer())];
  });
  const file = { name: "video.webm", mimeType: "video/webm", buffer: Buffer.from(bytes) };
  return publishFile(request, member, "video", file, "Chess on video");
}

async function publishFile(
  request: APIRequestContext,
  member: Member,
  mediaType: "image" | "video",
  file: Upload,
  caption: string,
): Promise<Post> {
  const cloudinaryUrl = await sendFile(request, member, mediaType, file);
  const { post } = await call<{ post: Post }>(request, "POST", "/upload/pre-calculated", {
    member,
    data: { caption, visibility: "everyone", mediaType, cloudinaryUrl },
  });
  return post;
}

/** Sends a file to the media host, which says beforehand where and with which fields. */
export async function sendFile(
  request: APIRequestContext,
  member: Member,
  mediaType: "image" | "video",
  file: Upload,
): Promise<string> {
  const { uploadUrl, fields } = await call<{ uploadUrl: string; fields: Record<string, string> }>(
    request,
    "POST",
    "/upload/signature",
    { member, data: { mediaType } },
  );
  const response = await request.post(uploadUrl, { multipart: { ...fields, file } });
  expect(response.ok(), `The media host answered ${response.status()}`).toBe(true);
  return (await response.json()).secure_url;
}

/** Changes the posts that the feed's call answers: each by the fields in its place. */
export async function changeFeed(page: Page, ...changes: Record<string, unknown>[]): Promise<void> {
  await page.route(/\/api\/posts\?/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const posts = changes.map((fields, index) => ({ ...answer.posts[index], ...fields }));
    await route.fulfill({ response, json: { ...answer, posts } });
  });
}

/** Answers one call of the API with a failure, or with nothing when there is no status. */
export const rejectCall = (
  page: Page,
  path: string | RegExp,
  status?: number,
  body: unknown = {},
  method?: string,
) =>
  page.route(path, (route) => {
    if (method && route.request().method() !== method) return route.fallback();
    return status ? route.fulfill({ status, json: body }) : route.abort();
  });

/** What a screen has put into local storage under a key. */
export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

export const storedJson = async (page: Page, key: string): Promise<Record<string, unknown>> =>
  JSON.parse((await stored(page, key)) ?? "null");
