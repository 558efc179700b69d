/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NameScreen } from "@/components/accounts/name-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { newcomer, ownUser } from "@/tests/user-fixture";

beforeEach(() => freshBrowser(newcomer()));

const next = () => userEvent.click(screen.getByRole("button", { name: "NEXT" }));
const saved = { status: 200, body: { user: ownUser({ name: "Tara Deshmukh" }) } };

describe("entering a name", () => {
  test("requires both names", async () => {
    const { calls } = fakeApi(() => saved);
    show(<NameScreen />);
    await next();
    expect(screen.getByText("Please enter your first name.")).not.toBeNull();
    expect(screen.getByText("Please enter your last name.")).not.toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("First name"));
    expect(calls).toHaveLength(0);
  });

  test("saves both as one name, with the college of the address", async () => {
    const { calls } = fakeApi(() => saved);
    show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), " Tara ");
    await userEvent.type(screen.getByLabelText("Last name"), "Deshmukh");
    await next();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/enter-student-id"));
    expect(calls).toMatchObject([
      {
        method: "PUT",
        path: `/api/users/${newcomer()._id}`,
        bearer: "Bearer a",
        body: { name: "Tara Deshmukh", collegeName: "MITS" },
      },
    ]);
    expect(signUp.draft().name).toBe("Tara Deshmukh");
  });

  test("offers capitals for a name of one case, and saves them with one press", async () => {
    const { calls } = fakeApi(() => saved);
    show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), "tara");
    expect(screen.queryByRole("button", { name: /^Save as/ })).toBeNull();
    await userEvent.type(screen.getByLabelText("Last name"), "deshmukh");
    await userEvent.click(screen.getByRole("button", { name: "Save as Tara Deshmukh?" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/enter-student-id"));
    expect(calls).toMatchObject([{ body: { name: "Tara Deshmukh" } }]);
    expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Tara");
    expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe("Deshmukh");
  });

  test("saves a name of one case as it was typed with NEXT", async () => {
    const { calls } = fakeApi(() => saved);
    show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), "tara");
    await userEvent.type(screen.getByLabelText("Last name"), "deshmukh");
    await next();
    await waitFor(() => expect(calls).toMatchObject([{ body: { name: "tara deshmukh" } }]));
  });

  test("can be corrected after going back, with the fields still filled", async () => {
    fakeApi(() => saved);
    const first = show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), "Tara");
    await userEvent.type(screen.getByLabelText("Last name"), "Deshmukh");
    await next();
    await waitFor(() => expect(router.push).toHaveBeenCalled());
    first.unmount();
    show(<NameScreen />);
    expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Tara");
    expect(screen.getByLabelText<HTMLInputElement>("Last name").value).toBe("Deshmukh");
    expect(router.replace).not.toHaveBeenCalled();
  });

  test("shows why a name was rejected", async () => {
    const { answer } = fakeApi(() =>
      errorAnswer(400, "validation", "Your name needs at least 2 characters."),
    );
    show(<NameScreen />);
    await userEvent.type(screen.getByLabelText("First name"), "T");
    await userEvent.type(screen.getByLabelText("Last name"), "D");
    await next();
    const alertText = () => screen.getByRole("alert").textContent;
    await waitFor(() => expect(alertText()).toBe("Your name needs at least 2 characters."));
    answer(() => ({ status: 502, body: "" }));
    await next();
    await waitFor(() => expect(alertText()).toBe("Update failed"));
  });
});
