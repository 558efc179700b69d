import "server-only";
import { CODE_MINUTES } from "@/lib/accounts/policy";
import { type MailContent, renderMail } from "@/lib/mail/server/layout";
import { APP_NAME } from "@/lib/product";

/**
 * The mail with a code. Subject and preview hold the code, so that a phone shows and copies it
 * without opening the mail. No links and no external resources.
 */
export const codeMail = (code: string): Promise<MailContent> =>
  renderMail({
    subject: `${code} is your ${APP_NAME} code`,
    preview: `Code ${code}, for the next ${CODE_MINUTES} minutes.`,
    blocks: [
      { text: `Your ${APP_NAME} code:` },
      { code },
      {
        note: `It expires in ${CODE_MINUTES} minutes and can be used once. We'll never ask you for it. If you didn't request it, you can ignore this email.`,
      },
    ],
  });

export type PasswordChange = "set" | "changed" | "removed";

const DETAILS: Record<PasswordChange, string> = {
  set: "You can log in with it from now on, or with a code as before.",
  changed: "Your other devices were logged out.",
  removed: "Your other devices were logged out. You log in with a code by email again.",
};

/** The mail that notifies an owner of a password change. No links and no external resources. */
export const passwordMail = (change: PasswordChange): Promise<MailContent> =>
  renderMail({
    subject: `Your password was ${change} on ${APP_NAME}`,
    preview: DETAILS[change],
    blocks: [
      { text: `Your password was ${change}.` },
      { text: DETAILS[change] },
      {
        note: `If this wasn't you, log in to ${APP_NAME} with a code. Then, in Settings, set a new password under Account, and log out the devices you don't know under Devices.`,
      },
    ],
  });
