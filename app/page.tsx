import { Landing } from "@/components/brand/landing";

export default function LandingPage() {
  return <Landing />;
}
