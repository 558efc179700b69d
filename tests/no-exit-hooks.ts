/**
 * Replaces what pino registers to flush at exit. Next.js makes `process.on` reach the real process,
 * so the logger of every test file would leave a listener, and all that it holds, in the worker.
 */
export const register = () => undefined;
export const unregister = () => undefined;
