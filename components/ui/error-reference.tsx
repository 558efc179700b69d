import { referenceOf } from "@/lib/api/client/api-client-error";
import { Rich } from "@/lib/language/rich";

/** The id that finds an error in the log, for support; nothing for errors without one. */
export function ErrorReference({ error }: { error: unknown }) {
  return <Reference id={referenceOf(error)} />;
}

export function Reference({ id }: { id: string | undefined }) {
  if (!id) return null;
  return (
    <p className="text-ink2 text-sm">
      <Rich
        text="Reference: {id}"
        values={{ id: <code className="inline-block max-w-full select-all break-all">{id}</code> }}
      />
    </p>
  );
}
