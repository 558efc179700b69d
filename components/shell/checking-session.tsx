import { Spinner } from "@/components/ui/progress";

export function CheckingSession() {
  return (
    <div className="grid min-h-60 place-items-center text-brand">
      <Spinner label="Checking your session" className="size-8" />
    </div>
  );
}
