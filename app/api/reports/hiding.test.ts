import { caseAnswer } from "@/lib/moderation/schema";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import {
  createAsset,
  createComment,
  createMember,
  createMembers,
  createPost,
  createStaff,
  type Member,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const report = (me: Member, subject: string, subjectId: string, more: Record<string, unknown>) =>
  api.post("/reports", { token: me.token, body: { subject, subjectId, ...more } });
const caseOf = (subjectId: string) =>
  db().moderationCase.findFirstOrThrow({ where: { subjectId, closedAt: null } });

describe("what harms with every minute", () => {
  const read = ({ token }: Member, id: string) => api.get(`/posts/${id}`, { token });
  const hidden = async (id: string) => {
    const { withheldAt } = await db().post.findUniqueOrThrow({ where: { id } });
    return withheldAt !== null;
  };

  test.each(["nudity", "private_information", "sexual_under_18"])(
    "%s hides a post at once from all but its author, who is told, until someone decides",
    async (reason) => {
      const [me, author] = (await createMembers(2)) as [Member, Member];
      const { id } = await createPost({ author });
      await report(me, "post", id, { reason });
      expect(await read(me, id)).toMatchObject({ status: 404 });
      expect(await read(author, id)).toMatchObject({ body: { post: { withheld: { decisionId: null } } } });
      expect((await api.get("/notifications", { token: author.token })).body).toMatchObject({
        notifications: [{ message: "Your post is hidden until moderators have reviewed it." }],
      });
      expect(await findDrift()).toEqual([]);
      const { token } = await createStaff("admin");
      const path = `/moderation/cases/${(await caseOf(id)).id}/decision`;
      await api.post(path, { token, body: { outcome: "no_violation" } });
      expect(await read(me, id)).toMatchObject({ status: 200 });
      expect(await findDrift()).toEqual([]);
    },
  );

  test("hides a comment, and what a profile shows", async () => {
    const [me, third] = (await createMembers(2)) as [Member, Member];
    const other = await createMember({ bio: "Call Rhea: 98765 43210" });
    const avatar = await createAsset(other, { attached: true });
    await db().user.update({ where: { id: other.id }, data: { avatarId: avatar.publicId } });
    const post = await createPost();
    const comment = await createComment({ post, author: other, content: "Call Rhea: 98765 43210" });
    await report(me, "comment", comment, { reason: "private_information" });
    const { body } = await api.get(`/posts/${post.id}/comments`, { token: me.token });
    expect(body).toMatchObject({ comments: [], total: 0 });
    await report(third, "person", other.id, { reason: "private_information" });
    const profile = () =>
      db().user.findUnique({ where: { id: other.id }, select: { bio: true, avatarId: true } });
    expect(await profile()).toEqual({ bio: "", avatarId: null });
    const { token } = await createStaff("admin");
    const path = `/moderation/cases/${(await caseOf(other.id)).id}/decision`;
    const decide = (outcome: string, reason?: string) => api.post(path, { token, body: { outcome, reason } });
    expect(await decide("warned", "Don't share numbers of others.")).toMatchObject({ status: 200 });
    expect(await profile()).toEqual({ bio: "Call Rhea: 98765 43210", avatarId: avatar.publicId });
    expect(await findDrift()).toEqual([]);
  });

  const daysLater = (me: Member, days: number) =>
    db().report.updateMany({
      where: { reporterId: me.id },
      data: { createdAt: new Date(Date.now() - days * 86_400_000) },
    });
  const REASON = "This shows someone who did not agree to it.";
  /** A decision of an admin about the open case; returns its id. */
  const decide = async (subjectId: string, outcome: string) => {
    const { token } = await createStaff("admin");
    const path = `/moderation/cases/${(await caseOf(subjectId)).id}/decision`;
    const reply = await api.post(path, { token, body: { outcome, reason: REASON } });
    return reply.read(caseAnswer).case.decisions[0]?._id ?? "";
  };

  test("is hidden by one report a day until that was decided", async () => {
    const [me, author, other] = (await createMembers(3)) as [Member, Member, Member];
    const ids: string[] = [];
    for (const person of [author, author, other]) ids.push((await createPost({ author: person })).id);
    const [first = "", second = "", third = ""] = ids;
    await Promise.all([first, second].map((id) => report(me, "post", id, { reason: "nudity" })));
    expect((await Promise.all([hidden(first), hidden(second)])).filter(Boolean)).toHaveLength(1);
    await report(me, "post", third, { reason: "nudity" });
    expect(await hidden(third)).toBe(false);
    // It is a report all the same, of which the staff are notified at once, and someone else's hides it.
    expect(await caseOf(third)).toMatchObject({ severity: 4, isHeld: false });
    await report(await createMember(), "post", third, { reason: "nudity" });
    expect(await hidden(third)).toBe(true);
  });

  test("a report that was right is no use: the next one hides at once, also of the same person", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    for (const outcome of ["removed", "warned"]) {
      const { id } = await createPost({ author });
      await report(me, "post", id, { reason: "nudity" });
      expect(await hidden(id)).toBe(true);
      await decide(id, outcome);
    }
  });

  test.each(["no_violation", "undone"])(
    "a report that ended in %s is one: it hides nothing of that person ever again",
    async (end) => {
      const [me, author, other] = (await createMembers(3)) as [Member, Member, Member];
      const [first, second, third] = [
        await createPost({ author }),
        await createPost({ author }),
        await createPost({ author: other }),
      ];
      await report(me, "post", first.id, { reason: "nudity" });
      const decisionId = await decide(first.id, end === "undone" ? "removed" : "no_violation");
      if (end === "undone") {
        const { token } = await createStaff("admin");
        await api.post(`/moderation/decisions/${decisionId}/undo`, { token, body: { reason: REASON } });
      }
      await daysLater(me, 200);
      await report(me, "post", second.id, { reason: "nudity" });
      expect(await hidden(second.id)).toBe(false);
      await report(me, "post", third.id, { reason: "nudity" });
      expect(await hidden(third.id)).toBe(true);
    },
  );

  const clear = async (subject: string, id: string) => {
    await report(await createMember(), subject, id, { reason: "private_information" });
    await decide(id, "no_violation");
  };

  test("is not hidden again as moderators have left it, and hides content of the staff alike", async () => {
    const moderator = await createStaff();
    const { id } = await createPost({ author: moderator });
    await clear("post", id);
    await report(await createMember(), "post", id, { reason: "nudity" });
    expect(await hidden(id)).toBe(false);
  });

  test("what moderators left was a version: an edit and another picture are hidden", async () => {
    const author = await createMember({ bio: "Hello" });
    const { id } = await createPost({ author, caption: "Nice weather" });
    await clear("post", id);
    await api.put(`/posts/${id}`, { token: author.token, body: { caption: "Call Rhea: 98765 43210" } });
    await report(await createMember(), "post", id, { reason: "private_information" });
    expect(await hidden(id)).toBe(true);

    await clear("person", author.id);
    const profile = () => db().user.findUniqueOrThrow({ where: { id: author.id } });
    await report(await createMember(), "person", author.id, { reason: "nudity" });
    expect(await profile()).toMatchObject({ bio: "Hello" });
    await decide(author.id, "no_violation");
    const banner = await createAsset(author, { attached: true });
    await db().user.update({ where: { id: author.id }, data: { bannerId: banner.publicId } });
    await report(await createMember(), "person", author.id, { reason: "nudity" });
    expect(await profile()).toMatchObject({ bio: "", bannerId: null });
    expect(await findDrift()).toEqual([]);
  });

  test("hides nothing for other reasons", async () => {
    const { id } = await createPost();
    await report(await createMember(), "post", id, { reason: "violence" });
    expect(await hidden(id)).toBe(false);
  });
});
