/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { VerificationScreen } from "@/components/auth/verification-screen";
import { clearPendingCode, storePendingCode } from "@/lib/auth/pending-code";

const router = { replace: jest.fn(), push: jest.fn() };
jest.mock("next/navigation", () => ({ useRouter: () => router }));

type Answer = { status: number; body: unknown };
const answers = jest.fn<Answer | Promise<Answer>, [string, unknown]>();

beforeEach(() => {
  jest.clearAllMocks();
  clearPendingCode();
  localStorage.clear();
  window.fetch = jest.fn(async (url, init) => {
    const { status, body } = await answers(String(url), JSON.parse(String(init?.body)));
    return {
      ok: status < 400,
      status,
      headers: new Headers(),
      json: async () => body,
      clone: () => ({ json: async () => body }),
    } as unknown as Response;
  });
});

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VerificationScreen />
    </QueryClientProvider>,
  );
}

const wrong = { error: "invalid_otp", message: "Invalid verification code. Please try again." };

describe("the verification page", () => {
  test("a person who arrives without an address is led to the login", () => {
    show();
    expect(router.replace).toHaveBeenCalledWith("/login-page");
  });

  test("a code pasted with spaces is read and sent at once, and a wrong one can be typed over", async () => {
    storePendingCode({ email: "ishita@mitsgwl.ac.in", isNewUser: false });
    answers.mockReturnValue({ status: 400, body: wrong });
    show();
    const field = screen.getByLabelText<HTMLInputElement>("Verification code");
    expect(document.activeElement).toBe(field);
    await userEvent.paste(" 12 34\u00a056 ");

    expect(field.value).toBe("123456");
    await screen.findByText(wrong.message);
    expect(answers).toHaveBeenCalledTimes(1);
    expect(answers.mock.calls[0]).toEqual([
      "/api/auth/check-otp",
      { email: "ishita@mitsgwl.ac.in", otp: "123456", accessToken: true },
    ]);
    expect(field.getAttribute("aria-invalid")).toBe("true");

    await userEvent.keyboard("7");
    expect(field.value).toBe("7");
    expect(screen.queryByText(wrong.message)).toBeNull();
  });

  test("letters are not taken and the sixth digit sends, once", async () => {
    storePendingCode({ email: "ishita@mitsgwl.ac.in", isNewUser: false });
    answers.mockReturnValue(new Promise<never>(() => undefined));
    show();
    await userEvent.keyboard("1a2b3c4d5");
    expect(answers).not.toHaveBeenCalled();
    await userEvent.keyboard("67{Enter}");
    await waitFor(() => expect(answers).toHaveBeenCalled());
    expect(screen.getByLabelText<HTMLInputElement>("Verification code").value).toBe("123456");
    expect(answers).toHaveBeenCalledTimes(1);
  });

  test("a code can be asked for again, and the person is told", async () => {
    storePendingCode({ email: "ishita@mitsgwl.ac.in", isNewUser: false });
    answers.mockReturnValueOnce({ status: 200, body: { message: "OTP sent" } });
    show();
    await userEvent.click(screen.getByRole("button", { name: "Resend code" }));
    expect((await screen.findByRole("alert")).textContent).toBe("OTP has been resent to your email!");

    answers.mockReturnValueOnce({
      status: 429,
      body: { error: "rate_limited", message: "Please wait 5 minutes." },
    });
    await userEvent.click(screen.getByRole("button", { name: "Resend code" }));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Please wait 5 minutes."));
  });
});
