import { apiDocument } from "@/app/api/openapi.json/document";

/** Paths of a list, without `/api`: `/users/{userId}/circle`. */
async function pagedRoutes(): Promise<string[]> {
  const { paths } = (await apiDocument()) as unknown as {
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>;
  };
  return Object.keys(paths).filter((path) =>
    paths[path]?.get?.parameters?.some(({ name }) => name === "cursor"),
  );
}

/** The lists in pages that none of these addresses belongs to, so that a test forgets none. */
export async function pagedRoutesWithout(addresses: string[]): Promise<string[]> {
  const matches = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/?]+")}(\\?|$)`);
    return addresses.some((address) => pattern.test(address));
  };
  return (await pagedRoutes()).filter((route) => !matches(route));
}
