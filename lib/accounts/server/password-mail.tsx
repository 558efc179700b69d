import "server-only";
import { type MailContent, renderMail } from "@/lib/platform/mail-html";
import { MailLayout, MailNote, MailText } from "@/lib/platform/mail-layout";
import { APP_NAME } from "@/lib/product";

export type PasswordChange = "set" | "changed" | "removed";

const DETAILS: Record<PasswordChange, string> = {
  set: "You can log in with it from now on, or with a code as before.",
  changed: "Your other devices were logged out.",
  removed: "Your other devices were logged out. You log in with a code by email again.",
};

const ADVICE = `If this wasn't you, log in to ${APP_NAME} with a code, set a new password and log out the devices you don't know, all under Settings, Account.`;

/** The mail that notifies an owner of a password change. No links and no external resources. */
export async function passwordMail(change: PasswordChange): Promise<MailContent> {
  const sentence = `Your password was ${change}`;
  return {
    subject: `${sentence} on ${APP_NAME}`,
    text: `${sentence}. ${DETAILS[change]}\n\n${ADVICE}\n`,
    html: await renderMail(
      <MailLayout preview={DETAILS[change]}>
        <MailText>{sentence}.</MailText>
        <MailText>{DETAILS[change]}</MailText>
        <MailNote>{ADVICE}</MailNote>
      </MailLayout>,
    ),
  };
}
