import "server-only";
import type { ReactElement, ReactNode } from "react";
import { APP_NAME, UTC_OFFSET_MINUTES } from "@/lib/product";
import { REASONS, type ReportReason } from "@/lib/reports/policy";
import { isolated } from "@/lib/text/names";
import { exactTime } from "@/lib/time/relative-time";

/**
 * The page of an export: what the JSON files say, for people. It has no script and loads nothing
 * but the media beside it.
 */

type Media = { file: string; mediaType: string; altText: string };
type OwnPost = { id: string; caption: string; createdAt: Date; media: Media[] };
/** A post of someone, as an act of the viewer names it; null while it is hidden. */
export type NamedPost = { author: string; username: string | null; caption: string } | null;
type Act = { link: string; post: NamedPost; createdAt: Date; content?: string };
type Person = { name: string; username: string | null; since: Date };
type Received = { sender: string | null; message: string; createdAt: Date };
type Sent = { receiver: string | null; message: string; createdAt: Date };
type Written = { receiver: string | null; text: string; createdAt: Date };
type OwnReport = {
  about: { name: string; text: string };
  reason: ReportReason;
  words: string;
  createdAt: string;
};
type Decided = {
  outcome: string;
  subject: string;
  reason: string;
  createdAt: Date;
  appeal: { words: string; answer: string } | null;
};
type DeviceUse = { userAgent: string; createdAt: Date; lastSeenAt: Date };

export type ExportRows = {
  posts: AsyncIterable<OwnPost>;
  comments: AsyncIterable<Act>;
  likes: AsyncIterable<Act>;
  shares: AsyncIterable<Act>;
  bookmarks: AsyncIterable<Act>;
  circle: AsyncIterable<Person>;
  circles: AsyncIterable<Person>;
  notifications: AsyncIterable<Received>;
  sent: AsyncIterable<Sent>;
  messages: AsyncIterable<Written>;
  reports: AsyncIterable<OwnReport>;
  decisions: AsyncIterable<Decided>;
  blocks: AsyncIterable<Person>;
  mutes: AsyncIterable<Person>;
  mutedWords: AsyncIterable<{ word: string; createdAt: Date }>;
  devices: AsyncIterable<DeviceUse>;
};

type Owner = { name: string; email: string; bio: string };

/** The page, piece by piece as its rows are read. */
export async function* exportPage(owner: Owner, madeAt: Date, rows: ExportRows): AsyncGenerator<string> {
  // Next.js forbids a static import of this renderer in code that pages bundle.
  const { renderToStaticMarkup } = await import("react-dom/server");
  async function* section<Row>(title: string, list: AsyncIterable<Row>, item: (row: Row) => ReactElement) {
    yield renderToStaticMarkup(<h2>{title}</h2>);
    let isEmpty = true;
    for await (const row of list) {
      if (isEmpty) yield "<ul>";
      isEmpty = false;
      yield renderToStaticMarkup(<li>{item(row)}</li>);
    }
    yield isEmpty ? "<p>Nothing here.</p>" : "</ul>";
  }
  const title = `${isolated(owner.name)} on ${APP_NAME}`;
  const head = (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{title}</title>
      <style>{STYLE}</style>
    </>
  );
  yield `<!doctype html><html lang="en"><head>${renderToStaticMarkup(head)}</head><body>`;
  yield renderToStaticMarkup(
    <header>
      <h1>{title}</h1>
      <p>{owner.email}</p>
      {owner.bio && <p className="words">{owner.bio}</p>}
      <p>
        Everything {APP_NAME} held about you on <Time at={madeAt} />. Times are in the college's time zone.
        The .json files beside this page hold the same, and details, for programs.
      </p>
    </header>,
  );
  yield* section("Your posts", rows.posts, (post) => <OwnPostItem post={post} />);
  yield* section("Your comments", rows.comments, (act) => <ActItem act={act} />);
  yield* section("Posts you liked", rows.likes, (act) => <ActItem act={act} />);
  yield* section("Posts you shared", rows.shares, (act) => <ActItem act={act} />);
  yield* section("Posts you bookmarked", rows.bookmarks, (act) => <ActItem act={act} />);
  yield* section("People in your circle", rows.circle, (person) => <PersonItem person={person} />);
  yield* section("Circles you joined", rows.circles, (person) => <PersonItem person={person} />);
  yield* section("Notifications", rows.notifications, ({ sender, message, createdAt }) => (
    <Line at={createdAt}>
      <bdi>{sender ?? "Someone"}</bdi>: {message}
    </Line>
  ));
  yield* section("Notifications you sent in the last day", rows.sent, ({ receiver, message, createdAt }) => (
    <Line at={createdAt}>
      To <bdi>{receiver ?? "someone"}</bdi>: {message}
    </Line>
  ));
  yield* section("Messages you wrote", rows.messages, ({ receiver, text, createdAt }) => (
    <Line at={createdAt}>
      To <bdi>{receiver ?? "someone"}</bdi>: {text || "a post"}
    </Line>
  ));
  yield* section("Your reports", rows.reports, ({ about, reason, words, createdAt }) => (
    <Line at={new Date(createdAt)}>
      {REASONS[reason].label}
      {about.name && `, about ${isolated(about.name)}`}
      {about.text && `: ${about.text}`}
      {words && ` (${words})`}
    </Line>
  ));
  yield* section("Decisions of moderators about you", rows.decisions, (decision) => (
    <Line at={decision.createdAt}>
      {decision.outcome} ({decision.subject}): {decision.reason}
      {decision.appeal && ` You appealed: ${decision.appeal.words}`}
      {decision.appeal?.answer && ` The answer: ${decision.appeal.answer}`}
    </Line>
  ));
  yield* section("People you blocked", rows.blocks, (person) => <PersonItem person={person} />);
  yield* section("People you muted", rows.mutes, (person) => <PersonItem person={person} />);
  yield* section("Words you muted", rows.mutedWords, ({ word, createdAt }) => (
    <Line at={createdAt}>{word}</Line>
  ));
  yield* section("Devices", rows.devices, ({ userAgent, createdAt, lastSeenAt }) => (
    <Line at={lastSeenAt}>
      {userAgent}, signed in <Time at={createdAt} />, last used
    </Line>
  ));
  yield "</body></html>\n";
}

const Time = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()}>{exactTime(at.getTime(), UTC_OFFSET_MINUTES)}</time>
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

const PersonItem = ({ person }: { person: Person }) => (
  <Line at={person.since}>
    <bdi>{person.name}</bdi>
    {person.username && ` (@${person.username})`}, since
  </Line>
);

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 Inter, system-ui, sans-serif; }
body { max-width: 42rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; }
li { padding: 0.5rem 0; border-top: 1px solid #8886; }
p { margin: 0.25rem 0; }
.words { white-space: pre-line; }
time { color: GrayText; font-size: 0.875rem; }
img, video { display: block; max-width: 100%; max-height: 24rem; border-radius: 12px; }
`;
