/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { OpenCaseItem } from "@/components/safety/open-case-item";
import type { Reported } from "@/components/safety/report-dialog";
import { Menu } from "@/components/ui/menu";
import { fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { CASE_SUMMARY } from "@/tests/moderation-fixture";
import { router } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

const POST: Reported = { subject: "post", subjectId: "p1" };
const open = (staffRole: "moderator" | undefined, reported = POST) => {
  const me = ownUser(staffRole ? { staffRole } : {});
  freshBrowser(me);
  const api = fakeApi(({ path, method }) => {
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (method === "POST") return { status: 200, body: { caseId: "c1" } };
    return { status: 200, body: { cases: [CASE_SUMMARY], hasMore: false, nextCursor: null } };
  });
  show(
    <Menu defaultOpen trigger={<button type="button">Options</button>}>
      <OpenCaseItem reported={reported} />
      <p>End</p>
    </Menu>,
  );
  return api;
};

test("the staff learn of the open case, and are led to it", async () => {
  const api = open("moderator");
  await userEvent.click(await screen.findByText("1 open case"));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/moderation/c1"));
  expect(api.calls.find(({ method }) => method === "POST")).toMatchObject({
    path: "/api/moderation/cases",
    body: POST,
  });
});

test.each([
  [undefined, POST],
  ["moderator", { subject: "message", subjectId: "m1", conversationId: "c1" }],
] as const)("is not there for %s about %o, and asks nothing", async (role, reported) => {
  const api = open(role, reported);
  await screen.findByText("End");
  await waitFor(() => expect(api.calls.map(({ path }) => path)).toContain("/api/auth/me"));
  expect(screen.queryByText("Open a case")).toBeNull();
  expect(api.calls.some(({ path }) => path.includes("moderation"))).toBe(false);
});
