import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { useTranslate } from "@/lib/language/translate";

/** Opens the college's own sign-in, an address of the API: no link of the router. */
export function OidcButton({
  name,
  isPending,
  onLeave,
}: {
  /** What the college calls it. */
  name: string | null;
  /** The person is back, and their session is being opened. */
  isPending: boolean;
  onLeave: () => void;
}) {
  const t = useTranslate();
  const label = name ? t("Continue with {name}", { name }) : t("Continue with your college");
  if (isPending) {
    return (
      <Button variant="secondary" size="lg" wide isPending>
        {label}
      </Button>
    );
  }
  return (
    <a
      href="/api/auth/oidc"
      onClick={onLeave}
      className={buttonStyle({ variant: "secondary", size: "lg", wide: true })}
    >
      {label}
    </a>
  );
}
