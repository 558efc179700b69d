/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MissingPost } from "@/components/posts/missing-post";
import { MissingProfile } from "@/components/profiles/missing-profile";
import { fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { useParams } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

const ID = "0190a1b2-aaaa-7bbb-8ccc-1234567890ab";

const me = ownUser();
beforeEach(() => freshBrowser(me));

test.each([
  ["post", { postId: ID }, "Report post", "Report this post", <MissingPost key="post" />],
  ["person", { userId: ID }, "Report account", "Report this account", <MissingProfile key="person" />],
])("a %s that can't be seen is reported by its address", async (subject, address, button, title, page) => {
  useParams.mockReturnValue(address);
  const { calls } = fakeApi(({ path, method }) => {
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (method === "GET") return { status: 200, body: { reports: [], hasMore: false, nextCursor: null } };
    const report = {
      _id: "r1",
      subject,
      subjectId: ID,
      reason: "harassment",
      state: "received",
      outcome: null,
    };
    return { status: 201, body: { report } };
  });
  show(page);
  await userEvent.click(await screen.findByRole("button", { name: button }));
  await screen.findByRole("dialog", { name: title });
  await userEvent.click(await screen.findByRole("radio", { name: /^Bullying/ }));
  await userEvent.click(screen.getByRole("button", { name: "Send report" }));
  expect(await screen.findByText("Thank you. Your report was received.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Block/ })).toBeNull();
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ subject, subjectId: ID }),
  );
});

test("nothing is offered for what is no id", () => {
  useParams.mockReturnValue({ postId: "nothing" });
  fakeApi(() => ({ status: 200, body: { user: me } }));
  show(<MissingPost />);
  expect(screen.queryByRole("button", { name: "Report post" })).toBeNull();
});
