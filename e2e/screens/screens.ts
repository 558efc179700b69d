import { AUTH_SCREENS } from "./auth";
import { FEED_SCREENS } from "./feed";
import { MESSAGE_SCREENS } from "./messages";
import { MISC_SCREENS } from "./misc";
import { MODERATION_SCREENS } from "./moderation";
import { PEOPLE_SCREENS } from "./people";
import { SAFETY_SCREENS } from "./safety";
import { type Screen, type ScreenState, screenshotName } from "./screen";

/**
 * Every screen in every state. docs/screens.md and the pictures of `npm run screenshots` are made
 * from this list, and screens.spec.ts checks each screen for accessibility.
 */

const STATES: ScreenState[] = [
  "normal",
  "empty",
  "loading",
  "slow network",
  "error",
  "offline",
  "missing picture",
  "long text",
];

const all = [
  ...MISC_SCREENS,
  ...AUTH_SCREENS,
  ...FEED_SCREENS,
  ...PEOPLE_SCREENS,
  ...SAFETY_SCREENS,
  ...MESSAGE_SCREENS,
  ...MODERATION_SCREENS,
];
const routes = [...new Set(all.map(({ route }) => route))];

/** Sorted by route, and within a route by state. */
export const SCREENS: Screen[] = routes.flatMap((route) =>
  all
    .filter((screen) => screen.route === route)
    .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state)),
);

const ROLE_NAMES = {
  visitor: "a visitor",
  unnamed: "someone without a name",
  resident: "Aarav",
  newcomer: "a newcomer",
  admin: "Ananya, an admin",
  suspended: "someone suspended",
  banned: "someone banned",
};

/** The content of docs/screens.md. */
export function screensPage(): string {
  const rows = SCREENS.map((screen) => {
    const { route, state, detail, shows, as, only } = screen;
    const page = route === "/other" ? "no such page" : `\`${route}\``;
    const size = only ? `, ${only} only` : "";
    const variant = detail ? `${state}: ${detail}` : state;
    return `| ${page} | ${variant} | ${shows} | ${ROLE_NAMES[as]}${size} | \`${screenshotName(screen)}\` |`;
  });
  return `# Screens

Every screen in every state, made from the list in \`e2e/screens\` (change that list, then run \`npm run screenshots\`).

\`npm run screenshots\` starts the product on a fresh demonstration campus and takes a picture of each line, in both themes, on a phone
(390×844) and a desktop (1280×860), into \`screenshots/\` (not in git): \`screenshots/phone-dark/mainfeed--empty.png\`. Words behind it take
the lines whose picture's name has one of them: \`npm run screenshots -- notify profile\`. \`npm run screenshots -- --check\` opens each line,
too: nothing may be invalid HTML, fail axe in either theme or scroll sideways at 320 px. \`npm test\` does so with the normal state of each route.

Errors, slow and missing networks are provoked in the browser; people, posts and long names are real. A component alone, in states that no
screen shows for long, is at \`/test\`.

| route | state | what it shows | who looks | picture |
|---|---|---|---|---|
${rows.join("\n")}
`;
}
