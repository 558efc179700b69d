import { referenceOf } from "@/lib/api/client/api-client-error";

/** What finds a failure in the log, to hand to whoever helps; nothing where a failure has none. */
export function ErrorReference({ error }: { error: unknown }) {
  const reference = referenceOf(error);
  if (!reference) return null;
  return (
    <p className="text-ink2 text-sm">
      Reference: <code className="inline-block max-w-full select-all break-all">{reference}</code>
    </p>
  );
}
