import { routes } from "@/app/api/openapi.json/routes.generated";
import type { ApiDocument } from "@/lib/api/openapi-document";
import { describeApi } from "@/lib/api/server/openapi";
import { APP_NAME } from "@/lib/product";
import packageFile from "@/package.json";

let document: Promise<ApiDocument> | undefined;

/** The description of every route. Made once, on first use, so that no start waits for it. */
export function apiDocument(): Promise<ApiDocument> {
  document ??= describeRoutes();
  return document;
}

async function describeRoutes(): Promise<ApiDocument> {
  const loaded = Object.entries(routes).map(async ([pattern, load]) => [pattern, await load()] as const);
  return describeApi(Object.fromEntries(await Promise.all(loaded)), {
    title: APP_NAME,
    version: packageFile.version,
  });
}
