import sharp from "sharp";
import { setCircle } from "@/lib/circles/server/circle";
import { searchAnswer } from "@/lib/people-search/schema";
import { db } from "@/lib/platform/db";
import { deliveryUrl, parseMediaUrl } from "@/lib/platform/media";
import { FOLDER } from "@/lib/platform/media/host";
import { RESERVED_NAME } from "@/lib/profiles/policy";
import { meAnswer, userAnswer, usernameAnswer } from "@/lib/profiles/schema";
import { findByUsername } from "@/lib/profiles/server/username";
import { api } from "@/tests/api";
import {
  addressOf,
  createAsset,
  createComment,
  createMember,
  createMembers,
  createNewcomer,
  createPost,
  createUser,
  type Member,
  signIn,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { queriesOf } from "@/tests/queries";
import { claimsOf } from "@/tests/session-cookie";
import { useTestDatabase } from "@/tests/test-db";
import { inTurn } from "@/tests/time";

/** A profile: read, changed, named and sent as a form. */

describe("names", () => {
  beforeAll(useTestDatabase);

  const rename = ({ id, token }: Member, name: string) => api.put(`/users/${id}`, { token, body: { name } });

  test.each([
    "MITS Official",
    "ΜΙΤЅ 0fficial",
    "M.I.T.S",
    "MITS Gwl",
    "ＡＤＭＩＮ",
    "Campus Circle",
    "Exam Ѕupport",
  ])("%j suggests the college or its staff, and is no one's name", async (name) => {
    const me = await createMember();
    expect(await rename(me, name)).toMatchObject({ status: 400, body: { message: RESERVED_NAME } });
  });

  test.each(["Admira Khan", "Amit Singh", "Staffan Berg", "Mit S", "0901CS221045 Helpful"])(
    "%j is an ordinary name",
    async (name) => {
      expect(await rename(await createMember(), name)).toMatchObject({ status: 200 });
    },
  );

  test("a name changes five times in 30 days, not counting capitals, accents, dots and spaces", async () => {
    const me = await createMember({ name: "J R Nunez" });
    for (const corrected of ["j r nunez", "J. R. Nuñez", "JR Nuñez"]) {
      expect(await rename(me, corrected)).toMatchObject({ status: 200 });
    }
    for (const name of ["Rohan A", "Rohan B", "Rohan C", "Rohan D", "Rohan E"]) {
      expect(await rename(me, name)).toMatchObject({ status: 200, body: { user: { name } } });
    }
    const sixth = await rename(me, "Someone Else");
    expect(sixth).toMatchObject({ status: 429, error: "rate_limited" });
    expect(sixth.body).toMatchObject({
      message: expect.stringMatching(/five times already.* in (29|30) days\.$/),
    });
    expect(await rename(me, "Rohan e")).toMatchObject({ status: 200 });
  });

  test("the first name is no change, and a change that fails is not counted", async () => {
    const me = await createMember({ name: "Anonymous User" });
    expect(await rename(me, "Rohan Gupta")).toMatchObject({ status: 200 });
    for (let count = 0; count < 3; count++) {
      const body = { name: `Rohan ${"ABC"[count]}`, collegeName: "IITD" };
      expect((await api.put(`/users/${me.id}`, { token: me.token, body })).status).toBe(400);
    }
    expect(await rename(me, "Rohan Verma")).toMatchObject({ status: 200 });
  });

  test("the name before is on the profile for a week, and in reports for a month", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const before = me.user.name;
    await rename(me, "Rohan Gupta");
    const look = async () => (await api.get(`/users/${me.id}`, { token: other.token })).body;
    expect(await look()).toMatchObject({ user: { name: "Rohan Gupta", formerName: before } });
    await db().sql`UPDATE users SET name_changed_at = now() - interval '8 days' WHERE id = ${me.id}::uuid`;
    expect(await look()).toMatchObject({ user: { name: "Rohan Gupta" } });
    expect(JSON.stringify(await look())).not.toContain(before);
    const body = { subject: "person", subjectId: me.id, reason: "impersonation" };
    await api.post("/reports", { token: other.token, body });
    const { snapshot } = await db().moderationCase.findFirstOrThrow({ where: { personId: me.id } });
    expect(JSON.stringify(snapshot)).toContain(`Rohan Gupta (before: ${before})`);
  });
});

describe("read and changed", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });

  const read = (me: Member, userId: string) => api.get(`/users/${userId}`, { token: me.token });
  const write = (me: Member, userId: string, body: unknown) =>
    api.put(`/users/${userId}`, { token: me.token, body });

  describe("a profile", () => {
    test("contains nothing private", async () => {
      const me = await createMember();
      const other = await createUser({
        name: "Ishita Verma",
        bio: "Films & football",
        collegeId: "0901EC221033",
        googleSub: "g",
        passwordHash: "h",
      });
      await createPost({ author: other });
      await setCircle(me.viewer, other.id, true);
      const reply = await read(me, other.id);
      expect(reply.read(userAnswer).user).toMatchObject({
        _id: other.id,
        name: "Ishita Verma",
        bio: "Films & football",
        collegeName: "MITS",
        avatar: "",
        followersCount: 1,
        followingCount: 0,
        circleCount: 1,
        postsCount: 1,
        isFollowing: true,
        isInCircle: true,
      });
      const text = JSON.stringify(reply.body);
      for (const secret of [
        other.email,
        "0901EC221033",
        '"email"',
        '"provider"',
        "googleSub",
        "password",
        "verified",
      ]) {
        expect(text).not.toContain(secret);
      }
    });

    test("contains private fields for the person themselves", async () => {
      const me = await createMember({ collegeId: "0901" });
      expect((await read(me, me.id)).body).toMatchObject({
        user: { email: me.user.email, collegeId: "0901", provider: "email" },
      });
    });

    test("is found by an id in upper case", async () => {
      const me = await createMember();
      expect(await read(me, me.id.toUpperCase())).toMatchObject({ status: 200 });
    });

    test("is not found for an unknown id or an unproven person", async () => {
      const me = await createMember();
      const unproven = await createNewcomer();
      for (const id of ["0190a1b2-aaaa-7bbb-8ccc-1234567890ab", unproven.id]) {
        expect(await read(me, id)).toMatchObject({ status: 404, body: { message: "User not found" } });
      }
    });
  });

  describe("a profile's circle and reach", () => {
    test("are the latest 50 ids on each side, and the sum of likes, comments and shares", async () => {
      const me = await createMember();
      const fans = await createMembers(53);
      await inTurn(fans, (fan) => setCircle(fan.viewer, me.id, true));
      const [first, second] = fans as [Member, Member];
      await inTurn([first, second], (fan) => setCircle(me.viewer, fan.id, true));
      const posts = [await createPost({ author: me }), await createPost({ author: me })];
      for (const { id } of posts) {
        await api.post(`/posts/${id}/like`, { token: first.token });
        await api.post(`/posts/${id}/share`, { token: first.token });
      }
      await createComment({ post: posts[0] as { id: string }, author: second });
      const other = await createPost();
      await api.post(`/posts/${other.id}/like`, { token: me.token });

      const { user } = (await read(first, me.id)).read(userAnswer);
      expect(user.followers).toEqual(
        fans
          .slice(3)
          .reverse()
          .map(({ id }) => id),
      );
      expect(user).toMatchObject({ following: [second.id, first.id], followersCount: 53, reach: 5 });
      expect((await read(me, me.id)).read(userAnswer).user).toMatchObject({ reach: 5, email: me.user.email });
      const fanProfile = (await read(me, first.id)).read(userAnswer).user;
      expect(fanProfile).toMatchObject({ followers: [me.id], following: [me.id], reach: 0 });
    });

    test("take one query", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      await read(me, me.id);
      expect(await queriesOf(() => read(me, other.id))).toHaveLength(1);
      expect(await queriesOf(() => read(me, me.id))).toHaveLength(1);
    });
  });

  describe("the viewer's own profile", () => {
    test("changes field by field", async () => {
      const me = await createMember({ name: "Old Name", bio: "Old bio" });
      const reply = await write(me, me.id, { bio: "  New\r\nbio 🙂 " });
      expect(reply.read(meAnswer).user).toMatchObject({ name: "Old Name", bio: "New\nbio 🙂" });
      const { user } = (await write(me, me.id, { name: "New Name", collegeId: "0901" })).read(meAnswer);
      expect(user).toMatchObject({
        name: "New Name",
        bio: "New\nbio 🙂",
        collegeId: "0901",
        username: me.user.username,
      });
      expect((await write(me, me.id, { bio: "" })).read(meAnswer).user.bio).toBe("");
      expect((await write(me, me.id, {})).read(meAnswer).user).toMatchObject({ name: "New Name" });
    });

    test("remembers what was put away on the feed, and shows it to no one else", async () => {
      const [me, other] = [await createMember(), await createMember()];
      const before = (await read(me, me.id)).body;
      expect(before).toMatchObject({ user: { hidesChecklist: false, hidesSuggestions: false } });
      const { user } = (await write(me, me.id, { hidesChecklist: true })).read(meAnswer);
      expect(user).toMatchObject({ hidesChecklist: true, hidesSuggestions: false });
      expect(JSON.stringify((await read(other, me.id)).body)).not.toContain("hides");
    });

    test.each([
      ["riya tester", "riya tester"],
      ["RIYA TESTER", "RIYA TESTER"],
      ["  Riya  de la\u200b Cruz ", "Riya de la Cruz"],
    ])("stores the name %j as %j", async (name, stored) => {
      const me = await createMember();
      expect((await write(me, me.id, { name })).read(meAnswer).user.name).toBe(stored);
    });

    test("shows changes to others at once", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      const post = await createPost({ author: me });
      await write(me, me.id, { name: "Renamed Person" });
      expect((await api.get(`/posts/${post.id}`, { token: other.token })).body).toMatchObject({
        post: { userId: { name: "Renamed Person" } },
      });
    });

    test("answers a change with a cookie that says whether it is complete", async () => {
      const user = await createNewcomer({ verifiedAt: new Date() });
      const me = { id: user.id, user, ...(await signIn(user)) };
      const isCompleteAfter = async (body: unknown) => {
        const cookie = (await write(me, me.id, body)).headers.get("Set-Cookie") ?? "";
        return (await claimsOf(cookie))?.profileComplete;
      };
      expect(await isCompleteAfter({ name: "Meera Joshi" })).toBe(false);
      expect(await isCompleteAfter({ collegeName: "MITS" })).toBe(true);
    });

    test("takes the viewer's own upload as a picture, and destroys the previous one", async () => {
      const me = await createMember();
      const [first, second] = [await createAsset(me), await createAsset(me)];
      const set = async (url: string) => (await write(me, me.id, { avatar: url })).read(meAnswer).user.avatar;
      expect(await set(addressOf(first))).toBe(deliveryUrl({ ...first, format: "webp" }));
      expect(await set(addressOf(second))).toContain(second.publicId);
      expect(await db().mediaAsset.count({ where: { id: first.id } })).toBe(0);
      expect(await db().mediaDeletion.count({ where: { publicId: first.publicId } })).toBe(1);
      expect(await set("")).toBe("");
      expect(await db().mediaDeletion.count({ where: { publicId: second.publicId } })).toBe(1);
    });

    test("does not change when its current picture is sent again", async () => {
      const me = await createMember();
      const asset = await createAsset(me);
      const { user } = (await write(me, me.id, { avatar: addressOf(asset) })).read(meAnswer);
      expect((await write(me, me.id, { avatar: user.avatar })).read(meAnswer).user.avatar).toBe(user.avatar);
      expect(await db().mediaDeletion.count({ where: { publicId: asset.publicId } })).toBe(0);
    });

    test("rejects pictures that are not the viewer's own uploads", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      const theirs = await createAsset(other);
      const posted = await createPost({ author: me });
      const used = await db().mediaAsset.findUniqueOrThrow({ where: { id: posted.assetId } });
      const video = await createAsset(me, { mediaType: "video" });
      for (const avatar of [
        addressOf(theirs),
        addressOf(used),
        addressOf(video),
        `http://localhost:3000/media/image/upload/${FOLDER}/0190a1b2-aaaa-7bbb-8ccc-1234567890ab.jpg`,
        "https://evil.example/a.jpg",
        "http://localhost:3000.evil.example/media/image/upload/x.jpg",
        "http://169.254.169.254/latest/meta-data",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:image/png;base64,AAAA",
      ]) {
        expect([avatar, (await write(me, me.id, { avatar })).status]).toEqual([avatar, 400]);
        expect([avatar, (await write(me, me.id, { banner: avatar })).status]).toEqual([avatar, 400]);
      }
      expect(await db().user.findUniqueOrThrow({ where: { id: me.id } })).toMatchObject({
        avatarId: null,
        bannerId: null,
      });
      expect(await db().mediaAsset.count({ where: { id: { in: [theirs.id, used.id, video.id] } } })).toBe(3);
    });

    test("can't be changed by others", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      expect(await write(me, other.id, { name: "Hacked Name" })).toMatchObject({
        status: 403,
        error: "forbidden",
      });
      expect(await write(me, "0190a1b2-aaaa-7bbb-8ccc-1234567890ab", { name: "New Name" })).toMatchObject({
        status: 404,
      });
      expect(await db().user.findUnique({ where: { id: other.id } })).toEqual(other.user);
    });
  });

  describe("choosing a username", () => {
    const choose = (me: Member, username: unknown) => write(me, me.id, { username });

    test("shows at once on the profile, posts and comments, and in search", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      const old = me.user.username ?? "";
      const post = await createPost({ author: me });
      await createComment({ post, author: me });
      expect((await choose(me, " Film.Club7 ")).read(meAnswer).user.username).toBe("film.club7");
      expect((await read(other, me.id)).body).toMatchObject({ user: { username: "film.club7" } });
      const shown = { userId: { _id: me.id, username: "film.club7" } };
      expect((await api.get(`/posts/${post.id}`, { token: other.token })).body).toMatchObject({
        post: shown,
      });
      expect((await api.get(`/posts/${post.id}/comments`, { token: other.token })).body).toMatchObject({
        comments: [shown],
      });
      const idsFor = async (q: string) =>
        (await api.get("/search/users", { token: other.token, query: { q } }))
          .read(searchAnswer)
          .users.map(({ _id }) => _id);
      expect(await idsFor("@film.club7")).toEqual([me.id]);
      expect(await idsFor("film.c")).toEqual([me.id]);
      expect(await idsFor(old)).not.toContain(me.id);
      expect(await findByUsername(other.viewer, "FILM.club7")).toBe(me.id);
      expect(await findByUsername(other.viewer, old)).toBeUndefined();
    });

    test("is possible every 30 days, and the error says when it is possible again", async () => {
      const me = await createMember();
      const at = (await choose(me, "first.choice")).read(meAnswer).user.usernameChangeableAt;
      expect(Date.parse(at) - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
      const early = await choose(me, "second.choice");
      expect(early).toMatchObject({ status: 409, error: "username_locked" });
      expect(early.body).toMatchObject({
        message: expect.stringMatching(/again on \d{1,2} [A-Z][a-z]{2} \d{4}\.$/),
      });
      // The same username again is not a change.
      const same = await write(me, me.id, { username: "first.choice", bio: "New bio" });
      expect(same.read(meAnswer).user).toMatchObject({ username: "first.choice", bio: "New bio" });
      const usernameChangedAt = new Date(Date.now() - 30 * 86_400_000 - 1000);
      await db().user.update({ where: { id: me.id }, data: { usernameChangedAt } });
      expect((await read(me, me.id)).body).toMatchObject({ user: { usernameChangeableAt: "" } });
      expect((await choose(me, "second.choice")).status).toBe(200);
      // The old username is free now.
      const other = await createMember();
      expect((await choose(other, "first.choice")).status).toBe(200);
    });

    test("is rejected when it is taken in any case, reserved or invalid", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      await choose(other, "the.one");
      const taken = await choose(me, "The.One");
      expect(taken).toMatchObject({ status: 409, error: "username_taken" });
      expect(taken.body).toMatchObject({ message: "@the.one is taken. Please choose another." });
      for (const username of ["admin", "mitsgwl", "x", "a b", { contains: "a" }, null]) {
        expect([username, (await choose(me, username)).status]).toEqual([username, 400]);
      }
      expect((await read(me, me.id)).body).toMatchObject({
        user: { username: me.user.username, usernameChangeableAt: "" },
      });
    });

    test("succeeds for one of twenty people who want the same one at once", async () => {
      const people = await createMembers(20);
      const replies = await Promise.all(people.map((person) => choose(person, "wanted.by.all")));
      const statuses = replies.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
      expect(await db().user.count({ where: { username: "wanted.by.all" } })).toBe(1);
    });

    test("does not collide with one derived from a name at the same moment", async () => {
      const chooser = await createMember();
      const named = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const user = await createNewcomer({ verifiedAt: new Date() });
          return { id: user.id, user, ...(await signIn(user)) };
        }),
      );
      const replies = await Promise.all([
        ...named.map((person) => write(person, person.id, { name: "Rush Hour" })),
        choose(chooser, "rush.hour.2"),
      ]);
      for (const { status } of replies.slice(0, 4)) expect(status).toBe(200);
      expect([200, 409]).toContain(replies[4]?.status);
    });

    test("can be checked before: free, taken, or the viewer's own", async () => {
      const [me, other] = (await createMembers(2)) as [Member, Member];
      const check = async (username: string) =>
        (await api.get(`/users/usernames/${username}`, { token: me.token })).read(usernameAnswer);
      expect(await check("Free.Name")).toEqual({ available: true, message: "@free.name is available." });
      const theirs = other.user.username ?? "";
      expect(await check(theirs)).toEqual({ available: false, message: `@${theirs} is taken.` });
      expect(await check(me.user.username ?? "")).toMatchObject({ available: true });
      expect((await api.get("/users/usernames/admin", { token: me.token })).status).toBe(404);
    });
  });

  describe("a username", () => {
    test("is derived from the first real name, never from the address, and stays", async () => {
      const user = await createNewcomer({ verifiedAt: new Date(), email: "secret.address@mitsgwl.ac.in" });
      const me = { id: user.id, user, ...(await signIn(user)) };
      expect((await write(me, me.id, { bio: "Hi" })).read(meAnswer).user.username).toBe("");
      expect((await write(me, me.id, { name: "Zoya Khan" })).read(meAnswer).user.username).toBe("zoya.khan");
      expect((await write(me, me.id, { name: "Zoya Ali" })).read(meAnswer).user.username).toBe("zoya.khan");
    });

    test("is unique when twelve people set the same name at once", async () => {
      const people = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const user = await createNewcomer({ verifiedAt: new Date() });
          return { id: user.id, user, ...(await signIn(user)) };
        }),
      );
      const replies = await Promise.all(
        people.map((person) => write(person, person.id, { name: "Same Name" })),
      );
      const names = replies.map((reply) => reply.read(meAnswer).user.username).sort();
      const wanted = ["same.name", ...Array.from({ length: 11 }, (_, i) => `same.name.${i + 2}`)].sort();
      expect(names).toEqual(wanted);
    });
  });
});

describe("a profile sent as a form", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });

  const photo = () =>
    sharp({ create: { width: 900, height: 700, channels: 3, background: "#15803d" } })
      .jpeg()
      .toBuffer();

  async function put(me: Member, fields: Record<string, string | Buffer>, userId = me.id) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === "string") form.append(name, value);
      else form.append(name, new File([new Uint8Array(value)], "photo.jpg"));
    }
    return api.put(`/users/${userId}`, { token: me.token, body: form });
  }

  test("sets the picture, scaled to fit", async () => {
    const me = await createMember();
    const reply = await put(me, { avatar: await photo() });
    const { user } = reply.read(meAnswer);
    expect(user.avatar).toMatch(/\.webp$/);
    expect(reply.headers.get("Set-Cookie")).toContain("next-auth.session-token=");
    const publicId = parseMediaUrl(user.avatar)?.publicId ?? "";
    expect(await db().mediaAsset.findUnique({ where: { publicId } })).toMatchObject({
      ownerId: me.id,
      purpose: "avatar",
      width: 500,
      height: 389,
      attachedAt: expect.any(Date),
    });
  });

  test("can also have text fields", async () => {
    const me = await createMember();
    const { user } = (await put(me, { avatar: await photo(), bio: "Rooftops", name: "Ishita Verma" })).read(
      meAnswer,
    );
    expect(user).toMatchObject({ bio: "Rooftops", name: "Ishita Verma" });
    expect((await put(me, { bio: "Only words" })).read(meAnswer).user).toMatchObject({
      bio: "Only words",
      avatar: user.avatar,
    });
  });

  test("queues the previous picture to be destroyed", async () => {
    const me = await createMember();
    const first = (await put(me, { avatar: await photo() })).read(meAnswer).user.avatar;
    await put(me, { avatar: await photo() });
    const publicId = parseMediaUrl(first)?.publicId ?? "";
    expect(await db().mediaDeletion.count({ where: { publicId } })).toBe(1);
  });

  test("ignores fields and files it does not know", async () => {
    const me = await createMember();
    const { user } = (
      await put(me, { avatar: await photo(), role: "admin", verified: "false", cover: await photo() })
    ).read(meAnswer);
    expect(user).toMatchObject({ avatar: expect.stringMatching(/\.webp$/), role: "student", verified: true });
    expect(await db().user.findUnique({ where: { id: me.id } })).toMatchObject({ role: "student" });
    expect(await db().mediaAsset.count({ where: { ownerId: me.id } })).toBe(1);
  });

  test("is rejected when it is empty, or its picture is invalid or too large", async () => {
    const me = await createMember();
    expect(await put(me, {})).toMatchObject({ status: 400 });
    expect(await put(me, { role: "admin" })).toMatchObject({
      status: 400,
      error: "validation",
    });
    expect(await put(me, { avatar: Buffer.from("no picture") })).toMatchObject({ status: 415 });
    expect(await put(me, { avatar: Buffer.alloc(0) })).toMatchObject({ status: 400 });
    expect(await put(me, { avatar: Buffer.alloc(6 * 1024 ** 2) })).toMatchObject({ status: 413 });
    expect(await db().user.findUnique({ where: { id: me.id } })).toMatchObject({
      avatarId: null,
    });
  });

  test("is rejected for other people before anything is stored", async () => {
    const [me, other] = [await createMember(), await createMember()];
    expect(await put(me, { avatar: await photo() }, other.id)).toMatchObject({
      status: 403,
      error: "forbidden",
    });
    expect(await db().mediaAsset.count({ where: { ownerId: me.id } })).toBe(0);
  });
});
