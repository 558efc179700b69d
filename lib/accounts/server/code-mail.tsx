import "server-only";
import { type MailContent, renderMail } from "@/lib/platform/mail-html";
import { MailCode, MailLayout, MailNote, MailText } from "@/lib/platform/mail-layout";
import { APP_NAME, TAGLINE } from "@/lib/product";
import { CODE_MINUTES } from "@/lib/sessions/limits";

/**
 * The mail with a code. The subject holds the code, so a phone shows it without opening the mail.
 * Plain text and HTML, no links and no external resources.
 */
export async function codeMail(code: string): Promise<MailContent> {
  return {
    subject: `${code} is your ${APP_NAME} code`,
    text: `Your ${APP_NAME} code is ${code}.\n\n${ADVICE}\n\n${APP_NAME}: ${TAGLINE}\n`,
    html: await renderMail(<CodeMail code={code} />),
  };
}

const ADVICE = `It works once and for ${CODE_MINUTES} minutes. Nobody of ${APP_NAME} will ever ask you for it. If you did not ask for it, you can ignore this mail.`;

function CodeMail({ code }: { code: string }) {
  return (
    <MailLayout preview={`It works for ${CODE_MINUTES} minutes.`}>
      <MailText>Here is your code:</MailText>
      <MailCode>{code}</MailCode>
      <MailNote>{ADVICE}</MailNote>
    </MailLayout>
  );
}
