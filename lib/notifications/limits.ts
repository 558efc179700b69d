export const NOTIFICATIONS_PAGE = 20;
export const MESSAGE_MAX = 280;
/** How many can be marked as seen by their ids in one call. */
export const MARKED_MAX = 500;
/** Browsers of one person that may be told; the one that asked first gives way. */
export const SUBSCRIPTIONS_MAX = 20;
