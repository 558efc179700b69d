import "server-only";
import { codeMail, passwordMail } from "@/lib/accounts/server/mails";
import { invitationMail } from "@/lib/college/server/invitations";
import { signedOutMail } from "@/lib/college/server/sign-out";
import type { MailContent } from "@/lib/mail/server/layout";
import { appealNote, moderationMail } from "@/lib/moderation/server/notify";
import { COLLEGES } from "@/lib/product";

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
    {
      name: "Logged out by an admin",
      when: "An admin logged someone out on all devices.",
      ...(await signedOutMail()),
    },
    {
      name: "Invitation of a graduate",
      when: "An admin imported a graduate's address.",
      ...(await invitationMail({
        email: "meera.iyer@example.com",
        name: "Meera Iyer",
        collegeName: COLLEGES[0].code,
        invitedBy: "Kavya Nair",
      })),
    },
    {
      name: "Decision of moderators",
      when: "Moderators removed something, or warned, suspended or banned someone.",
      ...(await moderationMail({
        sentence: "Your post was removed",
        words: "It advertises something in every thread.",
        note: appealNote({ outcome: "suspended", confirmedAt: null }),
      })),
    },
  ];
}
