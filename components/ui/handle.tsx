/** A person's @username beside their name, which goes first where there is no room for both. */
export function Handle({ username }: { username: string }) {
  if (username === "") return null;
  return <span className="min-w-0 shrink-[9999] truncate text-ink2 text-sm">@{username}</span>;
}
