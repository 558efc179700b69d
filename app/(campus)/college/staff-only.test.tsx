import CollegeLayout, { generateMetadata } from "@/app/(campus)/college/layout";
import { pageViewer } from "@/lib/sessions/server/page-viewer";
import { withRequest } from "@/tests/next-headers";
import SectionPage from "./[section]/page";

jest.mock("@/lib/sessions/server/page-viewer");
jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  notFound: () => {
    throw new Error("404");
  },
  redirect: (path: string) => {
    throw new Error(`to ${path}`);
  },
}));
const viewerIs = (staffRole: "moderator" | "admin" | null) =>
  jest.mocked(pageViewer).mockResolvedValue({ id: "viewer", sessionId: "session", staffRole });

const open = () => CollegeLayout({ children: "people" });
const metadata = () =>
  withRequest({ url: "http://localhost:3000/", headers: new Headers() }, () => generateMetadata());
const section = (name: string) => SectionPage({ params: Promise.resolve({ section: name }) });

test("the place for the college does not exist for a member, nor without a session", async () => {
  viewerIs(null);
  await expect(open()).rejects.toThrow("404");
  expect(await metadata()).toEqual({ title: "Page not found" });
  jest.mocked(pageViewer).mockResolvedValue(undefined);
  await expect(open()).rejects.toThrow("404");
});

test("all of it opens for an admin, and nothing else there does", async () => {
  viewerIs("admin");
  expect(await open()).toMatchObject({ props: { children: "people" } });
  expect(await metadata()).toEqual({ title: "College" });
  for (const name of ["people", "notices", "numbers", "log"]) expect(await section(name)).toBeTruthy();
  await expect(section("secrets")).rejects.toThrow("404");
});

test("numbers and log open for a moderator, where people leads; notices don't exist", async () => {
  viewerIs("moderator");
  expect(await metadata()).toEqual({ title: "Moderation" });
  for (const name of ["numbers", "log"]) expect(await section(name)).toBeTruthy();
  await expect(section("people")).rejects.toThrow("to /college/numbers");
  await expect(section("notices")).rejects.toThrow("404");
});
