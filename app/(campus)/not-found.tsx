import { NotFoundScreen } from "@/components/shell/not-found-screen";

/** Shows inside the shell, for posts and people that do not exist or are gone. */
export default function CampusNotFound() {
  return (
    <div className="grid min-h-[70dvh] place-items-center px-4">
      <NotFoundScreen />
    </div>
  );
}
