import "server-only";
import type { MailContent } from "@/lib/accounts/server/mail-layout";
import { codeMail, passwordMail } from "@/lib/accounts/server/mails";

/** A mail the product sends: its name, when it is sent, and its content with sample data. */
export type MailTemplate = MailContent & { name: string; when: string };

export async function listMailTemplates(): Promise<MailTemplate[]> {
  return [
    {
      name: "One-time code",
      when: "Someone signs in or up with their address.",
      ...(await codeMail("042137")),
    },
    {
      name: "Password changed",
      when: "Someone set, changed or removed their password.",
      ...(await passwordMail("changed")),
    },
  ];
}
