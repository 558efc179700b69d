import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { COMMON_PASSWORD } from "@/lib/accounts/policy";
import { ApiError } from "@/lib/platform/errors";
import { APP_NAME, collegeByEmail, findCollege } from "@/lib/product";
import { fold } from "@/lib/text/fold";

/** Rejects the passwords that are tried first: common ones, and what everyone knows of a person. */

/** Whose password it is, as far as it is known. */
type Owner = { email: string; name?: string | undefined; collegeName?: string | undefined };

/** Shorter words are in many good passwords, and none alone is long enough to be one. */
const WORD_MIN = 4;

let common: ReadonlySet<string> | undefined;

/** Read once in a process. The file says where the list is from. */
function commonPasswords(): ReadonlySet<string> {
  if (!common) {
    const file = path.join(process.cwd(), "lib/accounts/server/common-passwords.txt");
    const lines = readFileSync(file, "utf8").split("\n");
    common = new Set(lines.filter((line) => line !== "" && !line.startsWith("#")));
  }
  return common;
}

/** Folded, letters and digits alone: `Pass-Word` is `password`. */
const bare = (text: string) => fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, "");

/**
 * Whether a password is a common one, or a name, part of an address or the college's name; with a
 * year or up to four other digits behind it, too.
 */
export function isCommonPassword(password: string, owner: Owner): boolean {
  const whole = bare(password);
  const known = knownWords(owner);
  const isKnown = (word: string) => commonPasswords().has(word) || known.has(word);
  return isKnown(whole) || isKnown(whole.replace(/\d{1,4}$/, ""));
}

/** Throws `common_password` (400) for a password that `isCommonPassword` knows. */
export function rejectCommonPassword(password: string, owner: Owner): void {
  if (isCommonPassword(password, owner)) throw new ApiError("common_password", COMMON_PASSWORD);
}

function knownWords({ email, name = "", collegeName = "" }: Owner): ReadonlySet<string> {
  const college = findCollege(collegeName) ?? collegeByEmail(email);
  const texts = [email, name, APP_NAME];
  if (college) texts.push(college.fullName, college.code, ...college.emailDomains, ...college.officialNames);
  const words = texts.flatMap((text) => [text, ...text.split(/@/), ...text.split(/[^\p{L}\p{M}\p{N}]+/u)]);
  return new Set(words.map(bare).filter((word) => word.length >= WORD_MIN));
}
