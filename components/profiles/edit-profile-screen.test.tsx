/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { valuesOf } from "@/components/profiles/edit-profile-form";
import { EditProfileScreen } from "@/components/profiles/edit-profile-screen";
import { goBack, useBack } from "@/lib/dom/back";
import { COLLEGES } from "@/lib/product";
import { usersKeys } from "@/lib/profiles/client/cache";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { forgetStoredSession, storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { router } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/dom/back", () => ({
  ...jest.requireActual("@/lib/dom/back"),
  useBack: jest.fn(),
  goBack: jest.fn(() => true),
}));

const me = ownUser({ bio: "Rooftops", collegeId: "0901" });
const answerProfile = ({ method, body }: ApiCall): ApiAnswer => ({
  status: 200,
  body: { user: method === "PUT" ? { ...me, ...(body as object) } : me },
});

const name = () => screen.findByLabelText("Name");
const save = () => userEvent.click(screen.getByRole("button", { name: "Save changes" }));

beforeEach(() => {
  router.push.mockClear();
  jest.mocked(goBack).mockClear();
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
});

describe("editing a profile", () => {
  test("every value has a field, and shows in the preview or is private", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen />);
    await name();
    const preview = screen.getByRole("region", { name: "Preview" }).textContent;
    const { collegeId, ...shown } = valuesOf(me);
    for (const [field, value] of Object.entries({ ...shown, collegeId })) {
      expect([field, document.querySelector(`form [name="${field}"]`)]).toEqual([field, expect.anything()]);
      if (field in shown) expect(preview).toContain(value);
    }
  });

  test("the college is that of one's address, and no choice", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen />);
    const college = await screen.findByLabelText<HTMLInputElement>("College Name");
    expect([college.value, college.readOnly]).toEqual([COLLEGES[0].fullName, true]);
  });

  test("a link to a field focuses it", async () => {
    fakeApi(answerProfile);
    history.replaceState(null, "", "#bio");
    show(<EditProfileScreen />);
    await name();
    expect(document.activeElement).toBe(screen.getByLabelText("Bio"));
    history.replaceState(null, "", "#");
  });

  test("the preview is live, only changes are sent, and the stored profile is replaced", async () => {
    const { calls } = fakeApi(answerProfile);
    show(<EditProfileScreen />);
    const field = await name();
    await userEvent.clear(field);
    await userEvent.type(field, "Ishita V.");
    expect(within(screen.getByRole("region", { name: "Preview" })).getByText("Ishita V.")).toBeTruthy();
    await save();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/profile/${me._id}`));
    expect(calls.at(-1)).toMatchObject({
      method: "PUT",
      path: `/api/users/${me._id}`,
      body: { name: "Ishita V." },
    });
    expect(readStoredProfile()?.name).toBe("Ishita V.");
  });

  test("what another tab saved meanwhile stays, and only what was typed here is sent", async () => {
    const { calls } = fakeApi(answerProfile);
    const client = new QueryClient();
    render(
      <QueryClientProvider client={client}>
        <EditProfileScreen />
      </QueryClientProvider>,
    );
    await userEvent.type(await name(), " Rao");
    const username = screen.getByLabelText<HTMLInputElement>("Username");
    await userEvent.type(username, ".2");
    const usernameChangeableAt = "2027-01-03T10:00:00.000Z";
    const saved = { ...me, bio: "Lakes", username: "ishita.v", usernameChangeableAt };
    client.setQueryData(usersKeys.me(), saved);
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("Bio").value).toBe("Lakes"));
    expect(username.value).toBe("ishita.v");
    await save();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ name: "Ishita Verma Rao" });
  });

  test("a short name and a long bio show an error below their fields", async () => {
    const { calls } = fakeApi(answerProfile);
    show(<EditProfileScreen />);
    await userEvent.clear(await name());
    await userEvent.type(await name(), "I");
    await userEvent.click(screen.getByLabelText("Bio"));
    await userEvent.paste("x".repeat(300));
    await save();
    expect(screen.getByText("Your name needs at least 2 characters.")).toBeTruthy();
    expect(screen.getByText("Please keep your bio to 300 characters.")).toBeTruthy();
    expect(document.activeElement).toBe(await name());
    expect(calls.some(({ method }) => method === "PUT")).toBe(false);
  });

  describe("the username", () => {
    const username = () => screen.findByLabelText("Username");
    const answerCheck = (taken: string) => (call: ApiCall) => {
      const checked = call.path.match(/^\/api\/users\/usernames\/(.*)$/)?.[1];
      if (!checked) return answerProfile(call);
      const available = checked !== taken;
      return {
        status: 200,
        body: { available, message: `@${checked} is ${available ? "available" : "taken"}.` },
      };
    };

    test("is checked once typing stops, and sent on saving", async () => {
      const { calls } = fakeApi(answerCheck("kabir"));
      show(<EditProfileScreen />);
      await userEvent.clear(await username());
      await userEvent.type(await username(), "Kabir");
      expect(await screen.findByText("@kabir is taken.")).toBeTruthy();
      await userEvent.type(await username(), ".2");
      expect(await screen.findByText("@kabir.2 is available.")).toBeTruthy();
      expect(screen.getByText(/\/u\/kabir\.2\. You can change it every 30 days\./)).toBeTruthy();
      expect(calls.filter(({ path }) => path.includes("/usernames/")).length).toBeLessThanOrEqual(3);
      expect(within(screen.getByRole("region", { name: "Preview" })).getByText(/@kabir\.2/)).toBeTruthy();
      await save();
      await waitFor(() => expect(router.push).toHaveBeenCalled());
      const sent = calls.find(({ method }) => method === "PUT");
      expect(sent?.body).toEqual({ username: "Kabir.2" });
    });

    test("shows why it is invalid, and is not sent", async () => {
      const { calls } = fakeApi(answerCheck(""));
      show(<EditProfileScreen />);
      await userEvent.type(await username(), "..");
      expect(await screen.findByText(/^Use letters, digits and single dots/)).toBeTruthy();
      await save();
      expect(document.activeElement).toBe(await username());
      expect(calls.some(({ method }) => method === "PUT")).toBe(false);
    });

    test("is disabled after a recent change, and says until when", async () => {
      const locked = { ...me, usernameChangeableAt: "2027-01-03T10:00:00.000Z" };
      fakeApi(() => ({ status: 200, body: { user: locked } }));
      show(<EditProfileScreen />);
      expect(await username()).toHaveProperty("disabled", true);
      expect(screen.getByText("You can change it again on 3 Jan 2027.")).toBeTruthy();
    });
  });

  test.each([
    [
      "with the server's message",
      errorAnswer(400, "validation", "Please choose one of: MITS."),
      "Please choose one of: MITS.",
    ],
    ["without a message of the server", { status: 502 }, "Update failed"],
  ])("an error is shown inline: %s", async (_, answer, message) => {
    const api = fakeApi(answerProfile);
    show(<EditProfileScreen />);
    await userEvent.type(await name(), "x");
    api.answer(() => answer);
    await save();
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(router.push).not.toHaveBeenCalled();
  });

  test("without a token, the form asks to log in again", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen />);
    await userEvent.type(await name(), "x");
    forgetStoredSession();
    await save();
    expect(screen.getByRole("alert").textContent).toBe("Missing token or user ID. Please log in again.");
  });

  test("leaving with unsaved changes asks first", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen />);
    await userEvent.type(await name(), "x");
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    const question = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
    await userEvent.click(within(question).getByRole("button", { name: "Keep editing" }));
    expect(router.push).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
    expect(goBack).toHaveBeenCalledTimes(1);
  });

  test("the browser's Back asks, too", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen />);
    const field = await name();
    expect(jest.mocked(useBack)).toHaveBeenLastCalledWith(false, expect.anything());
    await userEvent.type(field, "x");
    const [isAsked, pressBack] = jest.mocked(useBack).mock.lastCall ?? [];
    expect(isAsked).toBe(true);
    // Not in `act`: the question is loaded when it is asked.
    await waitFor(() => pressBack?.());
    await userEvent.click(await screen.findByRole("button", { name: "Discard" }));
    expect(goBack).toHaveBeenCalledTimes(1);
  });

  test("leaving without changes does not ask", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen />);
    await name();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(goBack).toHaveBeenCalledTimes(1);
  });
});
