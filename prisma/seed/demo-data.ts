import { v7 as uuid, v5 as uuidOf } from "uuid";
import { LEGAL_VERSION } from "@/lib/legal/policy";
import { FOLDER } from "@/lib/platform/media/host";
import { hashtagsOf } from "@/lib/posts/policy";
import { COLLEGES } from "@/lib/product";
import { usernameBase } from "@/lib/profiles/server/username";
import { usernamesIn } from "@/lib/text/rich-text";
import type { Prisma } from "@/prisma/generated/client/client";
import { affiliationOf, affiliationRequestsOf } from "./affiliation";
import { captionHistory, editTimes, makeComments, type SeedComments } from "./comments";
import { countBy, setCounters } from "./counters";
import { makeMessages, type SeedMessages } from "./messages";
import { makeNotifications } from "./notifications";
import { CROWD, PEOPLE, type Person, type PersonKey, type Student } from "./people";
import { OLDER_POSTS, POSTS_TODAY, type SeedPost } from "./posts";
import { type Random, randomFrom } from "./random";

/**
 * The demo campus as rows. Every time is in the past and every counter matches its rows. A fixed
 * seed decides who likes what, so the campus is the same on every machine.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ages of the newest posts, in minutes. */
const TODAY = [7, 25, 58, 95, 120, 150, 220, 320, 380, 440, 560, 700, 850, 1000, 1180, 1350];
/** The age range of the older posts, in hours: up to six weeks. */
const OLDER = { from: 26, to: 6 * 7 * 24 };

type UserRow = Prisma.UserCreateManyInput & {
  id: string;
  username: string;
  createdAt: Date;
  person?: Person;
};
type PostRow = Prisma.PostCreateManyInput & { id: string; createdAt: Date; post: SeedPost };

export type DemoData = SeedMessages &
  SeedComments & {
    users: UserRow[];
    affiliationRequests: Prisma.AffiliationRequestCreateManyInput[];
    /** Without the rows of their assets, which media.ts creates from the files. */
    posts: PostRow[];
    postMedia: Prisma.PostMediaCreateManyInput[];
    likes: Prisma.LikeCreateManyInput[];
    follows: Prisma.FollowCreateManyInput[];
    bookmarks: Prisma.BookmarkCreateManyInput[];
    mentions: Prisma.MentionCreateManyInput[];
    notifications: Prisma.NotificationCreateManyInput[];
    notice: Prisma.NoticeUncheckedCreateInput;
    hashtags: Prisma.HashtagCreateManyInput[];
    postHashtags: Prisma.PostHashtagCreateManyInput[];
  };

/**
 * The public id of a demo file. It is the same at every seed, so that no file is stored twice.
 */
export const publicIdOf = (name: string) =>
  `${FOLDER}/${uuidOf(name, "6f4c7d2e-6d55-4a8c-9a25-5d0c3f1b7e10")}`;

/** The public id of a post's picture or video, or of a further picture. */
export const postPublicId = (post: SeedPost, position = 0) =>
  publicIdOf(`${post.media[position]?.file}: ${post.by}: ${post.text}`);

export const POSTS: SeedPost[] = [...POSTS_TODAY, ...OLDER_POSTS];

export function buildDemoData(now: number): DemoData {
  const random = randomFrom(2026);
  const namedUsers = new Map<PersonKey, UserRow>();
  for (const [key, person] of Object.entries(PEOPLE) as [PersonKey, Person][]) {
    namedUsers.set(key, {
      ...makeUser(person, now, random),
      bio: person.bio,
      staffRole: person.staffRole ?? null,
      person,
    });
  }
  const users = [...namedUsers.values(), ...CROWD.map((student) => makeUser(student, now, random))];
  const byKey = (key: PersonKey) => namedUsers.get(key) as UserRow;
  const posts = makePosts(now, random, byKey);
  const likes = posts.flatMap((post) => makeLikes(post, users, now, random));
  const commentRows = makeComments(posts, { users, byKey, now });
  const follows = makeFollows(users, now, random);
  const postHashtags = posts.flatMap((post) =>
    hashtagsOf(post.caption ?? "").map((tag) => ({ tag, postId: post.id, createdAt: post.createdAt })),
  );
  const postMedia = posts.flatMap(({ id, createdAt, post: { media, background, text } }) =>
    media.map(({ alt }, position) => ({
      postId: id,
      position,
      assetId: uuid({ msecs: createdAt.getTime() }),
      altText: background ? text : alt,
    })),
  );
  const messageRows = makeMessages(now, {
    byKey,
    strangerTo: (personId) => findStranger(personId, users, follows),
    newestPostBy: (key) => newestOf(posts.filter(({ authorId }) => authorId === byKey(key).id)),
  });
  const { comments } = commentRows;
  const mentions = makeMentions(users, [
    ...posts.map(({ id, caption = "" }) => ({ text: caption, postId: id })),
    ...comments.map(({ id, content }) => ({ text: content, commentId: id })),
    ...messageRows.messages.map(({ id, text = "" }) => ({ text, messageId: id })),
    ...users.map(({ id, bio }) => ({ text: bio ?? "", profileId: id })),
  ]);
  const data = {
    users: [...users, switchedOffUser(now)],
    ...{ posts, postMedia, likes, follows, postHashtags, mentions },
    ...commentRows,
    ...messageRows,
  };
  setCounters(data);
  return {
    ...data,
    affiliationRequests: affiliationRequestsOf(users, COLLEGES[0].code, now),
    hashtags: [...countBy(postHashtags, ({ tag }) => tag)].map(([tag, postsCount]) => ({ tag, postsCount })),
    notifications: makeNotifications(data, namedUsers, now, random),
    formerTexts: [...commentRows.formerTexts, ...posts.flatMap((post) => captionHistory(post, now))],
    notice: {
      id: uuid({ msecs: now - 3 * HOUR }),
      text: "Exam weeks begin on Monday: the library stays open until midnight, with tea on the house from ten. Good luck, everyone!",
      createdAt: new Date(now - 3 * HOUR),
      endsAt: new Date(now + 14 * DAY),
    },
    bookmarks: [...namedUsers.values()].flatMap((user) => makeBookmarks(user, posts, now, random)),
  };
}

type NamingText = {
  text: string;
  postId?: string;
  commentId?: string;
  messageId?: string;
  profileId?: string;
};

/** Whom texts name. */
function makeMentions(users: UserRow[], texts: NamingText[]) {
  const idOf = new Map(users.map(({ username, id }) => [username, id]));
  return texts.flatMap(({ text, ...of }) =>
    usernamesIn(text).flatMap((candidates) => {
      const username = candidates.find((candidate) => idOf.has(candidate)) ?? "";
      const personId = idOf.get(username);
      return personId ? [{ id: uuid(), ...of, personId, username }] : [];
    }),
  );
}

/** A person whose account the college switched off: no one sees them, and they cannot sign in. */
function switchedOffUser(now: number): UserRow {
  const student = makeUser(
    { name: "Varun Khanna", collegeId: "0901ME221061", joined: 246 },
    now,
    randomFrom(2026),
  );
  return { ...student, isActive: false, switchedOffAt: new Date(now - 30 * DAY) };
}

/** The first of the first-years in the crowd whose circle the person has not joined. */
function findStranger(personId: string, users: UserRow[], follows: DemoData["follows"]): UserRow {
  const joined = new Set(
    follows.filter(({ followerId }) => followerId === personId).map(({ followeeId }) => followeeId),
  );
  const lastBatch = Math.max(...users.map(({ batch }) => batch ?? 0));
  const stranger = users.find(({ id, batch, person }) => !person && batch === lastBatch && !joined.has(id));
  if (!stranger) throw new Error("This person has joined everyone.");
  return stranger;
}

function newestOf(posts: PostRow[]): PostRow {
  const [newest] = posts.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  if (!newest) throw new Error("This person has no post.");
  return newest;
}

function makeUser(student: Student & Partial<Person>, now: number, random: Random): UserRow {
  const { name, collegeId, domain = COLLEGES[0].emailDomains[0] } = student;
  const username = usernameBase(name);
  const createdAt = new Date(now - student.joined * DAY - random.between(0, DAY));
  return {
    id: uuid({ msecs: createdAt.getTime() }),
    email: `${username}@${domain}`,
    name,
    username,
    collegeName: COLLEGES[0].code,
    collegeId,
    ...affiliationOf(student, COLLEGES[0].code),
    verifiedAt: createdAt,
    isAdult: true,
    ageSaidAt: createdAt,
    agreedVersion: LEGAL_VERSION,
    agreedAt: createdAt,
    createdAt,
    updatedAt: createdAt,
  };
}

function makePosts(now: number, random: Random, byKey: (key: PersonKey) => UserRow): PostRow[] {
  const older = random.shuffle(OLDER_POSTS);
  const ageOf = (index: number): number => {
    const minutes = TODAY[index];
    if (minutes !== undefined) return minutes * MINUTE;
    // More posts towards today, as on a growing campus.
    const share = (index - TODAY.length + random.between(0, 0.8)) / older.length;
    return (OLDER.from + (OLDER.to - OLDER.from) * share ** 1.5) * HOUR;
  };
  return [...POSTS_TODAY, ...older].map((post, index) => {
    const createdAt = new Date(now - ageOf(index));
    const editedAt = editTimes({ before: post.before, createdAt }, now).at(-1) ?? null;
    return {
      id: uuid({ msecs: createdAt.getTime() }),
      authorId: byKey(post.by).id,
      caption: post.text,
      cardBackground: post.background ?? null,
      hashtags: hashtagsOf(post.text),
      sharesCount: post.shares ?? 0,
      whoCanComment: post.whoCanComment,
      createdAt,
      editedAt,
      updatedAt: editedAt ?? createdAt,
      post,
    };
  });
}

/** Most likes come soon after the post. A post that is minutes old has few yet. */
function makeLikes(row: PostRow, users: UserRow[], now: number, random: Random) {
  const age = now - row.createdAt.getTime();
  const number = Math.min(row.post.likes, 2 + Math.floor(age / MINUTE / 2));
  const others = random.shuffle(users.filter(({ id }) => id !== row.authorId));
  return others.slice(0, number).map(({ id }) => ({
    postId: row.id,
    userId: id,
    createdAt: new Date(
      row.createdAt.getTime() + 1000 + (Math.min(age, 3 * DAY) - 2000) * random.between(0, 1) ** 3,
    ),
  }));
}

/**
 * Who follows whom: the named people follow each other and have many followers; the others know a
 * few.
 */
function makeFollows(users: UserRow[], now: number, random: Random) {
  const chance = (from: UserRow, to: UserRow) => {
    if (to.person) return from.person ? 0.6 : 0.35;
    return from.person ? 0.08 : 0.04;
  };
  return users.flatMap((from) =>
    users
      .filter((to) => to !== from && random.chance(chance(from, to)))
      .map((to) => {
        const since = Math.max(from.createdAt.getTime(), to.createdAt.getTime());
        return {
          followerId: from.id,
          followeeId: to.id,
          createdAt: new Date(random.between(since, now - HOUR)),
        };
      }),
  );
}

/** A person's bookmarks: about one in twelve of the posts by others. */
function makeBookmarks(user: UserRow, posts: PostRow[], now: number, random: Random) {
  return posts
    .filter(({ authorId }) => authorId !== user.id && random.chance(1 / 12))
    .map(({ id, createdAt }) => ({
      postId: id,
      userId: user.id,
      createdAt: new Date(random.between(createdAt.getTime() + 1000, now)),
    }));
}
