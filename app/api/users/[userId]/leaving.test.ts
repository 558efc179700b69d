import sharp from "sharp";
import { sessionAnswer } from "@/lib/accounts/schema";
import { messageAnswer } from "@/lib/api/fields";
import { setCircle } from "@/lib/circles/server/circle";
import { addComment } from "@/lib/comments/server/comments";
import { setCommentLike } from "@/lib/comments/server/like";
import { TABLES } from "@/lib/personal-data/server/tables";
import { db } from "@/lib/platform/db";
import { deliveryUrl } from "@/lib/platform/media";
import { FOLDER } from "@/lib/platform/media/host";
import { setBookmark } from "@/lib/posts/server/bookmarks";
import { setLike } from "@/lib/posts/server/like";
import { rankings, trendingTags } from "@/lib/posts/server/trending";
import { EXPORT_SIZE_HEADER } from "@/lib/profiles/policy";
import { importPicture } from "@/lib/uploads/server/import";
import { api, loadRoute } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import { findDrift } from "@/tests/counter-drift";
import {
  createCase,
  createComment,
  createConversation,
  createMember,
  createMessage,
  createPost,
  createStaff,
  type Member,
  passwordHashOf,
  signIn,
} from "@/tests/factories";
import { type GoogleIssuer, startGoogleIssuer } from "@/tests/google-issuer";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { lastCode } from "@/tests/mailbox";
import { pagedRoutesWithout } from "@/tests/paged-routes";
import { useTestDatabase } from "@/tests/test-db";
import { makeOlder } from "@/tests/time";

/** An account that rests, and all that is stored of one. */

beforeAll(liftLimits);

describe("deactivated", () => {
  let google: GoogleIssuer;

  beforeAll(async () => {
    await useTestDatabase();
    google = await startGoogleIssuer();
  });
  afterAll(() => google.close());

  const deactivate = (me: Member, userId = me.id) =>
    api.post(`/users/${userId}/deactivate`, { token: me.token });

  /** Two people who have posted, liked, commented and joined each other's circles. */
  async function createFriends() {
    const me = await createMember({ name: "Tara Hiding" });
    const friend = await createMember();
    const [mine, theirs] = [
      await createPost({ author: me, caption: "#onlymine" }),
      await createPost({ author: friend }),
    ];
    await setLike(friend.viewer, mine.id, true);
    await setLike(me.viewer, theirs.id, true);
    await setLike(friend.viewer, theirs.id, true);
    const { comment } = await addComment(me.viewer, theirs.id, "From the hidden one");
    const report = { subject: "comment", subjectId: comment._id, reason: "other" };
    await api.post("/reports", { token: friend.token, body: report });
    const { comment: friends } = await addComment(friend.viewer, theirs.id, "From the friend");
    await setCommentLike(me.viewer, theirs.id, friends._id, true);
    await setCircle(me.viewer, friend.id, true);
    await setCircle(friend.viewer, me.id, true);
    await setBookmark(friend.viewer, mine.id, true);
    const conversationId = await createConversation(me, friend);
    await createMessage({ conversationId, sender: me });
    await makeOlder();
    return { me, friend, mine, theirs, conversationId, commentId: friends._id };
  }

  type Friends = Awaited<ReturnType<typeof createFriends>>;

  /** The answers of every call in which the friend might see the person, as text. */
  async function readEverything({
    me,
    friend,
    mine,
    theirs,
    conversationId,
    commentId,
  }: Friends): Promise<Record<string, string>> {
    trendingTags.clear();
    rankings.clear();
    const paths = [
      "/posts",
      "/posts?tag=onlymine",
      "/posts/trending",
      "/tags/trending",
      "/search/tags?q=only",
      `/posts/${theirs.id}`,
      `/posts/${theirs.id}/likes`,
      `/posts/${theirs.id}/comments`,
      `/posts/${theirs.id}/comments/${commentId}/likes`,
      `/posts/get-user-post/${friend.id}`,
      "/notifications",
      "/bookmarks",
      `/users/${friend.id}`,
      `/users/${friend.id}/circle`,
      `/users/${friend.id}/circles`,
      "/users/suggestions",
      "/search/users?q=tara",
      "/people?q=tara",
      `/posts/${mine.id}`,
      `/users/${me.id}`,
      `/users/${me.id}/posts`,
      `/users/${me.id}/circle`,
      "/conversations",
      `/conversations/${conversationId}/messages`,
      "/reports",
      "/safety/blocks",
      "/safety/mutes",
    ];
    const answers: Record<string, string> = {};
    for (const address of paths) {
      const [path = "", query = ""] = address.split("?");
      const reply = await api.get(path, {
        token: friend.token,
        query: Object.fromEntries(new URLSearchParams(query)),
      });
      answers[address] = JSON.stringify(reply.body);
    }
    return answers;
  }

  const mentions = ({ me, mine }: Friends, text: string) =>
    [me.id, mine.id, "Tara Hiding", "the hidden one", "onlymine"].some((word) => text.includes(word));

  test("a deactivated person is hidden everywhere at once, and back with the next sign-in", async () => {
    const friends = await createFriends();
    const { me, friend, mine, theirs } = friends;
    const before = await readEverything(friends);
    // The staff see everyone, and decisions are about oneself.
    const routes = await pagedRoutesWithout([...Object.keys(before), "/decisions"]);
    expect(routes.filter((route) => !/^\/(moderation|college)\//.test(route))).toEqual([]);
    const visible = Object.keys(before).filter((path) => mentions(friends, before[path] ?? ""));
    // Suggestions leave out people already joined, the list of a circle does not name its owner, and
    // the friend has blocked and muted no one.
    const never = ["/users/suggestions", `/users/${me.id}/circle`, "/safety/blocks", "/safety/mutes"];
    for (const path of Object.keys(before)) if (!never.includes(path)) expect(visible).toContain(path);

    expect(await deactivate(me)).toMatchObject({
      status: 200,
      body: { message: expect.stringMatching(/\S/) },
    });
    const hidden = await readEverything(friends);
    expect(Object.entries(hidden).filter(([, text]) => mentions(friends, text))).toEqual([]);
    for (const [method, path] of [
      ["get", `/users/${me.id}`],
      ["get", `/posts/${mine.id}`],
      ["get", `/posts/${mine.id}/comments`],
      ["get", `/posts/${mine.id}/likes`],
      ["post", `/posts/${mine.id}/like`],
      ["post", `/posts/${mine.id}/share`],
      ["post", `/users/${me.id}/follow`],
    ] as const) {
      expect([path, (await api[method](path, { token: friend.token })).status]).toEqual([path, 404]);
    }
    const body = { content: "Are you there?" };
    expect((await api.post(`/posts/${mine.id}/comments`, { token: friend.token, body })).status).toBe(404);
    expect(hidden[`/users/${me.id}`]).toContain("user_deactivated");

    // Counters include hidden people's rows, so that nothing changes when they come back.
    expect(await findDrift()).toEqual([]);
    expect((await api.get(`/posts/${theirs.id}`, { token: friend.token })).body).toMatchObject({
      post: { likes: [friend.id], likesCount: 2, commentsCount: 2 },
    });

    await signIn(await db().user.findUniqueOrThrow({ where: { id: me.id } }));
    expect(await readEverything(friends)).toEqual(before);
    expect(await findDrift()).toEqual([]);
  });

  test("deactivating ends all sessions", async () => {
    const me = await createMember();
    const phone = await signIn(me.user);
    const reply = await deactivate(me);
    expect(reply.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);
    for (const { token, refreshToken } of [me, phone]) {
      expect(await api.get("/auth/me", { token })).toMatchObject({ status: 401 });
      expect(await api.post("/auth/refresh", { body: { refreshToken } })).toMatchObject({ status: 401 });
    }
    // Signing in again restores the account, not its old sessions.
    await signIn(await db().user.findUniqueOrThrow({ where: { id: me.id } }));
    expect(await api.get("/auth/me", { token: phone.token })).toMatchObject({ status: 401 });
  });

  describe("coming back", () => {
    const isBack = async (member: Member) => {
      const { isActive, deactivatedAt } = await db().user.findUniqueOrThrow({ where: { id: member.id } });
      return isActive && deactivatedAt === null;
    };

    test("with a code", async () => {
      const me = await createMember();
      await deactivate(me);
      const { email } = me.user;
      expect(await api.post("/auth/send-otp", { body: { email } })).toMatchObject({ status: 200 });
      expect(await isBack(me)).toBe(false);
      const reply = await api.post("/auth/check-otp", { body: { email, otp: await lastCode(email) } });
      const { accessToken, user } = reply.read(sessionAnswer);
      expect(user).toMatchObject({ _id: me.id, isActive: true });
      expect(await isBack(me)).toBe(true);
      expect(await api.get("/auth/me", { token: accessToken })).toMatchObject({ status: 200 });
    });

    test("with a password", async () => {
      const me = await createMember({ passwordHash: await passwordHashOf("golden hour 7") });
      await deactivate(me);
      const login = (password: string) =>
        api.post("/auth/login", { body: { email: me.user.email, password } });
      expect(await login("silver hour 7")).toMatchObject({ status: 401 });
      expect(await isBack(me)).toBe(false);
      expect((await login("golden hour 7")).read(sessionAnswer).user).toMatchObject({ _id: me.id });
      expect(await isBack(me)).toBe(true);
    });

    test("with Google", async () => {
      const me = await createMember();
      await deactivate(me);
      const tokenId = await google.sign({ sub: "g-back", email: me.user.email });
      const reply = await api.post("/auth/google", { body: { tokenId } });
      expect(reply.read(sessionAnswer)).toMatchObject({
        newUser: false,
        user: { _id: me.id, isActive: true },
      });
      expect(await isBack(me)).toBe(true);
    });

    test("is impossible after an operator has switched the account off", async () => {
      const me = await createMember({ passwordHash: await passwordHashOf("golden hour 7") });
      await deactivate(me);
      await db().user.update({ where: { id: me.id }, data: { deactivatedAt: null } });
      const { email } = me.user;
      expect(await api.post("/auth/send-otp", { body: { email } })).toMatchObject({ status: 404 });
      const body = { email, password: "golden hour 7" };
      expect(await api.post("/auth/login", { body })).toMatchObject({ status: 401 });
      const tokenId = await google.sign({ sub: "g-off", email });
      expect(await api.post("/auth/google", { body: { tokenId } })).toMatchObject({ status: 404 });
      await expect(signIn(await db().user.findUniqueOrThrow({ where: { id: me.id } }))).rejects.toThrow(
        "not found",
      );
      expect(await isBack(me)).toBe(false);
    });
  });

  test("no one can deactivate another person", async () => {
    const [me, other] = [await createMember(), await createMember()];
    expect(await deactivate(me, other.id)).toMatchObject({ status: 403, error: "forbidden" });
    expect(await api.get("/auth/me", { token: other.token })).toMatchObject({ status: 200 });
  });
});

describe("the export", () => {
  beforeAll(useTestDatabase);

  async function download(member: Member, userId = member.id): Promise<Response> {
    const { GET } = await loadRoute(["users", "[userId]", "export"]);
    const request = makeRequest({ path: `/api/users/${userId}/export`, token: member.token });
    return GET(request, { params: Promise.resolve({ userId }) });
  }

  /** The files of an uncompressed ZIP archive, by name. */
  function unzip(archive: Buffer): Map<string, Buffer> {
    const files = new Map<string, Buffer>();
    const end = archive.lastIndexOf(Buffer.from("PK\x05\x06"));
    let at = archive.readUInt32LE(end + 16);
    for (let remaining = archive.readUInt16LE(end + 10); remaining > 0; remaining--) {
      const size = archive.readUInt32LE(at + 24);
      const nameLength = archive.readUInt16LE(at + 28);
      const skipped = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
      const header = archive.readUInt32LE(at + 42);
      const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
      const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
      files.set(name, archive.subarray(start, start + size));
      at += 46 + nameLength + skipped;
    }
    return files;
  }

  const filesOf = async (response: Response) => unzip(Buffer.from(await response.arrayBuffer()));
  const json = (files: Map<string, Buffer>, name: string) =>
    JSON.parse(files.get(`${name}.json`)?.toString() ?? "");

  test("has a file for every table with a person's data", async () => {
    const files = await filesOf(await download(await createMember()));
    const expected = Object.values(TABLES).flatMap(({ exported }) =>
      "file" in exported ? [exported.file] : [],
    );
    expect([...files.keys()]).toEqual(expect.arrayContaining(expected));
  });

  test("is one archive with all data and media of the person, and no secrets", async () => {
    const [me, friend] = [
      await createMember({ name: "Ishita Verma", bio: "अ 🎉", passwordHash: "argon2 of a password" }),
      await createMember(),
    ];
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#f2a20c" } })
      .jpeg()
      .toBuffer();
    const publicId = `${FOLDER}/${crypto.randomUUID()}`;
    const asset = await importPicture(picture, { ownerId: me.id, publicId, purpose: "post" });
    const second = await importPicture(picture, {
      ownerId: me.id,
      publicId: `${FOLDER}/${crypto.randomUUID()}`,
      purpose: "post",
    });
    await db().mediaAsset.createMany({ data: [asset, second].map((row) => ({ ...row, attachedAt: null })) });
    const media = [asset, second].map((row, index) => ({
      mediaType: "image",
      cloudinaryUrl: deliveryUrl(row),
      altText: `Picture ${index}`,
    }));
    await api.post("/upload/pre-calculated", { token: me.token, body: { caption: "Mine #gwalior", media } });
    const theirs = await createPost({ author: friend });
    await createComment({ post: theirs, author: me, content: "A word of mine" });
    await api.post(`/posts/${theirs.id}/like`, { token: me.token });
    await api.post(`/posts/${theirs.id}/share`, { token: me.token });
    await api.post(`/posts/${theirs.id}/bookmark`, { token: me.token });
    const bookmarked = await createPost({ caption: "Bookmarked by another" });
    await api.post(`/posts/${bookmarked.id}/bookmark`, { token: friend.token });
    await setCircle(me.viewer, friend.id, true);
    await setCircle(friend.viewer, me.id, true);

    const conversationId = await createConversation(me, friend);
    await createMessage({ conversationId, sender: me, text: "Only for you" });
    await createMessage({ conversationId, sender: friend, text: "A word of theirs" });

    const said = { role: "faculty", department: "CSE" } as const;
    await db().user.update({ where: { id: me.id }, data: { department: "IT", batch: 2019, section: "B" } });
    await db().affiliationRequest.create({ data: { userId: me.id, decidedById: friend.id, ...said } });
    await db().rosterEntry.create({
      data: { email: me.user.email, collegeName: "MITS", addedById: friend.id, ...said },
    });

    const response = await download(me);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/zip");
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="campus-circle-ishita\.verma[.\d]*-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(Number(response.headers.get(EXPORT_SIZE_HEADER))).toBeGreaterThan(0);
    const files = await filesOf(response);

    expect(json(files, "profile")).toMatchObject({ _id: me.id, email: me.user.email, bio: "अ 🎉" });
    expect(json(files, "profile")).toMatchObject({
      affiliation: { department: "IT", batch: 2019 },
      section: "B",
      affiliationRequest: { state: "pending", ...said },
      rosterEntry: said,
    });
    expect(files.get("profile.json")?.toString()).not.toContain(friend.id);
    const [post] = json(files, "posts");
    expect(post).toMatchObject({ caption: "Mine #gwalior", hashtags: ["gwalior"] });
    expect(post.media).toMatchObject([{ altText: "Picture 0" }, { altText: "Picture 1" }]);
    expect(new Set(post.media.map(({ file }: { file: string }) => file)).size).toBe(2);
    for (const { file } of post.media) {
      expect(await sharp(files.get(file)).metadata()).toMatchObject({ width: 40, height: 30 });
    }
    expect(json(files, "comments")).toMatchObject([{ content: "A word of mine", postId: theirs.id }]);
    expect(json(files, "likes")).toMatchObject([{ postId: theirs.id }]);
    expect(json(files, "shares")).toMatchObject([{ postId: theirs.id }]);
    expect(json(files, "bookmarks")).toMatchObject([{ postId: theirs.id }]);
    expect(json(files, "circles-i-joined")).toMatchObject([{ id: friend.id, name: friend.user.name }]);
    expect(json(files, "people-in-my-circle")).toMatchObject([{ id: friend.id }]);
    expect(json(files, "notifications")).toMatchObject([{ type: "follow", senderId: friend.id }]);
    expect(json(files, "notification-preferences")).toEqual({
      like: true,
      comment: true,
      follow: true,
      mention: true,
      reply: true,
      comment_like: true,
      custom: true,
      customFromEveryone: true,
      message: true,
      messageText: false,
    });
    expect(json(files, "messages")).toMatchObject([{ text: "Only for you", receiver: friend.user.name }]);
    expect(json(files, "message-preferences")).toEqual({
      whoCanMessage: "everyone",
      whoCanMention: "everyone",
      seenMarks: true,
    });
    expect(json(files, "devices")).toMatchObject([{ userAgent: "jest" }]);

    const everything = [...files.values()].map(String).join();
    for (const secret of ["argon2", friend.user.email, me.token, "A word of theirs"])
      expect(everything).not.toContain(secret);
  });

  test("says of acts whose post they are about, unless that is hidden", async () => {
    const me = await createMember();
    const [friend, hidden] = [
      await createMember({ name: "Kabir Rao" }),
      await createMember({ name: "Dev Gone" }),
    ];
    for (const author of [hidden, friend]) {
      const post = await createPost({ author, caption: `Words of ${author.user.name}` });
      await createComment({ post, author: me, content: `To ${author.user.name}` });
      await api.post(`/posts/${post.id}/like`, { token: me.token });
    }
    await db().user.update({ where: { id: hidden.id }, data: { isActive: false } });
    const files = await filesOf(await download(me));
    for (const name of ["comments", "likes"]) {
      const acts: { post: unknown; postId: string; link: string }[] = json(files, name);
      expect(acts.map(({ post }) => post)).toEqual(
        expect.arrayContaining([
          null,
          { author: "Kabir Rao", username: friend.user.username, caption: "Words of Kabir Rao" },
        ]),
      );
      for (const { link, postId } of acts) expect(link).toMatch(new RegExp(`^https?://.*/post/${postId}$`));
    }
    expect([...files.values()].map(String).join()).not.toContain("Words of Dev Gone");
  });

  test("has what a banned person was notified of by moderators", async () => {
    const me = await createMember();
    const moderator = await createStaff();
    const caseId = await createCase({ subject: "person", subjectId: me.id, person: me });
    const body = { outcome: "banned", reason: "Threats in every thread." };
    await api.post(`/moderation/cases/${caseId}/decision`, { token: moderator.token, body });
    const { id } = await db().decision.findFirstOrThrow({ where: { caseId } });
    await api.post(`/moderation/decisions/${id}/confirm`, { token: (await createStaff()).token });
    const files = await filesOf(await download(me));
    const message = "Your account is banned: Threats in every thread.";
    expect(json(files, "notifications")).toMatchObject([{ type: "moderation", sender: null, message }]);
    expect(String(files.get("index.html"))).toContain(`<p class="words">${message}`);
  });

  test("takes no one's own words for something that happened", async () => {
    const [me, friend] = [await createMember(), await createMember()];
    const body = { receiverId: me.id, type: "like", message: "liked your post" };
    await api.post("/notifications", { token: friend.token, body });
    const page = String((await filesOf(await download(me))).get("index.html"));
    expect(page).toContain("</bdi> sent you a notification: liked your post");
  });

  test("has a page for people: self-contained, without scripts, whatever was written", async () => {
    const me = await createMember({ name: "Ishita Verma", bio: "<script>alert(1)</script>" });
    const friend = await createMember({ name: "Kabir <b>Rao</b>" });
    await createPost({ author: me, caption: "My roof" });
    const theirs = await createPost({ author: friend, caption: 'Their "lawn"' });
    await api.post(`/posts/${theirs.id}/like`, { token: me.token });
    const bookmarked = await createPost({ author: friend, caption: "Bookmarked to read" });
    await api.post(`/posts/${bookmarked.id}/bookmark`, { token: me.token });
    const files = await filesOf(await download(me));
    const page = String(files.get("index.html"));
    const [
      {
        media: [media],
      },
    ] = json(files, "posts");
    expect(page).toMatch(/^<!doctype html><html lang="en">.*<\/html>\s*$/s);
    expect(page).toContain(`src="${media.file}"`);
    expect(page).toContain("My roof");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain("Kabir &lt;b&gt;Rao&lt;/b&gt;: Their &quot;lawn&quot;");
    expect(page).toContain(`/post/${theirs.id}"`);
    expect(page).toMatch(/<h2>Posts you bookmarked<\/h2><ul>.*Bookmarked to read/s);
    expect(page).not.toMatch(/<script|<link|@import|url\(|javascript:/i);
    const loaded = [...page.matchAll(/src="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded.filter((address) => !address?.startsWith("media/"))).toEqual([]);
    expect(String(files.get("README.txt"))).toMatch(/on \d+ \w{3} \d{4}\./);
  });

  test("has what was sent by hand, and not what its receiver did with it", async () => {
    const [me, friend] = [await createMember(), await createMember({ name: "Kabir Rao" })];
    await api.post("/notifications", {
      token: me.token,
      body: { receiverId: friend.id, type: "like", message: "See you at the gate" },
    });
    const sent = async () => json(await filesOf(await download(me)), "notifications-sent");
    const before = await sent();
    expect(before).toMatchObject([{ receiver: "Kabir Rao", message: "See you at the gate", type: "like" }]);
    await db().notification.updateMany({
      where: { receiverId: friend.id },
      data: { seen: true, deletedAt: new Date() },
    });
    expect(await sent()).toEqual(before);
  });

  test("has one's own part of what moderators decided, and no one else's", async () => {
    const [reporter, reported, moderator] = [
      await createMember({ name: "Reporting Ritu" }),
      await createMember({ name: "Reported Samar" }),
      await createMember({ name: "Deciding Divya", staffRole: "moderator" }),
    ];
    const { id: subjectId } = await createPost({ author: reported, caption: "All notes for sale" });
    const report = { subject: "post", subjectId, reason: "spam", text: "Sold in every group" };
    await api.post("/reports", { token: reporter.token, body: report });
    const { id: caseId } = await db().moderationCase.findFirstOrThrow({ where: { subjectId } });
    const decision = { outcome: "removed", reason: "Selling is against the guidelines." };
    const { token } = moderator;
    await api.post(`/moderation/cases/${caseId}/decision`, { token, body: decision });
    const { id: decisionId } = await db().decision.findFirstOrThrow({ where: { caseId } });
    const appeal = { token: reported.token, body: { text: "I give them away." } };
    await api.post(`/decisions/${decisionId}/appeal`, appeal);
    const read = async (person: Member) => {
      const files = await filesOf(await download(person));
      return { files, text: [...files.values()].map(String).join() };
    };

    const ofReporter = await read(reporter);
    expect(json(ofReporter.files, "reports")).toMatchObject([{ ...report, state: "decided" }]);
    expect(json(ofReporter.files, "decisions")).toEqual([]);
    for (const secret of [moderator.user.name, decision.reason, "I give them away."]) {
      expect(ofReporter.text).not.toContain(secret);
    }
    const ofReported = await read(reported);
    expect(json(ofReported.files, "reports")).toEqual([]);
    expect(json(ofReported.files, "decisions")).toMatchObject([
      { ...decision, subject: "post", appeal: { text: "I give them away." } },
    ]);
    for (const secret of [reporter.user.name, reporter.id, report.text, moderator.user.name, moderator.id]) {
      expect(ofReported.text).not.toContain(secret);
    }
    const ofModerator = await read(moderator);
    for (const name of ["reports", "decisions"]) expect(json(ofModerator.files, name)).toEqual([]);
    for (const secret of [reporter.user.name, reported.user.name, report.text, "All notes for sale"]) {
      expect(ofModerator.text).not.toContain(secret);
    }
  });

  test("of a new person has empty lists", async () => {
    const files = await filesOf(await download(await createMember()));
    for (const name of [
      "posts",
      "comments",
      "likes",
      "comment-likes",
      "muted-posts",
      "shares",
      "bookmarks",
      "circles-i-joined",
      "people-in-my-circle",
      "notifications",
      "notifications-sent",
    ]) {
      expect([name, json(files, name)]).toEqual([name, []]);
    }
    expect([...files.keys()].filter((name) => name.startsWith("media/"))).toEqual([]);
  });

  test("contains each row once, also when there is more than one batch", async () => {
    const me = await createMember();
    const post = await createPost();
    await db().comment.createMany({
      data: Array.from({ length: 1_203 }, (_, i) => ({
        id: crypto.randomUUID(),
        postId: post.id,
        authorId: me.id,
        content: `Comment ${i}`,
      })),
    });
    const comments = json(await filesOf(await download(me)), "comments");
    expect(new Set(comments.map(({ content }: { content: string }) => content)).size).toBe(1_203);
  });

  test("leaves out media that the host no longer has", async () => {
    const me = await createMember();
    const post = await createPost({ author: me });
    const files = await filesOf(await download(me));
    expect(json(files, "posts")).toMatchObject([{ id: post.id }]);
    expect([...files.keys()].filter((name) => name.startsWith("media/"))).toEqual([]);
  });

  test("is rejected for other people, and over the rate limit", async () => {
    const [me, other] = [await createMember(), await createMember()];
    const response = await download(me, other.id);
    expect([response.status, await response.json()]).toMatchObject([403, { error: "forbidden" }]);
    setLimit("export", 1, 3_600);
    await (await download(other)).body?.cancel();
    expect((await download(other)).status).toBe(429);
    resetLimit("export");
  });

  test("is not available after the account is deleted", async () => {
    const me = await createMember();
    (await api.delete(`/auth/users/${me.id}`, { token: me.token })).read(messageAnswer);
    expect((await download(me)).status).toBe(401);
  });
});
