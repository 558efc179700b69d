import { COMMON_PASSWORDS } from "@/lib/accounts/common-passwords";
import { APP_NAME, collegeByEmail, findCollege } from "@/lib/product";
import { fold } from "@/lib/text/fold";

/**
 * The passwords that are tried first: common ones, and what everyone knows of a person. They open
 * no password sign-in. In the browser, import this file lazily because of its list (9 kB).
 */

/** Whose password it is, as far as it is known. */
type Owner = { email: string; name?: string | undefined; collegeName?: string | undefined };

/** Shorter words are in many good passwords, and none alone is long enough to be one. */
const WORD_MIN = 4;

/** Folded, letters and digits alone: `Pass-Word` is `password`. */
const bare = (text: string) => fold(text).replace(/[^\p{L}\p{M}\p{N}]/gu, "");

/**
 * Whether a password is a common one, or a name, part of an address or the college's name; with a
 * year or up to four other digits behind it, too.
 */
export function isGuessablePassword(password: string, owner: Owner): boolean {
  const whole = bare(password);
  const known = knownWords(owner);
  const isKnown = (word: string) => COMMON_PASSWORDS.has(word) || known.has(word);
  return isKnown(whole) || isKnown(whole.replace(/\d{1,4}$/, ""));
}

function knownWords({ email, name = "", collegeName = "" }: Owner): ReadonlySet<string> {
  const college = findCollege(collegeName) ?? collegeByEmail(email);
  const texts = [email, name, APP_NAME];
  if (college) texts.push(college.fullName, college.code, ...college.emailDomains, ...college.officialNames);
  const words = texts.flatMap((text) => [text, ...text.split(/@/), ...text.split(/[^\p{L}\p{M}\p{N}]+/u)]);
  return new Set(words.map(bare).filter((word) => word.length >= WORD_MIN));
}
