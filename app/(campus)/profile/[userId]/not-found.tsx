import { MissingProfile } from "@/components/profiles/missing-profile";

export default function ProfileNotFound() {
  return <MissingProfile />;
}
