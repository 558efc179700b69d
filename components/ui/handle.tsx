/** A person's @username. Beside the name, it shrinks first when there is little room. */
export function Handle({ username }: { username: string }) {
  if (username === "") return null;
  return <span className="min-w-0 shrink-[9999] truncate text-ink2 text-sm">@{username}</span>;
}
