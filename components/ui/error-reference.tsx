import { referenceOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";

/** The id that finds an error in the log, for support; nothing for errors without one. */
export function ErrorReference({ error }: { error: unknown }) {
  return <Reference id={referenceOf(error)} />;
}

export function Reference({ id }: { id: string | undefined }) {
  const t = useTranslate();
  if (!id) return null;
  return <p className="select-all break-all text-ink2 text-sm">{t("Reference: {id}", { id })}</p>;
}
