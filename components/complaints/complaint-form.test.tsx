/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ComplaintForm } from "@/components/complaints/complaint-form";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";

beforeEach(() => freshBrowser());

async function send(): Promise<void> {
  await userEvent.selectOptions(screen.getByLabelText("What is it about?"), "other");
  await userEvent.type(screen.getByLabelText("Where is it?"), "The feed");
  await userEvent.type(screen.getByLabelText("What happened?"), "Please look");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
}

test("on a busy day it asks for an address, and says that a mail has to be answered", async () => {
  const needed = "Many complaints have come in today. Please give your email.";
  fakeApi(({ body }) =>
    (body as { email: string }).email
      ? { status: 200, body: { message: "", needsAnswer: true } }
      : errorAnswer(400, "validation", needed),
  );
  show(<ComplaintForm />);
  await send();
  expect(await screen.findByText(needed)).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Your email (optional)"), "parent@example.com");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect((await screen.findByRole("status")).textContent).toContain("confirm yours with the link");
});

test("behind the link of the mail a press confirms it", async () => {
  const { calls } = fakeApi(() => ({ status: 200, body: { message: "" } }));
  const answered = { complaintId: "0190a1b2-0000-7000-8000-000000000700", key: "k".repeat(22) };
  show(<ComplaintForm answered={answered} />);
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Yes, I wrote it" }));
  await waitFor(() =>
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "/api/complaints/confirm", body: answered }),
    ),
  );
  expect((await screen.findByRole("status")).textContent).toContain("has reached the admins");
});
