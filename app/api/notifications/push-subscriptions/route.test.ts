import { setCircle } from "@/lib/circles/server/circle";
import { sendMessage } from "@/lib/messages/server/send";
import { withholdMessage } from "@/lib/messages/server/withhold";
import { sendPushes } from "@/lib/notifications/server/push";
import { sweepSubscriptions } from "@/lib/notifications/server/subscriptions";
import { db, transaction } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { onSignal } from "@/lib/platform/signals";
import { setBlock } from "@/lib/safety/server/block";
import { setMute } from "@/lib/safety/server/mute";
import { setWord } from "@/lib/safety/server/words";
import { api } from "@/tests/api";
import {
  createComment,
  createConversation,
  createMember,
  createMessage,
  createPost,
  type Member,
  signIn,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { makeBrowser, type PushService, readVapid, startPushService } from "@/tests/push-service";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
beforeEach(async () => {
  await db().pushMessage.deleteMany();
  service.sent.length = 0;
  service.answer(201);
});
afterAll(() => service.close());

const subscribe = (member: Pick<Member, "token">, body: unknown) =>
  api.post("/notifications/push-subscriptions", { token: member.token, body });
const like = (member: Member, postId: string, liked = true) =>
  api.post(`/posts/${postId}/like`, { token: member.token, body: { liked } });
/** Skips the delay of all messages. */
const makeDue = () => db().sql`UPDATE push_messages SET next_attempt_at = now() - interval '1 second'`;
/** Chooses whether this person's pushes say what members wrote to them. */
const showText = ({ token }: Member, messageText: boolean) =>
  api.put("/notifications/preferences", { token, body: { messageText } });
const pendingMessages = () => db().pushMessage.findMany();

async function authorWithBrowser() {
  const [author, fan] = [await createMember(), await createMember({ name: "Kabir Rao" })];
  const browser = makeBrowser(service.origin);
  expect((await subscribe(author, browser.subscription)).status).toBe(201);
  return { author, fan, browser, post: await createPost({ author }) };
}

describe("a push of messages", () => {
  /** A friend of the author, who has a browser, and their conversation. */
  async function friends() {
    const { author, fan, browser, post } = await authorWithBrowser();
    await setCircle(author.viewer, fan.id, true);
    await showText(author, true);
    const conversationId = await createConversation(fan, author);
    return { author, fan, browser, post, conversationId };
  }
  const sendDue = async () => {
    await makeDue();
    await sendPushes();
  };

  test("is one for all that came since the last, with the newest words", async () => {
    const { fan, browser, conversationId } = await friends();
    await createMessage({ conversationId, sender: fan, text: "One" });
    await createMessage({ conversationId, sender: fan, text: "Two" });
    await sendDue();
    await createMessage({ conversationId, sender: fan, text: `Three ${"x".repeat(200)}` });
    await sendDue();
    expect(service.sent.map(({ body }) => browser.read(body))).toEqual([
      {
        title: "Campus Circle",
        body: "Kabir Rao: Two",
        url: `/messages/${conversationId}`,
        tag: conversationId,
      },
      expect.objectContaining({ body: `Kabir Rao: Three ${"x".repeat(94)}…` }),
    ]);
    expect(await pendingMessages()).toEqual([]);
  });

  test("names the sender alone, until its receiver wants to read the words", async () => {
    const { author, fan, browser, conversationId } = await friends();
    await showText(author, false);
    await createMessage({ conversationId, sender: fan, text: "Secret" });
    await sendDue();
    expect(service.sent.map(({ body }) => browser.read(body))).toMatchObject([
      { body: "New message from Kabir Rao", url: `/messages/${conversationId}` },
    ]);
  });

  test("names a post", async () => {
    const { fan, browser, conversationId } = await friends();
    const { id: postId } = await createPost();
    await sendMessage(fan.viewer, conversationId, { postId, clientId: crypto.randomUUID() });
    await sendDue();
    expect(service.sent.map(({ body }) => browser.read(body))).toMatchObject([
      { body: "Kabir Rao sent you a post" },
    ]);
  });

  test("is not sent for a request, after it was seen or deleted, or when messages are muted", async () => {
    const { author, fan, conversationId } = await friends();
    const stranger = await createMember();
    await createMessage({ conversationId: await createConversation(stranger, author), sender: stranger });
    expect(await pendingMessages()).toEqual([]);
    const first = await createMessage({ conversationId, sender: fan });
    await api.put(`/conversations/${conversationId}/seen`, {
      token: author.token,
      body: { messageId: first },
    });
    await sendDue();
    const second = await createMessage({ conversationId, sender: fan });
    await api.delete(`/conversations/${conversationId}/messages/${second}`, { token: fan.token });
    await sendDue();
    await api.put("/notifications/preferences", { token: author.token, body: { message: false } });
    await createMessage({ conversationId, sender: fan });
    await sendDue();
    expect(service.sent).toEqual([]);
    expect(await pendingMessages()).toEqual([]);
  });

  test("is not sent while its sender is muted, before it or meanwhile", async () => {
    const { author, fan, browser, conversationId } = await friends();
    await createMessage({ conversationId, sender: fan, text: "Before" });
    await setMute(author.viewer, fan.id, { muted: true });
    await sendDue();
    await createMessage({ conversationId, sender: fan, text: "While" });
    await sendDue();
    expect(service.sent).toEqual([]);
    expect(await pendingMessages()).toEqual([]);
    await db().mute.updateMany({ where: { muterId: author.id }, data: { until: new Date() } });
    await createMessage({ conversationId, sender: fan, text: "After" });
    await sendDue();
    expect(service.sent.map(({ body }) => browser.read(body))).toMatchObject([{ body: "Kabir Rao: After" }]);
  });

  test("that waits is taken back by a block, like those of notifications", async () => {
    const { author, fan, post, conversationId } = await friends();
    await createMessage({ conversationId, sender: fan });
    await like(fan, post.id);
    expect(await pendingMessages()).toHaveLength(2);
    await setBlock(author.viewer, fan.id, true);
    expect(await pendingMessages()).toEqual([]);
  });

  test("never says what moderators withhold", async () => {
    const { fan, browser, conversationId } = await friends();
    await createMessage({ conversationId, sender: fan, text: "Shown" });
    const withheld = await createMessage({ conversationId, sender: fan, text: "Withheld" });
    await transaction((tx) => withholdMessage(tx, withheld, null));
    await sendDue();
    expect(service.sent.map(({ body }) => browser.read(body))).toMatchObject([{ body: "Kabir Rao: Shown" }]);
  });

  test("that is under way when another message comes is followed by one more", async () => {
    const { fan, browser, conversationId } = await friends();
    await createMessage({ conversationId, sender: fan, text: "One" });
    await makeDue();
    service.hold(() => createMessage({ conversationId, sender: fan, text: "Two" }));
    await sendPushes();
    await sendDue();
    expect(service.sent.map(({ body }) => browser.read(body))).toMatchObject([
      { body: "Kabir Rao: One" },
      { body: "Kabir Rao: Two" },
    ]);
  });
});

describe("a push", () => {
  test("of a like is sent once, encrypted for the browser and signed by us", async () => {
    const { fan, browser, post } = await authorWithBrowser();
    await like(fan, post.id);
    await sendPushes();
    expect(service.sent).toHaveLength(0);
    await makeDue();
    await sendPushes();
    await sendPushes();
    expect(service.sent).toHaveLength(1);
    const [{ path, headers, body }] = service.sent as [(typeof service.sent)[0]];
    expect(service.origin + path).toBe(browser.subscription.endpoint);
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
    expect(headers.topic).toMatch(/^[0-9a-f]{32}$/);
    expect(readVapid(headers.authorization)).toMatchObject({
      aud: service.origin,
      sub: "mailto:hello@example.edu",
    });
    expect(browser.read(body)).toMatchObject({
      title: "Campus Circle",
      body: "Kabir Rao liked your post",
      url: `/post/${post.id}`,
    });
    expect(await pendingMessages()).toEqual([]);
  });

  test("is sent once when several instances send at the same time", async () => {
    const { author } = await authorWithBrowser();
    const fans = await Promise.all(Array.from({ length: 30 }, () => createMember()));
    for (const fan of fans) await api.post(`/users/${author.id}/follow`, { token: fan.token });
    await makeDue();
    await Promise.all([sendPushes(), sendPushes(), sendPushes()]);
    expect(service.sent).toHaveLength(30);
    expect(new Set(service.sent.map(({ headers }) => headers.topic)).size).toBe(30);
    expect(await pendingMessages()).toEqual([]);
  });

  test("goes to each of the receiver's browsers", async () => {
    const { author, fan, post } = await authorWithBrowser();
    await subscribe(author, makeBrowser(service.origin).subscription);
    await like(fan, post.id);
    await makeDue();
    await sendPushes();
    expect(new Set(service.sent.map(({ path }) => path)).size).toBe(2);
  });

  test("is not sent when the like is undone or seen within seconds", async () => {
    const { author, fan, post } = await authorWithBrowser();
    await like(fan, post.id);
    await like(fan, post.id, false);
    expect(await pendingMessages()).toEqual([]);
    await like(fan, post.id);
    await api.put("/notifications/mark-all-seen", { token: author.token });
    await makeDue();
    await sendPushes();
    expect(service.sent).toEqual([]);
    expect(await pendingMessages()).toEqual([]);
  });

  test("is not sent when likes are muted", async () => {
    const { author, fan, post } = await authorWithBrowser();
    await api.put("/notifications/preferences", { token: author.token, body: { like: false } });
    await like(fan, post.id);
    await makeDue();
    await sendPushes();
    expect(service.sent).toEqual([]);
  });

  /** What a fan does that the author is notified of. */
  const EVENTS: Record<string, (fan: Member, author: Member, postId: string) => Promise<unknown>> = {
    like: (fan, _, postId) => like(fan, postId),
    comment: ({ token }, _, postId) =>
      api.post(`/posts/${postId}/comments`, { token, body: { content: "Hi" } }),
    join: ({ token }, { id }) => api.post(`/users/${id}/follow`, { token }),
    notification: ({ token }, { id }) =>
      api.post("/notifications", { token, body: { receiverId: id, type: "like", message: "Hi" } }),
  };

  test.each(Object.keys(EVENTS))("of a %s is not sent while its sender is muted", async (event) => {
    const { author, fan, post } = await authorWithBrowser();
    const act = (person: Member) => EVENTS[event]?.(person, author, post.id);
    await act(fan);
    await setMute(author.viewer, fan.id, { muted: true });
    const other = await createMember();
    await setMute(author.viewer, other.id, { muted: true });
    await act(other);
    expect((await pendingMessages()).length).toBeGreaterThan(0);
    await makeDue();
    await sendPushes();
    expect(service.sent).toEqual([]);
    await db().mute.updateMany({ where: { muterId: author.id }, data: { until: new Date() } });
    await act(await createMember());
    await makeDue();
    await sendPushes();
    expect(service.sent).toHaveLength(1);
  });

  test("of a comment is not sent when it says a muted word", async () => {
    const { author, fan, browser, post } = await authorWithBrowser();
    await setWord(author.viewer, "kite", true);
    const body = { content: "Bring your KITE!" };
    await api.post(`/posts/${post.id}/comments`, { token: fan.token, body });
    await like(fan, post.id);
    await makeDue();
    await sendPushes();
    expect(service.sent.map(({ body: sent }) => browser.read(sent))).toMatchObject([
      { body: "Kabir Rao liked your post" },
    ]);
  });

  test.each(["blocks", "is blocked by"])("is not sent when its receiver %s its sender", async (how) => {
    const { author, fan, post } = await authorWithBrowser();
    await like(fan, post.id);
    const [blocker, blocked] = how === "blocks" ? [author, fan] : [fan, author];
    // Without deleting what waits, as blocking does: this one is being sent.
    await db().block.create({ data: { blockerId: blocker.id, blockedId: blocked.id } });
    await makeDue();
    await sendPushes();
    expect(service.sent).toEqual([]);
  });

  test("is sent once a day, however often the event is redone", async () => {
    const { author, fan, post } = await authorWithBrowser();
    const join = (inCircle: boolean) =>
      api.post(`/users/${author.id}/follow`, { token: fan.token, body: { inCircle } });
    const cycle = async () => {
      await like(fan, post.id);
      await join(true);
      await makeDue();
      await sendPushes();
      await like(fan, post.id, false);
      await join(false);
    };
    for (let round = 0; round < 3; round++) await cycle();
    expect(service.sent).toHaveLength(2);
    await db().sql`UPDATE sent_pushes SET sent_at = sent_at - interval '25 hours'`;
    await sweepSubscriptions();
    expect(await db().sentPush.count()).toBe(0);
    await cycle();
    expect(service.sent).toHaveLength(4);
  });

  test("is sent for a like redone before the first push", async () => {
    const { fan, post } = await authorWithBrowser();
    for (const liked of [true, false, true]) await like(fan, post.id, liked);
    await makeDue();
    await sendPushes();
    expect(service.sent).toHaveLength(1);
  });

  async function expectOneIn15Minutes(): Promise<void> {
    const [message, ...others] = await pendingMessages();
    expect(others).toEqual([]);
    const minutes = ((message?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
  }

  test("collects further comments for 15 minutes and quotes the last one", async () => {
    const { fan, browser, post } = await authorWithBrowser();
    const comment = (content: string) =>
      api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content } });
    await comment("First");
    await makeDue();
    await sendPushes();
    for (const content of ["Second", "Third", "Fourth"]) await comment(content);
    await expectOneIn15Minutes();
    await makeDue();
    await sendPushes();
    expect(service.sent.map(({ body }) => (browser.read(body) as { body: string }).body)).toEqual([
      "Kabir Rao commented: “First”",
      "Kabir Rao commented: “Fourth”",
    ]);
  });

  test("of a comment that is under way when another comes is followed by one more, after 15 minutes", async () => {
    const { fan, browser, post } = await authorWithBrowser();
    const comment = (content: string) =>
      api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content } });
    await comment("First");
    await makeDue();
    service.hold(() => comment("Second"));
    await sendPushes();
    await expectOneIn15Minutes();
    await makeDue();
    await sendPushes();
    expect(service.sent.map(({ body }) => (browser.read(body) as { body: string }).body)).toEqual([
      "Kabir Rao commented: “First”",
      "Kabir Rao commented: “Second”",
    ]);
    expect(await pendingMessages()).toEqual([]);
  });

  test("is never too large for its service, whatever emoji a member puts together", async () => {
    const { author, fan, browser, post } = await authorWithBrowser();
    await setCircle(author.viewer, fan.id, true);
    await showText(author, true);
    const [crowd, family] = [Array(12).fill("👩").join("\u200d"), "👨‍👩‍👧‍👦"];
    const content = crowd.repeat(60);
    await api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content } });
    const message = family.repeat(280);
    await api.post("/notifications", {
      token: fan.token,
      body: { receiverId: author.id, type: "comment", message },
    });
    expect(await pendingMessages()).toHaveLength(2);
    await makeDue();
    await sendPushes();
    const bodies = service.sent.map(({ body }) => (browser.read(body) as { body: string }).body).sort();
    expect(bodies).toEqual([
      expect.stringMatching(new RegExp(`^Kabir Rao commented: “(${crowd})+…$`, "u")),
      expect.stringMatching(new RegExp(`^Kabir Rao sent you a notification: (${family})+…$`, "u")),
    ]);
    const subscription = await db().pushSubscription.findFirst({ where: { userId: author.id } });
    expect(subscription?.rejections).toBe(0);
  });

  test("marks a custom notification as such", async () => {
    const { author, fan, browser } = await authorWithBrowser();
    await setCircle(author.viewer, fan.id, true);
    await showText(author, true);
    const body = { receiverId: author.id, type: "like", message: "liked your post" };
    await api.post("/notifications", { token: fan.token, body });
    await makeDue();
    await sendPushes();
    const [sent] = service.sent;
    expect(browser.read(sent?.body as Buffer)).toMatchObject({
      body: "Kabir Rao sent you a notification: liked your post",
      url: "/notify",
    });
    await db().notification.deleteMany({ where: { receiverId: author.id } });
    await api.put("/notifications/preferences", { token: author.token, body: { custom: false } });
    await api.post("/notifications", { token: fan.token, body });
    await makeDue();
    await sendPushes();
    expect(service.sent).toHaveLength(1);
  });

  test("is not sent about a post whose author is hidden by now", async () => {
    const { author: me, fan } = await authorWithBrowser();
    const post = await createPost();
    const replyTo = await createComment({ post, author: me });
    const answer = () =>
      api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content: "Yes", replyTo } });
    await answer();
    await setBlock({ id: post.authorId, sessionId: "" }, me.id, true);
    await makeDue();
    await sendPushes();
    expect(service.sent).toEqual([]);
    await setBlock({ id: post.authorId, sessionId: "" }, me.id, false);
    await answer();
    await makeDue();
    await sendPushes();
    expect(service.sent).toHaveLength(1);
  });

  test("is not sent after the browser signs out", async () => {
    const { author, fan, post } = await authorWithBrowser();
    await api.post("/auth/logout", { body: { refreshToken: author.refreshToken } });
    await like(fan, post.id);
    await makeDue();
    await sendPushes();
    expect(service.sent).toEqual([]);
    await sweepSubscriptions();
    expect(await db().pushSubscription.count({ where: { userId: author.id } })).toBe(0);
  });
});

describe("a push service", () => {
  test.each([500, 503, 429])("that answers %i is retried later, and nothing is lost", async (status) => {
    const { fan, post } = await authorWithBrowser();
    await like(fan, post.id);
    await makeDue();
    service.answer(status, { "Retry-After": "120" });
    await sendPushes();
    const [message] = await pendingMessages();
    expect(message?.attempts).toBe(1);
    const wait = ((message?.nextAttemptAt.getTime() ?? 0) - Date.now()) / 1000;
    expect(wait).toBeGreaterThan(100);
    expect(wait).toBeLessThanOrEqual(121);
    service.answer(201);
    await sendPushes();
    expect(service.sent).toHaveLength(0);
    await makeDue();
    await sendPushes();
    expect(service.sent).toHaveLength(1);
    expect(await pendingMessages()).toEqual([]);
  });

  test("that cannot be reached is tried eight times", async () => {
    const { fan, post } = await authorWithBrowser();
    await db().sql`UPDATE push_subscriptions SET endpoint = 'http://127.0.0.1:9/' || id`;
    await like(fan, post.id);
    const outcomes: string[] = [];
    onSignal("push", ({ service, outcome }) => outcomes.push(`${service} ${outcome}`));
    for (let round = 0; round < 8; round++) {
      expect(await pendingMessages()).toHaveLength(1);
      await makeDue();
      await sendPushes();
    }
    expect(await pendingMessages()).toEqual([]);
    expect(outcomes).toEqual([...Array(7).fill("other retried"), "other given_up"]);
  });

  test.each([404, 410])(
    "that answers %i no longer knows the browser: its subscription is deleted",
    async (status) => {
      const { author, fan, post } = await authorWithBrowser();
      await like(fan, post.id);
      await makeDue();
      service.answer(status);
      await sendPushes();
      expect(await pendingMessages()).toEqual([]);
      expect(await db().pushSubscription.count({ where: { userId: author.id } })).toBe(0);
    },
  );

  test("that rejects five messages in a row loses the subscription", async () => {
    const { author, browser } = await authorWithBrowser();
    const push = async (status: number) => {
      const fan = await createMember();
      await api.post(`/users/${author.id}/follow`, { token: fan.token });
      await makeDue();
      service.answer(status);
      await sendPushes();
      return db().pushSubscription.count({ where: { userId: author.id } });
    };
    for (const status of [400, 401, 403, 413]) expect(await push(status)).toBe(1);
    // A delivered message resets the count.
    expect(await push(201)).toBe(1);
    for (const status of [400, 400, 400, 400]) expect(await push(status)).toBe(1);
    // So does subscribing again.
    await subscribe(author, browser.subscription);
    for (const status of [400, 400, 400, 400]) expect(await push(status)).toBe(1);
    expect(await push(403)).toBe(0);
    expect(await pendingMessages()).toEqual([]);
  });

  test("that rejects a message does not get it again", async () => {
    const { author, fan, post } = await authorWithBrowser();
    await like(fan, post.id);
    await makeDue();
    service.answer(413);
    await sendPushes();
    expect(await pendingMessages()).toEqual([]);
    expect(await db().pushSubscription.count({ where: { userId: author.id } })).toBe(1);
  });
});

describe("subscribing a browser", () => {
  test("again updates it, and for another person moves it to them", async () => {
    const { author, fan, browser } = await authorWithBrowser();
    await subscribe(await signIn(author.user), browser.subscription);
    await subscribe(fan, browser.subscription);
    const rows = await db().pushSubscription.findMany({ where: { endpoint: browser.subscription.endpoint } });
    expect(rows.map(({ userId }) => userId)).toEqual([fan.id]);
  });

  test("replaces the oldest of twenty", async () => {
    const { author, browser } = await authorWithBrowser();
    for (let count = 0; count < 20; count++)
      await subscribe(author, makeBrowser(service.origin).subscription);
    const rows = await db().pushSubscription.findMany({ where: { userId: author.id } });
    expect(rows).toHaveLength(20);
    expect(rows.map(({ endpoint }) => endpoint)).not.toContain(browser.subscription.endpoint);
  });

  test("requires a known push service and valid keys", async () => {
    const member = await createMember();
    const { subscription } = makeBrowser(service.origin);
    for (const invalid of [
      { ...subscription, endpoint: "http://127.0.0.1:5432/" },
      { ...subscription, endpoint: "https://evil.example/send" },
      { ...subscription, endpoint: "javascript:alert(1)" },
      { ...subscription, keys: { ...subscription.keys, auth: "AAAA" } },
      { ...subscription, keys: { ...subscription.keys, p256dh: subscription.keys.auth } },
    ]) {
      expect((await subscribe(member, invalid)).status).toBe(400);
    }
    expect(await db().pushSubscription.count({ where: { userId: member.id } })).toBe(0);
  });

  test("can be undone only by its owner", async () => {
    const { author, fan, browser } = await authorWithBrowser();
    const { endpoint } = browser.subscription;
    const undo = (member: Member) =>
      api.delete("/notifications/push-subscriptions", { token: member.token, body: { endpoint } });
    expect((await undo(fan)).status).toBe(200);
    expect(await db().pushSubscription.count({ where: { endpoint } })).toBe(1);
    expect((await undo(author)).status).toBe(200);
    expect(await db().pushSubscription.count({ where: { endpoint } })).toBe(0);
  });

  test("fails when push is not set up", async () => {
    const member = await createMember();
    const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT } = process.env;
    Object.assign(process.env, { VAPID_PUBLIC_KEY: "", VAPID_PRIVATE_KEY: "", VAPID_SUBJECT: "" });
    resetEnvForTests();
    const reply = await api.post("/notifications/push-subscriptions", {
      token: member.token,
      body: makeBrowser(service.origin).subscription,
    });
    expect(reply.status).toBe(404);
    Object.assign(process.env, { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT });
    resetEnvForTests();
  });
});
