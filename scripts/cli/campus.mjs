import { readFileSync } from "node:fs";

/**
 * The domain that addresses of demo people have. The file itself is checked where it is used
 * (lib/campus/server/campus.ts).
 * @returns {string}
 */
export const demoDomain = () =>
  JSON.parse(readFileSync(process.env.CAMPUS_FILE || "campus/mits.json", "utf8")).colleges[0].emailDomains[0];
