import { Alert } from "@/components/ui/alert";
import type { RegistrationField } from "@/lib/accounts/policy";

/** What a registration still lacks (the specification, §5 "Registration check"). */
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
