import "server-only";
import { CODE_MINUTES } from "@/lib/accounts/policy";
import {
  MailCode,
  type MailContent,
  MailLayout,
  MailNote,
  MailText,
  renderMail,
} from "@/lib/accounts/server/mail-layout";
import { APP_NAME, TAGLINE } from "@/lib/product";

/**
 * The mail with a code. The subject holds the code, so a phone shows it without opening the mail.
 * Plain text and HTML, no links and no external resources.
 */
export async function codeMail(code: string): Promise<MailContent> {
  return {
    subject: `${code} is your ${APP_NAME} code`,
    text: `Your ${APP_NAME} code is ${code}.\n\n${CODE_ADVICE}\n\n${APP_NAME}: ${TAGLINE}\n`,
    html: await renderMail(<CodeMail code={code} />),
  };
}

const CODE_ADVICE = `It expires in ${CODE_MINUTES} minutes and can be used once. We'll never ask you for it. If you didn't request it, you can ignore this email.`;

function CodeMail({ code }: { code: string }) {
  return (
    <MailLayout preview={`It expires in ${CODE_MINUTES} minutes.`}>
      <MailText>Here is your code:</MailText>
      <MailCode>{code}</MailCode>
      <MailNote>{CODE_ADVICE}</MailNote>
    </MailLayout>
  );
}

export type PasswordChange = "set" | "changed" | "removed";

const DETAILS: Record<PasswordChange, string> = {
  set: "You can log in with it from now on, or with a code as before.",
  changed: "Your other devices were logged out.",
  removed: "Your other devices were logged out. You log in with a code by email again.",
};

const PASSWORD_ADVICE = `If this wasn't you, log in to ${APP_NAME} with a code, set a new password and log out the devices you don't know, all under Settings, Account.`;

/** The mail that notifies an owner of a password change. No links and no external resources. */
export async function passwordMail(change: PasswordChange): Promise<MailContent> {
  const sentence = `Your password was ${change}`;
  return {
    subject: `${sentence} on ${APP_NAME}`,
    text: `${sentence}. ${DETAILS[change]}\n\n${PASSWORD_ADVICE}\n`,
    html: await renderMail(
      <MailLayout preview={DETAILS[change]}>
        <MailText>{sentence}.</MailText>
        <MailText>{DETAILS[change]}</MailText>
        <MailNote>{PASSWORD_ADVICE}</MailNote>
      </MailLayout>,
    ),
  };
}
