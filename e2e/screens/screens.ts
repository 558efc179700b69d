import { AUTH_SCREENS } from "./auth";
import { COLLEGE_SCREENS } from "./college";
import { CONVERSATION_SCREENS } from "./conversation";
import { FEED_SCREENS } from "./feed";
import { MESSAGE_SCREENS } from "./messages";
import { MISC_SCREENS } from "./misc";
import { MODERATION_SCREENS } from "./moderation";
import { PEOPLE_SCREENS } from "./people";
import { SAFETY_SCREENS } from "./safety";
import type { Screen, ScreenState } from "./screen";

/**
 * Every screen in every state. `npm run screenshots` makes its pictures from this list, and
 * screens.spec.ts checks each screen for accessibility.
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
  ...CONVERSATION_SCREENS,
  ...PEOPLE_SCREENS,
  ...SAFETY_SCREENS,
  ...MESSAGE_SCREENS,
  ...MODERATION_SCREENS,
  ...COLLEGE_SCREENS,
];
const routes = [...new Set(all.map(({ route }) => route))];

/** Sorted by route, and within a route by state. */
export const SCREENS: Screen[] = routes.flatMap((route) =>
  all
    .filter((screen) => screen.route === route)
    .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state)),
);
