import { Alert } from "@/components/ui/alert";
import type { RegistrationField } from "@/lib/accounts/policy";
import { useText } from "@/lib/language/text";

/** Lists the fields a registration still needs (docs/product.md, "Signing up", step 8). */
export function IncompleteFields({ fields }: { fields: RegistrationField[] }) {
  const t = useText();
  return (
    <Alert>
      <p>{t("Please complete the following fields:")}</p>
      <ul className="mt-1 list-disc pl-5">
        {fields.map((field) => (
          <li key={field}>{t(field)}</li>
        ))}
      </ul>
    </Alert>
  );
}
