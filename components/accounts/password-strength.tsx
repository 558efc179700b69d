import { cx } from "@/components/ui/cx";
import { passwordStrength, type Strength } from "@/lib/accounts/policy";
import { useText } from "@/lib/language/text";

const LOOKS: Record<Strength, { bars: number; color: string; text: string }> = {
  weak: {
    bars: 1,
    color: "bg-danger",
    text: "Weak. A few words in a row are easy to remember and hard to guess.",
  },
  fair: { bars: 2, color: "bg-gold", text: "Fair. Longer is stronger." },
  strong: { bars: 3, color: "bg-success", text: "Strong." },
};

/**
 * Shows how hard a password is to guess. It is advice and blocks nothing. The bars take up their
 * space even while the field is empty.
 */
export function PasswordStrength({ password }: { password: string }) {
  const t = useText();
  const look = password === "" ? undefined : LOOKS[passwordStrength(password)];
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
