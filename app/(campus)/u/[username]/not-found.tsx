import { MissingProfile } from "@/components/users/missing-profile";

export default function UsernameNotFound() {
  return <MissingProfile />;
}
