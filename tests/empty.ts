// Replaces modules that tests do without (jest.config.mjs).
export {};
