import { Landing } from "@/components/landing/landing";

export default function LandingPage() {
  return <Landing />;
}
