import { MissingProfile } from "@/components/users/missing-profile";

export default function ProfileNotFound() {
  return <MissingProfile />;
}
