import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

/** Which call of the API the current work is for, so that the log can name it far from the route. */

type RequestContext = { requestId: string; route: string };

const globalForContext = globalThis as typeof globalThis & {
  campusCircleRequest?: AsyncLocalStorage<RequestContext>;
};
// One for the process: the database driver may have been set up by another bundle of Next.js.
globalForContext.campusCircleRequest ??= new AsyncLocalStorage();
const storage = globalForContext.campusCircleRequest;

export const withRequestContext = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, work);

/** Undefined outside of the API: in pages and upkeep. */
export const requestContext = (): RequestContext | undefined => storage.getStore();
