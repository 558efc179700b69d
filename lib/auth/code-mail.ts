import "server-only";
import { CODE_MINUTES } from "@/lib/auth/contract";
import { APP_NAME, TAGLINE } from "@/lib/product";

/** The mail that brings a code: the code in the subject, plain text and HTML, no link to press. */
export async function codeMail(code: string): Promise<{ subject: string; text: string; html: string }> {
  const subject = `${code} is your ${APP_NAME} code`;
  const until = `It works once and for ${CODE_MINUTES} minutes. If you did not ask for it, you can ignore this mail.`;
  const text = `Your ${APP_NAME} code is ${code}.\n\n${until}\n\n${APP_NAME}: ${TAGLINE}\n`;
  const html = `<!doctype html><html lang="en"><body style="margin:0;padding:32px 16px;background:#f7f6f2;color:#15171c;font:15px/1.5 Inter,Helvetica,Arial,sans-serif">
<div style="max-width:440px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e5e2da;border-radius:16px">
<p style="margin:0 0 8px;font-weight:700;font-size:20px">${APP_NAME}</p>
<p style="margin:0 0 24px">Here is your code:</p>
<p style="margin:0 0 24px;font-size:36px;font-weight:700;letter-spacing:8px">${code}</p>
<p style="margin:0;color:#565c67">${until}</p>
</div></body></html>`;
  return { subject, text, html };
}
