import ModerationLayout, { generateMetadata } from "@/app/(campus)/moderation/layout";
import { pageViewer } from "@/lib/sessions/server/page-viewer";
import { withRequest } from "@/tests/next-headers";
import SectionPage from "./[section]/page";

jest.mock("@/lib/sessions/server/page-viewer");
jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  notFound: () => {
    throw new Error("404");
  },
}));
const viewerIs = (staffRole: "moderator" | "admin" | null | undefined) =>
  jest.mocked(pageViewer).mockResolvedValue({ id: "viewer", sessionId: "session", staffRole });

const open = () => ModerationLayout({ children: "cases" });
const metadata = () =>
  withRequest({ url: "http://localhost:3000/", headers: new Headers() }, () => generateMetadata());
const section = (name: string) => SectionPage({ params: Promise.resolve({ section: name }) });

test.each([null, undefined])("moderation does not exist for a member (%s)", async (role) => {
  viewerIs(role);
  await expect(open()).rejects.toThrow("404");
  expect(await metadata()).toEqual({ title: "Page not found" });
});

test("nor without a session", async () => {
  jest.mocked(pageViewer).mockResolvedValue(undefined);
  await expect(open()).rejects.toThrow("404");
});

test.each(["moderator", "admin"] as const)("it opens for a %s", async (role) => {
  viewerIs(role);
  expect(await open()).toMatchObject({ props: { children: "cases" } });
  expect(await metadata()).toEqual({ title: "Moderation" });
});

test("complaints are for admins; an address of no section and no case does not exist", async () => {
  viewerIs("moderator");
  await expect(section("complaints")).rejects.toThrow("404");
  await expect(section("nothing")).rejects.toThrow("404");
  viewerIs("admin");
  expect(await section("complaints")).toBeTruthy();
  expect(await section("0190a1b2-0000-7000-8000-000000000700")).toMatchObject({
    props: { caseId: "0190a1b2-0000-7000-8000-000000000700" },
  });
});
