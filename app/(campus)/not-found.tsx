import { NotFoundScreen } from "@/components/shell/not-found-screen";

/** Inside the shell: a post or a person that is not there (any more). */
export default function CampusNotFound() {
  return (
    <div className="grid min-h-[70dvh] place-items-center px-4">
      <NotFoundScreen />
    </div>
  );
}
