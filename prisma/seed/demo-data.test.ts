import { readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { COMMENTS_PAGE } from "@/lib/comments/policy";
import { commentBody } from "@/lib/comments/schema";
import { newMessageBody } from "@/lib/messages/schema";
import { fitsCard } from "@/lib/posts/card";
import { TRENDING_ABOVE } from "@/lib/posts/policy";
import { captionField } from "@/lib/posts/schema";
import { ANONYMOUS_NAME, collegeByEmail } from "@/lib/product";
import { bioField, nameField } from "@/lib/profiles/schema";
import { CARD_BACKGROUNDS } from "@/lib/text/card-look";
import { usernamesIn } from "@/lib/text/rich-text";
import { buildDemoData, POSTS, postPublicId } from "./demo-data";
import { MEDIA_FOLDER } from "./media";
import { PEOPLE, type Person } from "./people";

const now = Date.parse("2026-11-20T12:00:00Z");
const data = buildDemoData(now);
const timeOf = (row: { createdAt?: Date | string | null }) => new Date(row.createdAt ?? 0).getTime();

describe("the demo campus", () => {
  test("has 137 people, all complete and all different", () => {
    expect(data.users).toHaveLength(137);
    expect(new Set(data.users.map(({ email }) => email)).size).toBe(137);
    expect(new Set(data.users.map(({ username }) => username)).size).toBe(137);
    for (const user of data.users) {
      expect(collegeByEmail(user.email)?.code).toBe(user.role === "alumni" ? undefined : "MITS");
      expect(user.name).not.toBe(ANONYMOUS_NAME);
      expect(nameField.parse(user.name)).toBe(user.name);
      expect(bioField.parse(user.bio ?? "")).toBe(user.bio ?? "");
    }
    expect(data.users.map(({ email }) => email)).toEqual(
      expect.arrayContaining(["aarav.sharma@mitsgwl.ac.in", "ishita.verma@mitsgwl.ac.in"]),
    );
  });

  test("has four classes of two sections in six departments, teachers, graduates, and two who wait", () => {
    const having = (fields: Partial<(typeof data.users)[number]>) =>
      data.users.filter((user) =>
        Object.entries(fields).every(([key, value]) => user[key as "batch"] === value),
      );
    for (const batch of [2027, 2028, 2029, 2030]) {
      for (const department of ["CSE", "IT", "ECE", "EE", "ME", "CE"])
        expect(having({ role: "student", department, batch }).length).toBeGreaterThan(2);
      for (const section of ["A", "B"]) expect(having({ batch, section }).length).toBeGreaterThan(9);
    }
    const [aarav] = having({ name: "Aarav Sharma" });
    const { department, batch, section, programme } = aarav ?? {};
    expect({ department, batch, section, programme }).toEqual({
      department: "CSE",
      batch: 2027,
      section: "A",
      programme: "BTECH",
    });
    expect(having({ department, batch, section }).length).toBeGreaterThan(7);
    expect(having({ role: "student", programme: undefined }).map(({ id }) => id)).toEqual(
      data.affiliationRequests.map(({ userId }) => userId),
    );
    expect(having({ role: "faculty" }).map((user) => user.department)).toEqual([
      "CSE",
      "ECE",
      "IT",
      "ME",
      "ARCH",
      "CE",
    ]);
    expect(having({ role: "alumni" }).map((user) => user.batch)).toEqual([
      2015, 2017, 2018, 2019, 2020, 2021, 2022, 2024,
    ]);
    expect(having({ whoSeesBatch: "circle" })).toHaveLength(2);
    expect(having({ isListed: false })).toHaveLength(1);
  });

  test("has valid posts, each with media of its own", () => {
    expect(POSTS).toHaveLength(80);
    for (const { text, background, media } of POSTS) {
      expect(captionField.parse(text)).toBe(text);
      if (background) expect([fitsCard(text), media.length]).toEqual([true, 1]);
    }
    expect(new Set(POSTS.flatMap(({ background }) => background ?? []))).toEqual(new Set(CARD_BACKGROUNDS));
    const publicIds = POSTS.flatMap((post) => post.media.map((_, position) => postPublicId(post, position)));
    expect(new Set(publicIds).size).toBe(publicIds.length);
    expect(new Set(data.postMedia.map(({ assetId }) => assetId)).size).toBe(data.postMedia.length);
    expect(new Set(data.postMedia.map(({ position }) => position))).toEqual(new Set([0, 1, 2, 3]));
  });

  test("has a file for each of its pictures, described and in proportions for the feed", async () => {
    const shown = POSTS.flatMap(({ media, background }) => media.map((one) => ({ ...one, background })));
    const portraits = Object.values(PEOPLE).flatMap(({ avatar, banner }: Person) => [
      ...(avatar ? [`avatars/${avatar}`] : []),
      ...(banner ? [`banners/${banner}`] : []),
    ]);
    const names = new Set([...shown.map(({ file }) => file), ...portraits]);
    const files = readdirSync(MEDIA_FOLDER, { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => /\.(webp|mp4)$/.test(file)).toSorted()).toEqual([...names].toSorted());
    for (const { file, alt, background } of shown) {
      if (!background) expect(alt).toMatch(/^[A-Z0-9].{15,120}\.$/);
      const poster = file.replace(/mp4$/, "jpg");
      const { width, height } = await sharp(join(MEDIA_FOLDER, poster)).metadata();
      expect(width / height).toBeGreaterThanOrEqual(0.75);
      expect(width / height).toBeLessThanOrEqual(1.92);
    }
  });

  test("has only past dates, each after what it refers to", () => {
    const createdAt = new Map([...data.users, ...data.posts].map((row) => [row.id, timeOf(row)]));
    const isLater = (row: { createdAt?: Date | string }, ...ids: string[]) =>
      timeOf(row) < now && ids.every((id) => timeOf(row) > (createdAt.get(id) ?? Number.POSITIVE_INFINITY));
    expect(data.posts.every((post) => isLater(post, post.authorId))).toBe(true);
    expect(data.likes.every((like) => isLater(like, like.postId, like.userId))).toBe(true);
    for (const { id, postId, authorId, threadId, answeredId, ...comment } of data.comments) {
      const after = [postId, authorId, threadId, answeredId].flatMap((one) => one ?? []);
      expect(isLater(comment, ...after)).toBe(true);
      createdAt.set(id, timeOf(comment));
    }
    expect(data.commentLikes.every((like) => isLater(like, like.commentId, like.userId))).toBe(true);
    for (const { subjectId, shownUntil } of data.formerTexts)
      expect(isLater({ createdAt: shownUntil }, subjectId)).toBe(true);
    expect(data.follows.every((follow) => isLater(follow, follow.followerId, follow.followeeId))).toBe(true);
    expect(data.notifications.every((row) => isLater(row, row.senderId, row.receiverId))).toBe(true);
    expect(data.bookmarks.every((row) => isLater(row, row.postId))).toBe(true);
    expect(now - Math.min(...data.posts.map(timeOf))).toBeGreaterThan(40 * 24 * 3_600_000);
    expect(now - Math.max(...data.posts.map(timeOf))).toBeLessThan(3_600_000);
  });

  test("has counters that match its rows", () => {
    const count = (list: object[], key: string, id: string) =>
      list.filter((row) => (row as Record<string, unknown>)[key] === id).length;
    const shown = data.comments.filter(({ authorId }) => authorId);
    for (const comment of data.comments) {
      expect(comment.repliesCount).toBe(count(data.comments, "threadId", comment.id));
      expect(comment.likesCount).toBe(count(data.commentLikes, "commentId", comment.id));
    }
    for (const post of data.posts) {
      expect(post.likesCount).toBe(count(data.likes, "postId", post.id));
      expect(post.commentsCount).toBe(count(shown, "postId", post.id));
    }
    for (const user of data.users) {
      expect(user.postsCount).toBe(count(data.posts, "authorId", user.id));
      expect(user.followersCount).toBe(count(data.follows, "followeeId", user.id));
      expect(user.followingCount).toBe(count(data.follows, "followerId", user.id));
    }
    expect(data.posts.some((post) => (post.likesCount ?? 0) > TRENDING_ABOVE)).toBe(true);
  });

  test("has conversations in order, with one request and something unread for who signs in", () => {
    for (const { id, lastSeq } of data.conversations) {
      const messages = data.messages.filter(({ conversationId }) => conversationId === id);
      expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1));
      expect(messages).toHaveLength(lastSeq ?? 0);
      const times = messages.map(timeOf);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThan(now);
      for (const { text } of messages) expect(newMessageBody.shape.text.parse(text)).toBe(text);
    }
    for (const name of ["Aarav Sharma", "Ishita Verma"]) {
      const personId = data.users.find((user) => user.name === name)?.id;
      const own = data.participants.filter((row) => row.personId === personId);
      expect(own.filter(({ box }) => box === "requests")).toHaveLength(1);
      expect(own.some(({ box, unreadCount }) => box === "inbox" && (unreadCount ?? 0) > 0)).toBe(true);
      expect(own.filter(({ box }) => box === "inbox").length).toBeGreaterThan(2);
    }
  });

  test("has no duplicate notifications and none for one's own actions, and leaves some unseen", () => {
    const keys = data.notifications.map(({ senderId, receiverId, type, postId, commentId }) =>
      [
        senderId,
        receiverId,
        type,
        postId,
        type === "comment_like" || type === "mention" ? commentId : "",
      ].join(),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(data.notifications.every(({ senderId, receiverId }) => senderId !== receiverId)).toBe(true);
    const aarav = data.users.find(({ name }) => name === "Aarav Sharma")?.id;
    const seen = data.notifications.filter(({ receiverId }) => receiverId === aarav).map((row) => row.seen);
    expect(new Set(seen)).toEqual(new Set([true, false]));
  });

  test("has threads one level deep, one of several pages, and one whose first comment is deleted", () => {
    const commentOf = new Map(data.comments.map((comment) => [comment.id, comment]));
    for (const { content, authorId, postId, threadId, answeredId } of data.comments) {
      if (authorId) expect(commentBody.shape.content.parse(content)).toBe(content);
      if (!threadId) continue;
      expect(commentOf.get(threadId)).toMatchObject({ postId, threadId: null });
      const answered = commentOf.get(answeredId ?? "");
      expect(answered?.threadId ?? answered?.id).toBe(threadId);
    }
    const answers = data.comments.filter(({ threadId, answeredId }) => threadId !== answeredId);
    expect(answers.length).toBeGreaterThan(9);
    for (const { content } of answers) expect(content).toMatch(/^@/);
    expect(data.comments.some(({ repliesCount }) => (repliesCount ?? 0) > COMMENTS_PAGE)).toBe(true);
    expect(data.comments.filter(({ authorId, repliesCount }) => !authorId && repliesCount)).toHaveLength(1);
    expect(data.posts.map(({ whoCanComment }) => whoCanComment)).toEqual(
      expect.arrayContaining(["circle", "nobody"]),
    );
  });

  test("has a history of each edited text, and a row for each name in a text", () => {
    const edited = [...data.posts, ...data.comments].filter(({ editedAt }) => editedAt);
    expect(edited.map(({ id }) => id)).toEqual(
      expect.arrayContaining(data.formerTexts.filter((row) => row.isHistory).map((row) => row.subjectId)),
    );
    for (const { id, editedAt } of edited) {
      const history = data.formerTexts.filter(({ subjectId }) => subjectId === id);
      expect(history.map(({ shownUntil }) => shownUntil).at(-1)).toEqual(editedAt);
    }
    expect(new Set(data.formerTexts.map(({ subject }) => subject))).toEqual(new Set(["post", "comment"]));
    const texts = [
      ...data.posts.map(({ caption }) => caption),
      ...data.comments.map(({ content }) => content),
      ...data.messages.map(({ text }) => text),
      ...data.users.map(({ bio }) => bio),
    ];
    expect(data.mentions.map(({ username }) => username).toSorted()).toEqual(
      texts.flatMap((text) => usernamesIn(text ?? "").map(([longest]) => longest)).toSorted(),
    );
    for (const key of ["postId", "commentId", "messageId", "profileId"] as const)
      expect(data.mentions.some((mention) => mention[key])).toBe(true);
  });

  test.each(["Aarav Sharma", "Kabir Rao"])(
    "notifies %s of replies, mentions and likes of comments",
    (name) => {
      const personId = data.users.find((user) => user.name === name)?.id;
      const rows = data.notifications.filter((row) => row.receiverId === personId && !row.seen);
      expect(rows.map(({ type }) => type)).toEqual(
        expect.arrayContaining(["reply", "mention", "comment_like"]),
      );
    },
  );
});
