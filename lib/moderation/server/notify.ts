import "server-only";
import { type MailContent, renderMail } from "@/lib/mail/server/layout";
import { APPEAL_DAYS, suspensionEnd } from "@/lib/moderation/policy";
import { MESSAGE_MAX } from "@/lib/notifications/policy";
import { notifyOfficially } from "@/lib/notifications/server/write";
import type { Tx } from "@/lib/platform/db";
import { sendMail } from "@/lib/platform/mail";
import { APP_NAME } from "@/lib/product";
import { type ReportSubject, subjectNoun } from "@/lib/reports/policy";
import { firstCharacters } from "@/lib/text/text";
import { dayMonthYear } from "@/lib/time/relative-time";
import type { Decision } from "@/prisma/generated/client/client";

/** Notifies a person of decisions about them: in the app and by mail. */

type About = { subject: ReportSubject; subjectId: string };

type Message = { sentence: string; words: string; note?: string };

/** What a decision means for the person, as one sentence. */
function decisionSentence(decision: Decision, { subject }: Pick<About, "subject">): string {
  const noun = subjectNoun(subject);
  switch (decision.outcome) {
    case "removed":
      return subject === "person" ? "What your profile showed was removed" : `Your ${noun} was removed`;
    case "warned":
      return subject === "person" ? "You got a warning" : `You got a warning about your ${noun}`;
    case "suspended":
      return `Your account is suspended until ${dayMonthYear(suspensionEnd(decision) ?? decision.createdAt)}`;
    case "banned": {
      const until = suspensionEnd(decision);
      return until
        ? `Your account is suspended until ${dayMonthYear(until)}, while another moderator reviews a ban`
        : "Your account is banned";
    }
    case "no_violation":
      return `Your ${noun} doesn't break the guidelines`;
  }
}

/** How to appeal. A banned person sees one page only, which has the button. */
export const appealNote = ({ outcome, confirmedAt }: Pick<Decision, "outcome" | "confirmedAt">) => {
  const place = outcome === "banned" && confirmedAt ? "press Appeal" : "open Settings, Decisions about you";
  return `If you think this is wrong, you can appeal within ${APPEAL_DAYS} days: log in and ${place}. Another moderator will review it.`;
};

/** Notifies of a new decision. */
export const notifyOfDecision = (tx: Tx, decision: Decision, about: About) =>
  notify(tx, decision.personId, about, `decision-${decision.id}`, messageOf(decision, about));

/** Notifies that a ban was confirmed. */
export const notifyOfConfirmation = (tx: Tx, decision: Decision, about: About) =>
  notify(tx, decision.personId, about, `confirmed-${decision.id}`, messageOf(decision, about));

const messageOf = (decision: Decision, about: About): Message => ({
  sentence: decisionSentence(decision, about),
  words: decision.reason,
  note: appealNote(decision),
});

/** Notifies that a decision was undone. */
export const notifyOfUndoing = (tx: Tx, decision: Decision, about: About, reason: string) =>
  notify(tx, decision.personId, about, `undone-${decision.id}`, {
    sentence: `A decision about your ${subjectNoun(about.subject)} was undone`,
    words: reason,
  });

/** Notifies of the answer to an appeal. */
export const notifyOfAppeal = (
  tx: Tx,
  { personId, id }: { personId: string | null; id: string },
  about: About,
  { isAccepted, answer }: { isAccepted: boolean; answer: string },
) =>
  notify(tx, personId, about, `appeal-${id}`, {
    sentence: isAccepted
      ? "Your appeal was accepted, and the decision undone"
      : "Your appeal was rejected: the decision stands",
    words: answer,
  });

async function notify(
  tx: Tx,
  personId: string | null,
  { subject, subjectId }: About,
  idempotencyKey: string,
  message: Message,
): Promise<void> {
  const person = personId && (await tx.user.findUnique({ where: { id: personId, deletedAt: null } }));
  if (!person) return;
  const isPost = subject === "post" && (await tx.post.count({ where: { id: subjectId } })) > 0;
  await notifyOfficially(tx, {
    receiverId: person.id,
    type: "moderation",
    postId: isPost ? subjectId : null,
    message: shortened(`${message.sentence}: ${message.words}`),
  });
  await sendMail({ to: person.email, ...(await moderationMail(message)), idempotencyKey }, tx);
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const start = firstCharacters(line, MESSAGE_MAX - 1);
  return start === line ? line : `${start.trimEnd()}…`;
}

/** The mail that goes with it. No links and no external resources. */
export const moderationMail = ({ sentence, words, note }: Message): Promise<MailContent> =>
  renderMail({
    subject: `${sentence} on ${APP_NAME}`,
    preview: words,
    blocks: [{ text: `${sentence}.` }, { text: words }, ...(note ? [{ note }] : [])],
  });
