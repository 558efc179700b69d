import { Alert } from "@/components/ui/alert";
import type { RegistrationField } from "@/lib/accounts/policy";

/** Lists the fields a registration still needs (docs/product.md, "Signing up", step 8). */
export function IncompleteFields({ fields }: { fields: RegistrationField[] }) {
  return (
    <Alert>
      <p>Please complete the following fields:</p>
      <ul className="mt-1 list-disc pl-5">
        {fields.map((field) => (
          <li key={field}>{field}</li>
        ))}
      </ul>
    </Alert>
  );
}
