import "server-only";
import type { ReactElement, ReactNode } from "react";
import { ENGLISH } from "@/lib/language/translator";
import { isOfficial, notificationText } from "@/lib/notifications/policy";
import {
  bookmarks,
  circle,
  commentLikes,
  comments,
  consents,
  devices,
  likes,
  messages,
  notifications,
  postMutes,
  posts,
  sentNotifications,
  shares,
} from "@/lib/personal-data/server/export-rows";
import {
  blocks,
  decisions,
  formerTexts,
  mutedWords,
  mutes,
  notices,
  reports,
} from "@/lib/personal-data/server/export-safety-rows";
import { db } from "@/lib/platform/db";
import { utcOffsetAt } from "@/lib/product";
import { REASONS } from "@/lib/reports/policy";
import type { Viewer } from "@/lib/sessions/server/access";
import { isolated } from "@/lib/text/names";
import { exactTime } from "@/lib/time/relative-time";

/** The lists of an export, each in one place: its file, its rows, and its section of the page. */

/** How many rows a person has, for lists that make an archive large. */
type Count = (userId: string) => Promise<number>;

type List<Row> = {
  /** The name of its file, without `.json`. */
  file: string;
  rows: (viewer: Viewer) => AsyncIterable<Row>;
  count?: Count;
  /** The heading and the rows of its section. Lists without are only in their file. */
  section?: { title: string; item: (row: Row) => ReactElement };
};

export type ExportList = Omit<List<unknown>, "section"> & {
  section?: { title: string; items: (viewer: Viewer) => AsyncGenerator<ReactElement> };
};

function list<Row>({ section, ...rest }: List<Row>): ExportList {
  if (!section) return rest;
  const { title, item } = section;
  async function* items(viewer: Viewer) {
    for await (const row of rest.rows(viewer)) yield item(row);
  }
  return { ...rest, section: { title, items } };
}

/** Acts on posts: comments, likes and others. */
const acts = (file: string, title: string, rows: List<Act>["rows"], count: Count) =>
  list({ file, rows, count, section: { title, item: (act) => <ActItem act={act} /> } });

const people = (file: string, title: string, rows: List<ListedPerson>["rows"], count: Count) =>
  list({ file, rows, count, section: { title, item: (person) => <PersonItem person={person} /> } });

/** Every list, in the order of the archive and its page. */
export const EXPORT_LISTS: ExportList[] = [
  list({
    file: "posts",
    rows: posts,
    count: (id) => db().post.count({ where: { authorId: id, deletedAt: null } }),
    section: { title: "Your posts", item: (post) => <OwnPostItem post={post} /> },
  }),
  acts("comments", "Your comments", comments, (id) => db().comment.count({ where: { authorId: id } })),
  acts("likes", "Posts you liked", likes, (id) => db().like.count({ where: { userId: id } })),
  acts("comment-likes", "Posts where you liked comments", commentLikes, (id) =>
    db().commentLike.count({ where: { userId: id } }),
  ),
  acts("shares", "Posts you shared", shares, (id) => db().share.count({ where: { userId: id } })),
  acts("bookmarks", "Posts you bookmarked", bookmarks, (id) =>
    db().bookmark.count({ where: { userId: id } }),
  ),
  people(
    "people-in-my-circle",
    "People in your circle",
    (viewer) => circle(viewer, "followeeId"),
    (id) => db().follow.count({ where: { followeeId: id } }),
  ),
  people(
    "circles-i-joined",
    "Circles you joined",
    (viewer) => circle(viewer, "followerId"),
    (id) => db().follow.count({ where: { followerId: id } }),
  ),
  list({
    file: "notifications",
    rows: notifications,
    count: (id) => db().notification.count({ where: { receiverId: id, deletedAt: null } }),
    section: {
      title: "Notifications",
      item: ({ sender, createdAt, ...notification }) => (
        <Line at={createdAt}>
          {!isOfficial(notification) && (
            <>
              <bdi>{sender ?? "Someone"}</bdi>{" "}
            </>
          )}
          {notificationText(notification, ENGLISH.t)}
        </Line>
      ),
    },
  }),
  list({
    file: "notifications-sent",
    rows: sentNotifications,
    section: {
      title: "Notifications you sent in the last day",
      item: ({ receiver, message, createdAt }) => (
        <Line at={createdAt}>
          To <bdi>{receiver ?? "someone"}</bdi>: {message}
        </Line>
      ),
    },
  }),
  list({
    file: "messages",
    rows: messages,
    count: (id) => db().message.count({ where: { senderId: id, deletedAt: null } }),
    section: {
      title: "Messages you wrote",
      item: ({ receiver, text, createdAt }) => (
        <Line at={createdAt}>
          To <bdi>{receiver ?? "someone"}</bdi>: {text || "a post"}
        </Line>
      ),
    },
  }),
  list({
    file: "reports",
    rows: reports,
    count: (id) => db().report.count({ where: { reporterId: id } }),
    section: {
      title: "Your reports",
      item: ({ about, reason, text, createdAt }) => (
        <Line at={new Date(createdAt)}>
          {REASONS[reason].label}
          {about.name && `, about ${isolated(about.name)}`}
          {about.text && `: ${about.text}`}
          {text && ` (${text})`}
        </Line>
      ),
    },
  }),
  list({
    file: "decisions",
    rows: decisions,
    section: {
      title: "Decisions of moderators about you",
      item: ({ outcome, subject, reason, createdAt, appeal }) => (
        <Line at={createdAt}>
          {outcome} ({subject}): {reason}
          {appeal && ` You appealed: ${appeal.text}`}
          {appeal?.answer && ` The answer: ${appeal.answer}`}
        </Line>
      ),
    },
  }),
  people("blocked-people", "People you blocked", blocks, (id) =>
    db().block.count({ where: { blockerId: id } }),
  ),
  people("muted-people", "People you muted", mutes, (id) => db().mute.count({ where: { muterId: id } })),
  list({
    file: "muted-words",
    rows: mutedWords,
    count: (id) => db().mutedWord.count({ where: { userId: id } }),
    section: { title: "Words you muted", item: ({ word, createdAt }) => <Line at={createdAt}>{word}</Line> },
  }),
  list({ file: "muted-posts", rows: postMutes }),
  list({ file: "deleted-texts", rows: formerTexts }),
  list({ file: "notices", rows: notices }),
  list({ file: "consents", rows: consents }),
  list({
    file: "devices",
    rows: devices,
    section: {
      title: "Devices",
      item: ({ userAgent, createdAt, lastSeenAt }) => (
        <Line at={lastSeenAt}>
          {userAgent}, signed in <Time at={createdAt} />, last used
        </Line>
      ),
    },
  }),
];

/** A post of someone, as an act of the viewer names it; null while it is hidden. */
type NamedPost = { author: string; username: string | null; caption: string } | null;
type Media = { file: string; mediaType: string; altText: string };
type OwnPost = { caption: string; createdAt: Date; media: Media[] };
type Act = { link: string; post: NamedPost; createdAt: Date; content?: string };
type ListedPerson = { name: string; username: string | null; since: Date };

/** A time in the college's zone. */
export const Time = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()}>{exactTime(at.getTime(), utcOffsetAt(at.getTime()))}</time>
);

const Line = ({ at, children }: { at: Date; children: ReactNode }) => (
  <p className="words">
    {children} <Time at={at} />
  </p>
);

const OwnPostItem = ({ post }: { post: OwnPost }) => (
  <>
    {post.media.map((media) => (
      <MediaItem key={media.file} media={media} />
    ))}
    <Line at={post.createdAt}>{post.caption}</Line>
  </>
);

function MediaItem({ media: { file, mediaType, altText } }: { media: Media }) {
  return mediaType === "video" ? (
    // biome-ignore lint/a11y/useMediaCaption: videos have none
    <video src={file} controls preload="none" aria-label={altText || "Your video"} />
  ) : (
    <a href={file}>
      <img src={file} alt={altText || "Your photo"} loading="lazy" />
    </a>
  );
}

function ActItem({ act: { link, post, createdAt, content } }: { act: Act }) {
  return (
    <>
      {content && <p className="words">{content}</p>}
      <Line at={createdAt}>
        <a href={link}>
          {post ? `${isolated(post.author)}: ${post.caption || "a post without words"}` : "A hidden post"}
        </a>
      </Line>
    </>
  );
}

const PersonItem = ({ person }: { person: ListedPerson }) => (
  <Line at={person.since}>
    <bdi>{person.name}</bdi>
    {person.username && ` (@${person.username})`}, since
  </Line>
);
