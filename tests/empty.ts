// Replaces `server-only`, which throws outside server components.
export {};
