/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CircleDialog } from "@/components/circles/circle-dialog";
import { usersKeys } from "@/lib/profiles/client/cache";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { clientOf, fakeApi, show as showScreen } from "@/tests/browser-api";
import { CSE_2027, ownUser, personOf } from "@/tests/user-fixture";

const me = ownUser({ circleCount: 2, followersCount: 2 });

function show(isMe: boolean) {
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
  const client = clientOf(me);
  const { calls } = fakeApi(({ method }) =>
    method === "DELETE"
      ? { status: 200, body: { circleCount: 1 } }
      : {
          status: 200,
          body: {
            users: [personOf("kabir", "Kabir Rao", { affiliation: CSE_2027 }), personOf("zoya", "Zoya Khan")],
            ...{ total: 2, totalPages: 1, currentPage: 1, hasMore: false, nextCursor: null },
          },
        },
  );
  showScreen(
    <CircleDialog
      userId={isMe ? me._id : "dev"}
      name="Dev"
      isMe={isMe}
      side="circle"
      onClose={() => undefined}
    />,
    client,
  );
  return { client, calls };
}

test("one's own circle lets go of a person after a question, and counts them no more", async () => {
  const { client, calls } = show(true);
  await userEvent.click(await screen.findByRole("button", { name: "Remove Kabir Rao from your circle" }));
  const question = await screen.findByRole("alertdialog", { name: "Remove Kabir Rao from your circle?" });
  expect(question.textContent).toContain("They won't be notified");
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("Kabir Rao")).toBeNull());
  expect(screen.getByText("Zoya Khan")).toBeTruthy();
  expect(calls.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual([
    `/api/users/${me._id}/circle/kabir`,
  ]);
  expect(client.getQueryData(usersKeys.me())).toMatchObject({ circleCount: 1, followersCount: 1 });
});

test("another person's circle can't be changed", async () => {
  show(false);
  const link = await screen.findByRole("link", { name: /Kabir Rao/ });
  expect(link.textContent).toContain("CSE, class of 2027");
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
});
