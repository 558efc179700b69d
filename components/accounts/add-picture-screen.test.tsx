/** @jest-environment jsdom */
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AddPictureScreen } from "@/components/accounts/add-picture-screen";
import { signUp } from "@/lib/accounts/client/sign-up";
import { forgetStoredSession } from "@/lib/sessions/client/stored-session";
import { errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser, storeSignUp } from "@/tests/fresh-browser";
import { router } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

const uploadPicture = jest.fn();
jest.mock("@/lib/uploads/client/upload", () => ({
  uploadPicture: (...args: unknown[]) => uploadPicture(...args),
}));
// jsdom does not decode or draw pictures; the journeys check what is drawn.
jest.mock("@/lib/profiles/client/picture-file", () => ({
  readPicture: async (file: File) => {
    if (!file.type.startsWith("image/")) throw new Error("Please choose an image first");
    return { file, fileName: file.name, mediaType: "image", objectUrl: "blob:1", width: 800, height: 600 };
  },
  drawCrop: async () => new Blob(["small"], { type: "image/jpeg" }),
}));

beforeEach(() => {
  freshBrowser(ownUser());
  URL.revokeObjectURL = () => undefined;
  fakeApi(() => errorAnswer(500, "internal", "no"));
});

const photo = new File(["large"], "me.png", { type: "image/png" });
const choose = (file: File) =>
  userEvent.upload(screen.getByLabelText("Profile picture"), file, { applyAccept: false });
const submit = () => userEvent.click(screen.getByRole("button", { name: "Continue" }));
const alertText = async () => (await screen.findByRole("alert")).textContent;

describe("adding a profile picture", () => {
  test("asks for a choice first, and can be skipped also while cropping", async () => {
    show(<AddPictureScreen />);
    await submit();
    expect(await alertText()).toBe("Please choose an image first");
    expect(router.push).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Choose a picture" }).className).toContain("bg-brand");
    screen.getByRole("link", { name: "Skip for now" });
    await choose(photo);
    await screen.findByRole("button", { name: "Continue" });
    expect(screen.getByRole("button", { name: "Choose another" }).className).not.toContain("bg-brand");
    screen.getByRole("link", { name: "Skip for now" });
  });

  test.each([
    [false, "/enter-student-id"],
    [true, "/enter-password-page"],
  ])("leads back to the step before (a password is wanted: %s)", (wantsPassword, step) => {
    storeSignUp({ wantsPassword });
    show(<AddPictureScreen />);
    expect(screen.getByRole("link", { name: "Back" }).getAttribute("href")).toBe(step);
    expect(screen.getByRole("progressbar").getAttribute("aria-valuetext")).toBe("Step 6 of 6");
  });

  test("rejects a file that is not a picture", async () => {
    show(<AddPictureScreen />);
    await choose(new File(["x"], "cv.pdf", { type: "application/pdf" }));
    expect(await alertText()).toBe("Please choose an image first");
  });

  test("uploads the cropped picture, stores its address and continues", async () => {
    uploadPicture.mockResolvedValue("https://media/a.webp");
    show(<AddPictureScreen />);
    await choose(photo);
    await screen.findByRole("group", { name: /^Picture/ });
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/creating-profile-page"));
    expect(uploadPicture.mock.calls[0][0]).toMatchObject({ kind: "avatar", picture: { type: "image/jpeg" } });
    expect(signUp.draft()).toMatchObject({ avatar: "https://media/a.webp", email: "ishita@mitsgwl.ac.in" });
  });

  test("shows a failed upload and allows another try", async () => {
    uploadPicture.mockRejectedValueOnce(new Error("no")).mockResolvedValue("https://media/a.webp");
    show(<AddPictureScreen />);
    await choose(photo);
    await submit();
    expect(await alertText()).toBe("Failed to upload image. Please try again.");
    await submit();
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/creating-profile-page"));
  });

  test("asks a signed-out person to log in", async () => {
    forgetStoredSession();
    show(<AddPictureScreen />);
    await choose(photo);
    await submit();
    expect(await alertText()).toBe("Missing token or user ID. Please log in again.Log in");
    expect(uploadPicture).not.toHaveBeenCalled();
  });

  test("can be skipped, which also drops an earlier upload", async () => {
    signUp.pictureUploaded("ishita@mitsgwl.ac.in", "https://media/a.webp");
    show(<AddPictureScreen />);
    const skip = screen.getByRole("link", { name: "Skip for now" });
    expect(skip.getAttribute("href")).toBe("/creating-profile-page");
    skip.addEventListener("click", (event) => event.preventDefault());
    await userEvent.click(skip);
    expect(signUp.draft().avatar).toBe("");
  });

  test("continues at once with an earlier upload", async () => {
    signUp.pictureUploaded("ishita@mitsgwl.ac.in", "https://media/a.webp");
    show(<AddPictureScreen />);
    await submit();
    expect(router.push).toHaveBeenCalledWith("/creating-profile-page");
    expect(uploadPicture).not.toHaveBeenCalled();
  });

  test("redirects a person who has registered already", () => {
    storeSignUp({ finished: true });
    show(<AddPictureScreen />);
    expect(router.replace).toHaveBeenCalledWith("/mainfeed");
  });
});
