import {
  type APIRequestContext,
  type BrowserContextOptions,
  devices,
  expect,
  request,
} from "playwright/test";
import { acquireLock } from "../../scripts/cli/lock.mjs";
import { codeFor, freshEmail, makePerson, photo } from "../fixtures";
import type { Role } from "./screen";

/** The people in screenshots. Their browsers start with a recent session. */

export type Actor = { _id: string; name: string; email: string; accessToken: string };
type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;
type FeedPage = {
  posts: {
    _id: string;
    mediaType: string;
    userId: { _id: string; name: string; avatar: string };
    commentsCount: number;
  }[];
  nextCursor: string | null;
};
type SignedIn = { actor: Actor; storage: StorageState };

/**
 * How long a session is shared by browsers, in milliseconds: until five minutes before its access
 * token expires. After that, each browser would refresh it, and the second refresh with one token
 * is treated as theft.
 */
const SESSION_SHARED_MS = 10 * 60_000;

/**
 * Members of the demo campus with posts, a circle and notifications, who decide no cases: one for
 * each worker, because codes are limited per address. Screenshots show the first.
 */
const RESIDENTS = ["aarav.sharma", "ishita.verma", "zoya.khan", "meera.joshi", "dev.patel", "rohan.gupta"];

/** The admin of the demo campus. */
const ADMIN = "ananya.singh@mitsgwl.ac.in";
const MODERATOR = "kabir.rao@mitsgwl.ac.in";
const DECISION_REASON =
  "Your post advertises something or repeats the same thing. This is no place for that.";

/** A name of the maximum length (80), in several scripts, with an emoji. */
export const LONG_NAME =
  "Wolfeschlegelsteinhausenbergerdorff 👩🏽‍🚀 Ananya-Lakshmi نور الهدى Bhattacharya-Rao";
export const LONG_WORD =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft".repeat(2);
export const LONG_CAPTION = [
  `Everything at once: ${LONG_WORD}`,
  "هذا نص طويل يُقرأ من اليمين إلى اليسار ولا ينبغي أن يكسر شيئًا على الشاشة.",
  "यह एक बहुत लंबा कैप्शन है जो बताता है कि हिंदी में लिखी लंबी पंक्तियाँ भी सुंदर दिखती हैं। 👨‍👩‍👧‍👦🏳️‍🌈",
  "https://example.org/a/very/long/address/that/no/one/will/ever/type?but=someone&will=paste#it",
  `#${"averylongtag".repeat(4)} #golden`,
  "And then it simply goes on, sentence after sentence, because someone had a lot to say about one sunrise. ".repeat(
    8,
  ),
].join("\n\n");

export type Fixtures = {
  /** The stored session of a role; undefined for a visitor. */
  storageOf: (role: Role) => Promise<StorageState | undefined>;
  actor: (role: Exclude<Role, "visitor">) => Promise<Actor>;
  /** A person with the longest name, and their post with a very long caption. */
  longTextPost: () => Promise<{ person: Actor; postId: string }>;
  /** The id of a post with a deleted first comment, and an edited one with replies. */
  threadPost: () => Promise<string>;
  /** The id of a post with three photos in three shapes. */
  severalPost: () => Promise<string>;
  /** The id of a deactivated account. */
  deactivated: () => Promise<string>;
  /** People whom the resident has blocked and muted, and muted words. */
  hiddenPeople: () => Promise<Record<"blockedId" | "mutedId", string>>;
  /** The newest picture with comments in the feed, by another member who has an avatar. */
  commentedPost: () => Promise<{ _id: string; userId: { _id: string; name: string } }>;
  /** The id of a post of the suspended person, which moderators removed. */
  removedPost: () => Promise<string>;
  /** The resident's conversations: with a friend, a request, without messages, and a long text. */
  conversations: () => Promise<Record<"openId" | "requestId" | "emptyId" | "longTextId", string>>;
};

/** Fixtures at a base URL, created on first use. `residentIndex` chooses the resident. */
export function createFixtures(baseURL: string, residentIndex: number): Fixtures {
  const resident = `${RESIDENTS[residentIndex % RESIDENTS.length]}@mitsgwl.ac.in`;
  const once = <T>(create: () => Promise<T>, maxAgeMs = Number.POSITIVE_INFINITY) => {
    let cached: Promise<T> | undefined;
    let createdAt = 0;
    return () => {
      if (Date.now() - createdAt > maxAgeMs) cached = undefined;
      if (!cached) createdAt = Date.now();
      cached ??= create();
      return cached;
    };
  };
  const signedIn = (signIn: Parameters<typeof createSession>[1]) =>
    once(() => createSession(baseURL, signIn), SESSION_SHARED_MS);
  const people: Record<Exclude<Role, "visitor">, () => Promise<SignedIn>> = {
    resident: signedIn((api) => signInByCode(api, resident)),
    admin: signedIn((api) => signInByCode(api, ADMIN)),
    suspended: signedIn(async (api) => signInByCode(api, (await suspendedPerson()).person.email)),
    banned: signedIn(async (api) => signInByCode(api, (await bannedPerson()).email)),
    newcomer: signedIn((api) => makePerson(api, "Nila Newcomer")),
    unnamed: signedIn(async (api) => {
      const email = freshEmail();
      await post(api, "/auth/register", { email });
      return signInByCode(api, email);
    }),
  };
  /** The resident reports it, and the admin decides. */
  const decideAbout = async (subject: string, subjectId: string, decision: object) => {
    const api = await request.newContext({ baseURL });
    const [resident, admin] = [await people.resident(), await people.admin()];
    await post(api, "/reports", { subject, subjectId, reason: "spam" }, headersOf(resident.actor));
    const headers = headersOf(admin.actor);
    const { cases } = await (await api.get("/api/moderation/cases?limit=50", { headers })).json();
    const { _id } = cases.find((item: { subjectId: string }) => item.subjectId === subjectId);
    const answer = await post(api, `/moderation/cases/${_id}/decision`, decision, headers);
    return answer.case.decisions[0]._id as string;
  };
  const suspendedPerson = once(async () => {
    const api = await request.newContext({ baseURL });
    const person = await makePerson(api, "Tara Suspended");
    const postId = await publish(api, person, "Earn 5,000 a week from your hostel room!");
    await decideAbout("post", postId, { outcome: "suspended", days: 30, reason: DECISION_REASON });
    return { person, postId };
  });
  const bannedPerson = once(async () => {
    const person = await makePerson(await request.newContext({ baseURL }), "Tara Banned");
    const api = await request.newContext({ baseURL });
    const banId = await decideAbout("person", person._id, { outcome: "banned", reason: DECISION_REASON });
    const moderator = await signInByCode(api, MODERATOR);
    await post(
      api,
      `/moderation/decisions/${banId}/confirm`,
      {},
      { Authorization: `Bearer ${moderator.accessToken}` },
    );
    return person;
  });
  const get = async (path: string) => {
    const api = await request.newContext({ baseURL });
    const headers = { Authorization: `Bearer ${(await people.resident()).actor.accessToken}` };
    const response = await api.get(`/api${path}`, { headers });
    expect(response.ok(), `${path} answered ${response.status()}`).toBe(true);
    return response.json();
  };
  // Posts of parallel tests may come first.
  const commentedPost = once(async () => {
    const { _id: me } = (await people.resident()).actor;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: FeedPage = await get(`/posts?limit=50${cursor && `&cursor=${cursor}`}`);
      const match = page.posts.find(
        (post) =>
          post.mediaType === "image" &&
          post.userId._id !== me &&
          post.userId.avatar &&
          post.commentsCount > 2,
      );
      if (match) return match;
      cursor = page.nextCursor;
    }
    throw new Error("The demo campus has no picture with comments.");
  });
  const longTextPost = once(async () => {
    const api = await request.newContext({ baseURL });
    const person = await makePerson(api, LONG_NAME);
    const headers = { Authorization: `Bearer ${person.accessToken}` };
    const bio = `${LONG_CAPTION}`.slice(0, 290);
    expect((await api.put(`/api/users/${person._id}`, { headers, data: { bio } })).ok()).toBe(true);
    const postId = await publish(api, person, LONG_CAPTION);
    const comment = { content: `${LONG_WORD}\n${LONG_CAPTION.slice(180, 900)}` };
    await post(api, `/posts/${postId}/comments`, comment, headers);
    return { person, postId };
  });
  return {
    storageOf: async (role) => (role === "visitor" ? undefined : (await people[role]()).storage),
    actor: async (role) => (await people[role]()).actor,
    longTextPost,
    threadPost: once(async () => {
      const api = await request.newContext({ baseURL });
      const [author, { actor: resident }] = [await makePerson(api, "Mira Nair"), await people.resident()];
      const postId = await publish(api, author, "Who has the key to the music room?");
      const path = `/posts/${postId}/comments`;
      const say = async (by: Actor, content: string, replyTo?: string): Promise<string> =>
        (await post(api, path, { content, ...(replyTo && { replyTo }) }, headersOf(by))).comment._id;
      const goneId = await say(author, "Never mind, found it");
      await say(resident, "Where was it?", goneId);
      const editedId = await say(resident, "Ask the gaurd");
      await say(author, "He says the drummer has it", editedId);
      const data = { content: "Ask the guard at gate 2, he is there until six" };
      await api.put(`/api${path}/${editedId}`, { headers: headersOf(resident), data });
      await api.delete(`/api${path}/${goneId}`, { headers: headersOf(author) });
      return postId;
    }),
    severalPost: once(async () => {
      const api = await request.newContext({ baseURL });
      const person = await makePerson(api, "Tara Deshmukh");
      const headers = { Authorization: `Bearer ${person.accessToken}` };
      const files = await Promise.all([photo(30), photo(120, 600, 900), photo(210, 1600, 500)]);
      const media = await Promise.all(
        files.map((file, index) => upload(api, person, file, `Hill ${index + 1}`)),
      );
      const caption = "Three hills before breakfast";
      return (await post(api, "/upload/pre-calculated", { caption, media }, headers)).post._id;
    }),
    deactivated: once(async () => {
      const api = await request.newContext({ baseURL });
      const person = await makePerson(api, "Tara Hiding");
      const headers = { Authorization: `Bearer ${person.accessToken}` };
      await post(api, `/users/${person._id}/deactivate`, undefined, headers);
      return person._id;
    }),
    hiddenPeople: once(async () => {
      const api = await request.newContext({ baseURL });
      const { actor: resident } = await people.resident();
      const headers = { Authorization: `Bearer ${resident.accessToken}` };
      const names = [LONG_NAME, "Anil Blocked", "Veda Muted", "Omar Muted"];
      const [longNamed, blocked, always, forWeek] = await Promise.all(
        names.map((name) => makePerson(api, name)),
      );
      for (const person of [longNamed, blocked])
        await post(api, `/users/${person?._id}/block`, { blocked: true }, headers);
      const until = new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString();
      await post(api, `/users/${always?._id}/mute`, { muted: true, until: null }, headers);
      await post(api, `/users/${forWeek?._id}/mute`, { muted: true, until }, headers);
      for (const word of ["spoiler", "exam answers", "#resultday", LONG_WORD.slice(0, 50)])
        await post(api, "/safety/words", { word, muted: true }, headers);
      return { blockedId: longNamed?._id ?? "", mutedId: forWeek?._id ?? "" };
    }),
    commentedPost,
    removedPost: async () => (await suspendedPerson()).postId,
    conversations: once(async () => {
      const { actor: resident } = await people.resident();
      const { person: longNamed, postId } = await longTextPost();
      return createConversations(baseURL, resident, longNamed, postId);
    }),
  };
}

const headersOf = ({ accessToken }: Actor) => ({ Authorization: `Bearer ${accessToken}` });

/** Writes the resident's conversations with new people, and with the one of the longest name. */
async function createConversations(baseURL: string, resident: Actor, longNamed: Actor, postId: string) {
  const api = await request.newContext({ baseURL });
  const open = async (from: Actor, to: Actor): Promise<string> =>
    (await post(api, "/conversations", { userId: to._id }, headersOf(from))).conversation._id;
  const say = (from: Actor, id: string, content: { text?: string; postId?: string }) =>
    post(
      api,
      `/conversations/${id}/messages`,
      { ...content, clientId: crypto.randomUUID() },
      headersOf(from),
    );
  const [friend, stranger] = [await makePerson(api, "Mira Nair"), await makePerson(api, "Sana Qureshi")];
  // What someone writes whose circle the resident has not joined would be a request.
  for (const person of [friend, longNamed])
    await post(api, `/users/${person._id}/follow`, { inCircle: true }, headersOf(resident));
  const openId = await open(friend, resident);
  await say(friend, openId, { text: "Are you at the fest tonight? The band from last year plays again 🎸" });
  await say(resident, openId, { text: "Yes! Front row?" });
  await say(friend, openId, { text: "Front row. Look who was there already:" });
  await say(friend, openId, { postId });
  const requestId = await open(stranger, resident);
  await say(stranger, requestId, {
    text: "Hi, I saw your photos of the lake. May I use one for our magazine?",
  });
  const longTextId = await open(longNamed, resident);
  await say(longNamed, longTextId, { text: LONG_CAPTION.slice(0, 2_000) });
  return { openId, requestId, longTextId, emptyId: await open(resident, await makePerson(api, "Ira Sen")) };
}

/** A browser's state after signing in: the cookie, and the tokens and profile in local storage. */
async function createSession(
  baseURL: string,
  signIn: (api: APIRequestContext) => Promise<Actor & { refreshToken: string }>,
) {
  // The settings list the session by its user agent.
  const { userAgent } = devices["Desktop Chrome"];
  const api = await request.newContext({ baseURL, userAgent });
  const actor = await signIn(api);
  const headers = { Authorization: `Bearer ${actor.accessToken}` };
  const { user } = await (await api.get("/api/auth/me", { headers })).json();
  const { cookies } = await api.storageState();
  const items = {
    accessToken: actor.accessToken,
    refreshToken: actor.refreshToken,
    userProfile: JSON.stringify(user),
  };
  const localStorage = Object.entries(items).map(([name, value]) => ({ name, value }));
  return { actor, storage: { cookies, origins: [{ origin: new URL(baseURL).origin, localStorage }] } };
}

/** One worker at a time: the newest code in the outbox must be the one it asked for. */
async function signInByCode(api: APIRequestContext, email: string) {
  const release = await acquireLock("e2e/screens", 60_000);
  try {
    await post(api, "/auth/send-otp", { email });
    const otp = await codeFor(api, email);
    const { accessToken, refreshToken, user } = await post(api, "/auth/check-otp", { email, otp });
    return { _id: user._id, name: user.name, email, accessToken, refreshToken };
  } finally {
    release?.();
  }
}

async function publish(api: APIRequestContext, author: Actor, caption: string): Promise<string> {
  const headers = { Authorization: `Bearer ${author.accessToken}` };
  const data = { caption, ...(await upload(api, author, await photo(30))) };
  return (await post(api, "/upload/pre-calculated", data, headers)).post._id;
}

/** Uploads a photo; returns the fields of a new post that name it. */
async function upload(
  api: APIRequestContext,
  author: Actor,
  file: Awaited<ReturnType<typeof photo>>,
  altText = "",
) {
  const headers = { Authorization: `Bearer ${author.accessToken}` };
  const { uploadUrl, fields } = await post(api, "/upload/signature", { mediaType: "image" }, headers);
  const uploaded = await api.post(uploadUrl, { multipart: { ...fields, file } });
  const { secure_url } = await uploaded.json();
  return { mediaType: "image", cloudinaryUrl: secure_url, altText };
}

async function post(api: APIRequestContext, path: string, data: unknown, headers = {}) {
  const response = await api.post(`/api${path}`, { data, headers });
  expect(response.ok(), `${path} answered ${response.status()}: ${await response.text()}`).toBe(true);
  return response.json();
}
