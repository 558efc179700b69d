import { LogoMark } from "@/components/brand/logo";
import { useTranslate } from "@/lib/language/translate";

/**
 * In the viewer's first post, below it so that nothing of it moves: the dot of the logo joins its
 * ring.
 */
export function FirstPostNote() {
  const t = useTranslate();
  return (
    <p
      role="status"
      className="mx-4 mb-4 flex items-center gap-2 rounded-field bg-soft px-3 py-2 md:mx-5 md:mb-5"
    >
      <LogoMark joins className="size-6 shrink-0" />
      <span className="min-w-0 font-semibold text-label">
        {t("Your first post is out. The whole campus can see it.")}
      </span>
    </p>
  );
}
