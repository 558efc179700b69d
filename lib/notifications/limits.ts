export const NOTIFICATIONS_PAGE = 20;
export const MESSAGE_MAX = 280;
/** The most ids in one call that marks notifications as seen. */
export const MARKED_MAX = 500;
/** Subscribed browsers per person; the oldest one is replaced. */
export const SUBSCRIPTIONS_MAX = 20;
