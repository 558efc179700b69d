import { useEffect, useState } from "react";
import { cx } from "@/components/ui/cx";
import { passwordStrength, type Strength } from "@/lib/accounts/policy";
import { useTranslate } from "@/lib/language/translate";

const LOOKS: Record<Strength, { bars: number; color: string; text: string }> = {
  weak: {
    bars: 1,
    color: "bg-danger",
    text: "Weak. A few words in a row are easy to remember and hard to guess.",
  },
  fair: { bars: 2, color: "bg-gold", text: "Fair. Longer is stronger." },
  strong: { bars: 3, color: "bg-success", text: "Strong." },
};

/** What becomes of a password that is easy to guess, where it is typed. */
const GUESSABLE = {
  useless:
    "Weak: it is easy to guess. You can go on with it, but it won't log you in. A code by email will, and you can choose another password in Settings.",
  rejected: "Weak: it is easy to guess. Please choose another.",
};

type Owner = { email: string; name: string; collegeName: string };
type Check = (password: string, owner: Owner) => boolean;

/**
 * Shows how hard a password is to guess, and blocks nothing. The bars take up their space even
 * while the field is empty.
 */
export function PasswordStrength({
  password,
  owner: { email, name, collegeName },
  guessable,
}: {
  password: string;
  /** Whose it is: words that everyone knows of them are easy to guess. */
  owner: Owner;
  guessable: keyof typeof GUESSABLE;
}) {
  const t = useTranslate();
  const isGuessable = useGuessable();
  const look =
    password === ""
      ? undefined
      : isGuessable?.(password, { email, name, collegeName })
        ? { ...LOOKS.weak, text: GUESSABLE[guessable] }
        : LOOKS[passwordStrength(password)];
  return (
    <span className="block">
      <span aria-hidden className="mt-0.5 mb-1.5 flex gap-1.5">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={cx(
              "h-1 flex-1 rounded-full transition-colors",
              look && bar <= look.bars ? look.color : "bg-line",
            )}
          />
        ))}
      </span>
      {look ? t(look.text) : t("At least 6 characters.")}
    </span>
  );
}

/** The check, once its list has been loaded; it comes apart from the screen because of its size. */
function useGuessable(): Check | undefined {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    import("@/lib/accounts/guessable-password").then(
      ({ isGuessablePassword }) => setCheck(() => isGuessablePassword),
      // Offline: the server says what becomes of the password.
      () => undefined,
    );
  }, []);
  return check;
}
