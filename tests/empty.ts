// Stands in for `server-only`, which throws outside a server component.
export {};
