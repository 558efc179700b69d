import { AUTH_SCREENS } from "./auth";
import { FEED_SCREENS } from "./feed";
import { MISC_SCREENS } from "./misc";
import { PEOPLE_SCREENS } from "./people";
import { type Screen, type ScreenState, screenshotName } from "./screen";

/**
 * Every screen of the product in every state it has: the one list. Its table is docs/screens.md,
 * its pictures come from `npm run screenshots`, and screens.spec.ts looks at each of them for
 * everybody's sake.
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

const all = [...MISC_SCREENS, ...AUTH_SCREENS, ...FEED_SCREENS, ...PEOPLE_SCREENS];
const routes = [...new Set(all.map(({ route }) => route))];

/** By route, each route's states in the same order. */
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
};

/** docs/screens.md: made of the list, never written by hand. */
export function screensPage(): string {
  const rows = SCREENS.map((screen) => {
    const { route, state, detail, shows, as, only } = screen;
    const address = route === "/other" ? "no such page" : `\`${route}\``;
    const where = only ? `, ${only} only` : "";
    const which = detail ? `${state}: ${detail}` : state;
    return `| ${address} | ${which} | ${shows} | ${ROLE_NAMES[as]}${where} | \`${screenshotName(screen)}\` |`;
  });
  return `# Screens

Every screen in every state, made from the list in \`e2e/screens\` (change that list, then run \`npm run screenshots\`).

\`npm run screenshots\` starts the product on a fresh demonstration campus and takes a picture of each line, in both themes, on a phone
(390×844) and a desktop (1280×860), into \`screenshots/\` (not in git): \`screenshots/phone-dark/mainfeed--empty.png\`. Words behind it take
the lines whose picture's name has one of them: \`npm run screenshots -- notify profile\`. \`npm test\` opens each line, too: nothing may fail
axe in either theme or scroll sideways at 320 px.

Errors, slow and missing networks are provoked in the browser; people, posts and long names are real. A component alone, in states that no
screen shows for long, is at \`/test\`.

| route | state | what it shows | who looks | picture |
|---|---|---|---|---|
${rows.join("\n")}
`;
}
