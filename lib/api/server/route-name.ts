import "server-only";

/**
 * The pattern of the route that answers a path, for the log and for metrics, which must not grow
 * with what callers make up: `/api/posts/0190…` becomes `/api/posts/[postId]`.
 */
export function routeName(path: string, params: Record<string, string | string[] | undefined>): string {
  const segments = path.split("/");
  for (const [name, value] of Object.entries(params)) {
    if (Array.isArray(value)) {
      segments.splice(-value.length, value.length, `[...${name}]`);
      continue;
    }
    const position = segments.findLastIndex((segment) => value !== undefined && isSame(segment, value));
    if (position < 0) return UNKNOWN;
    segments[position] = `[${name}]`;
  }
  return segments.join("/");
}

/** A path in which a parameter is not found again. */
const UNKNOWN = "other";

const isSame = (segment: string, value: string) => segment === value || encodeURIComponent(value) === segment;
