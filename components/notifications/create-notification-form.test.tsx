/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CreateNotificationForm } from "@/components/notifications/create-notification-form";
import { type ApiAnswer, errorAnswer, fakeApi, show } from "@/tests/browser-api";

const answer = (created: boolean, custom: boolean): ApiAnswer => ({
  status: 201,
  body: {
    created,
    notification: {
      _id: "one",
      type: "like",
      custom,
      message: "Hello",
      senderId: { _id: "me", name: "Ishita Verma", username: "", avatar: "" },
      postId: null,
      seen: false,
      createdAt: "2026-01-01T00:00:00.000Z",
    },
  },
});

const message = () => screen.getByRole("textbox", { name: "Message" });

async function send(reply: ApiAnswer): Promise<void> {
  fakeApi(() => reply);
  show(<CreateNotificationForm />);
  await userEvent.type(screen.getByRole("textbox", { name: "Receiver ID" }), "kabir");
  await userEvent.type(message(), "Hello");
  await userEvent.click(screen.getByRole("button", { name: "Create Notification" }));
}
const expectAlert = (text: string) => waitFor(() => expect(screen.getByRole("alert").textContent).toBe(text));

describe("the form to create a notification", () => {
  test("a person who is chosen fills in the id, which can still be changed", async () => {
    const kabir = {
      _id: "kabir-id",
      name: "Kabir Rao",
      username: "kabir.rao",
      avatar: "",
      isInCircle: false,
    };
    fakeApi(({ path }) => ({
      status: 200,
      body: { people: path === "/api/people/recipients?of=notification&q=kab" ? [kabir] : [] },
    }));
    show(<CreateNotificationForm />);
    await userEvent.click(screen.getByRole("button", { name: "Choose a person" }));
    await userEvent.type(await screen.findByRole("combobox", { name: "Search people" }), "kab");
    await userEvent.click(await screen.findByRole("option", { name: /^Kabir Rao/ }));
    const id = screen.getByRole("textbox", { name: "Receiver ID" });
    expect(id).toHaveProperty("value", "kabir-id");
    expect(screen.getByText("Kabir Rao")).toBeTruthy();
    await userEvent.type(id, "x");
    expect(screen.queryByText("Kabir Rao")).toBeNull();
  });

  test("confirms the notification, and is ready for the next one", async () => {
    await send(answer(true, true));
    await expectAlert("Notification created successfully!");
    expect(message()).toHaveProperty("value", "");
  });

  test.each([
    [
      true,
      "Nothing new was created: you have sent them one of this type today already, and one a day is the limit.",
    ],
    [false, "Nothing new was created: they have been notified of that already."],
  ])("says why nothing was created (custom: %s), and leaves the message in place", async (custom, text) => {
    await send(answer(false, custom));
    await expectAlert(text);
    expect(message()).toHaveProperty("value", "Hello");
  });

  test("shows an error with the server's message", async () => {
    await send(errorAnswer(404, "not_found", "User not found"));
    await expectAlert("Failed to create notificationUser not found");
  });
});
