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

  test("is hidden by one report a day and person, and never twice by the same against the same", async () => {
    const [me, author, other] = (await createMembers(3)) as [Member, Member, Member];
    const ids: string[] = [];
    for (const person of [author, author, other]) ids.push((await createPost({ author: person })).id);
    const [first = "", second = "", third = ""] = ids;
    await Promise.all([first, second].map((id) => report(me, "post", id, { reason: "nudity" })));
    expect((await Promise.all([hidden(first), hidden(second)])).filter(Boolean)).toHaveLength(1);
    await report(me, "post", third, { reason: "nudity" });
    expect(await hidden(third)).toBe(false);
    const yesterday = new Date(Date.now() - 90_000_000);
    await db().report.updateMany({ where: { reporterId: me.id }, data: { createdAt: yesterday } });
    const again = await createPost({ author });
    await report(me, "post", again.id, { reason: "nudity" });
    expect(await hidden(again.id)).toBe(false);
    // They are reports all the same, and someone else's hides it.
    expect(await caseOf(again.id)).toMatchObject({ severity: 3, isHeld: false });
    await report(await createMember(), "post", again.id, { reason: "nudity" });
    expect(await hidden(again.id)).toBe(true);
  });

  test("is not hidden again once moderators have left it, and hides content of the staff alike", async () => {
    const moderator = await createStaff();
    const { id } = await createPost({ author: moderator });
    await report(await createMember(), "post", id, { reason: "nudity" });
    expect(await hidden(id)).toBe(true);
    const { token } = await createStaff("admin");
    const path = `/moderation/cases/${(await caseOf(id)).id}/decision`;
    await api.post(path, { token, body: { outcome: "no_violation" } });
    await report(await createMember(), "post", id, { reason: "nudity" });
    expect(await hidden(id)).toBe(false);
  });

  test("hides nothing for other reasons", async () => {
    const { id } = await createPost();
    await report(await createMember(), "post", id, { reason: "violence" });
    expect(await hidden(id)).toBe(false);
  });
});
