/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { valuesOf } from "@/components/profiles/edit-profile-form";
import { EditProfileScreen } from "@/components/profiles/edit-profile-screen";
import type { CollegeLists } from "@/lib/campus/campus";
import { goBack, useBack } from "@/lib/dom/back";
import { postsKeys } from "@/lib/posts/client/cache";
import { COLLEGES } from "@/lib/product";
import { usersKeys } from "@/lib/profiles/client/cache";
import { readStoredProfile } from "@/lib/profiles/client/stored-profile";
import { forgetStoredSession, storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, type ApiCall, clientOf, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { router } from "@/tests/next-navigation";
import { CSE_2027, ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/dom/back", () => ({
  ...jest.requireActual("@/lib/dom/back"),
  useBack: jest.fn(),
  goBack: jest.fn(() => true),
}));

const LISTS: CollegeLists = {
  departments: [
    { code: "CSE", name: "Computer Science and Engineering", idCodes: ["CS"] },
    { code: "IT", name: "Information Technology", idCodes: ["IT"] },
  ],
  programmes: [{ code: "BTECH", name: "Bachelor of Technology", years: 4 }],
};
const me = ownUser({ bio: "Rooftops", collegeId: "0901", affiliation: CSE_2027, section: "B" });
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
  test("every value has a field, and shows in the preview, on a list alone, or is private", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen lists={LISTS} />);
    await name();
    const preview = screen.getByRole("region", { name: "Preview" }).textContent;
    const { collegeId, programme, collegeName, ...shown } = valuesOf(me);
    for (const [field, value] of Object.entries({ ...shown, collegeId, programme, collegeName })) {
      expect([field, document.querySelector(`form [name="${field}"]`)]).toEqual([field, expect.anything()]);
      if (field in shown) expect(preview).toContain(value);
    }
  });

  test("the feed of another class is loaded anew", async () => {
    fakeApi(answerProfile);
    const client = new QueryClient();
    client.setQueryData(postsKeys.feed("class"), "of CSE");
    show(<EditProfileScreen lists={LISTS} />, client);
    await name();
    await userEvent.selectOptions(screen.getByLabelText("Department"), "IT · Information Technology");
    await save();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(client.getQueryData(postsKeys.feed("class"))).toBeUndefined();
  });

  test("the college is that of one's address, and no choice", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen lists={LISTS} />);
    const college = await screen.findByLabelText<HTMLInputElement>("College Name");
    expect([college.value, college.readOnly]).toEqual([COLLEGES[0].fullName, true]);
  });

  test("department, programme, year and section are of the college's lists, and empty removes one", async () => {
    const { calls } = fakeApi(answerProfile);
    show(<EditProfileScreen lists={LISTS} />);
    await name();
    const preview = screen.getByRole("region", { name: "Preview" });
    expect(preview.textContent).toContain("@ishita.verma · CSE, class of 2027 · Section B");
    await userEvent.selectOptions(screen.getByLabelText("Department"), "IT · Information Technology");
    await userEvent.selectOptions(screen.getByLabelText("Programme"), "BTECH · Bachelor of Technology");
    await userEvent.selectOptions(screen.getByLabelText("Year of graduation"), "2028");
    await userEvent.selectOptions(screen.getByLabelText("Section (optional)"), "Not set");
    expect(preview.textContent).toContain("IT, class of 2028");
    await save();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    expect(calls.at(-1)?.body).toEqual({ department: "IT", programme: "BTECH", batch: 2028, section: "" });
  });

  test("why another department was not taken stands beside it", async () => {
    const rejection = "You have changed your department or year twice already.";
    fakeApi((call) =>
      call.method === "PUT" ? errorAnswer(409, "conflict", rejection) : answerProfile(call),
    );
    show(<EditProfileScreen lists={LISTS} />);
    await userEvent.selectOptions(await screen.findByLabelText("Department"), "IT");
    await save();
    await waitFor(() =>
      expect(screen.getByRole("combobox", { description: new RegExp(rejection) })).toBe(
        screen.getByLabelText("Year of graduation"),
      ),
    );
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test.each([
    ["faculty", null, "Faculty · CSE · Computer Science and Engineering", 0],
    ["alumni", 2019, "Alumni, class of 2019 · Computer Science and Engineering", 1],
  ] as const)("what the college sets for %s is not to change", async (role, batch, shown, selects) => {
    fakeApi(answerProfile);
    const member = { ...me, role, affiliation: { ...CSE_2027, role, batch } };
    const client = clientOf(member);
    show(<EditProfileScreen lists={LISTS} />, client);
    const field = screen.getByLabelText<HTMLInputElement>("At the college");
    expect([field.value, field.readOnly]).toEqual([shown, true]);
    expect(screen.queryAllByRole("combobox")).toHaveLength(selects);
  });

  test("a link to a field focuses it", async () => {
    fakeApi(answerProfile);
    history.replaceState(null, "", "#bio");
    show(<EditProfileScreen lists={LISTS} />);
    await name();
    expect(document.activeElement).toBe(screen.getByLabelText("Bio"));
    history.replaceState(null, "", "#");
  });

  test("the preview is live, only changes are sent, and the stored profile is replaced", async () => {
    const { calls } = fakeApi(answerProfile);
    show(<EditProfileScreen lists={LISTS} />);
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
    show(<EditProfileScreen lists={LISTS} />, client);
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
    show(<EditProfileScreen lists={LISTS} />);
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
      show(<EditProfileScreen lists={LISTS} />);
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
      show(<EditProfileScreen lists={LISTS} />);
      await userEvent.type(await username(), "..");
      expect(await screen.findByText(/^Use letters, digits and single dots/)).toBeTruthy();
      await save();
      expect(document.activeElement).toBe(await username());
      expect(calls.some(({ method }) => method === "PUT")).toBe(false);
    });

    test("is disabled after a recent change, and says until when", async () => {
      const locked = { ...me, usernameChangeableAt: "2027-01-03T10:00:00.000Z" };
      fakeApi(() => ({ status: 200, body: { user: locked } }));
      show(<EditProfileScreen lists={LISTS} />);
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
    show(<EditProfileScreen lists={LISTS} />);
    await userEvent.type(await name(), "x");
    api.answer(() => answer);
    await save();
    expect((await screen.findByRole("alert")).textContent).toBe(message);
    expect(router.push).not.toHaveBeenCalled();
  });

  test("without a token, the form asks to log in again", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen lists={LISTS} />);
    await userEvent.type(await name(), "x");
    forgetStoredSession();
    await save();
    expect(screen.getByRole("alert").textContent).toBe("Missing token or user ID. Please log in again.");
  });

  test("leaving with unsaved changes asks first", async () => {
    fakeApi(answerProfile);
    show(<EditProfileScreen lists={LISTS} />);
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
    show(<EditProfileScreen lists={LISTS} />);
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
    show(<EditProfileScreen lists={LISTS} />);
    await name();
    await userEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(goBack).toHaveBeenCalledTimes(1);
  });
});
