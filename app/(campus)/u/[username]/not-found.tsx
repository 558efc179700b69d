import { MissingProfile } from "@/components/profiles/missing-profile";

export default function UsernameNotFound() {
  return <MissingProfile />;
}
