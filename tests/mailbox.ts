import { db } from "@/lib/platform/db";

/** The code of the newest mail to an address; fails the test when there is none. */
export async function lastCode(email: string): Promise<string> {
  const mail = await db().outboxMail.findFirst({
    where: { to: email },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0];
  if (!code) throw new Error(`There is no code for ${email}.`);
  return code;
}

/** A code that is not `code`. */
export const otherThan = (code: string) => (code === "000000" ? "111111" : "000000");
