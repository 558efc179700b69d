import "server-only";
import { codeMail } from "@/lib/accounts/server/code-mail";
import { passwordMail } from "@/lib/accounts/server/password-mail";
import type { MailContent } from "@/lib/platform/mail-html";

/**
 * A kind of mail the product sends: its name, when it is sent, and how it looks with sample data.
 */
export type MailTemplate = MailContent & { name: string; when: string };

/** Every kind of mail there is. */
export async function listMailTemplates(): Promise<MailTemplate[]> {
  return [
    {
      name: "One-time code",
      when: "Somebody signs in or up with their address.",
      ...(await codeMail("042137")),
    },
    {
      name: "Password changed",
      when: "Somebody set, changed or removed their password.",
      ...(await passwordMail("changed")),
    },
  ];
}
