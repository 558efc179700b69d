import { finishWork } from "@/lib/platform/after-response";
import { db } from "@/lib/platform/db";

/** The code in the latest mail to an address. Fails the test when there is none. */
export async function lastCode(email: string): Promise<string> {
  const mail = await db().outboxMail.findFirst({
    where: { to: email },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0];
  if (!code) throw new Error(`There is no code for ${email}.`);
  return code;
}

/** A code other than `code`. */
export const wrongCodeFor = (code: string) => (code === "000000" ? "111111" : "000000");

/** The mails to an address, newest first, also those sent after an answer. */
export async function findMails(to: string) {
  await finishWork();
  return db().outboxMail.findMany({ where: { to }, orderBy: { createdAt: "desc" } });
}
