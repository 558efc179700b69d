/** @jest-environment jsdom */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast";

/** A loader whose attempts succeed or fail in the given order; later attempts succeed. */
function loaderOf(...outcomes: ("success" | "failure")[]) {
  let attempts = 0;
  const load = async () => {
    const outcome = outcomes[attempts++] ?? "success";
    if (outcome === "failure") throw new Error("Failed to load chunk");
    return ({ name = "you" }: { name?: string }) => <p>Hello {name}</p>;
  };
  return { load, attempts: () => attempts };
}

/** React logs errors that an error boundary caught. */
const muteConsoleError = () => jest.spyOn(console, "error").mockImplementation(() => {});

function Opener({ of: Content }: { of: ComponentType<{ onLoadError?: () => void }> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && <Content onLoadError={() => setIsOpen(false)} />}
    </>
  );
}

describe("a lazily loaded component", () => {
  it("shows its fallback, then itself", async () => {
    const Greeting = lazyComponent(loaderOf("success").load);
    render(<Greeting name="Aarav" fallback={<p>Wait</p>} />);
    screen.getByText("Wait");
    await screen.findByText("Hello Aarav");
    expect(screen.queryByText("Wait")).toBeNull();
  });

  it("shows an error in its place, and loads with Try Again", async () => {
    const consoleError = muteConsoleError();
    const { load, attempts } = loaderOf("failure", "success");
    const Greeting = lazyComponent(load);
    render(
      <main>
        <h1>Home</h1>
        <Greeting name="Aarav" />
      </main>,
    );
    expect((await screen.findByRole("alert")).textContent).toContain("This part couldn't be loaded.");
    screen.getByRole("heading", { name: "Home" });
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await screen.findByText("Hello Aarav");
    expect(attempts()).toBe(2);
    expect(consoleError).toHaveBeenCalledTimes(1);
  });

  it("offers to reload after a second failure, unless the browser is offline", async () => {
    muteConsoleError();
    const onLine = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { load, attempts } = loaderOf("failure", "failure", "failure");
    const Greeting = lazyComponent(load);
    render(<Greeting />);
    for (const times of [1, 2]) {
      const tryAgain = await screen.findByRole("button", { name: "Try Again" });
      expect(attempts()).toBe(times);
      if (times === 2) onLine.mockReturnValue(true);
      await userEvent.click(tryAgain);
      await waitFor(() => expect(attempts()).toBe(times + 1));
    }
    expect(await screen.findByRole("button", { name: "Reload" })).toBeTruthy();
    onLine.mockRestore();
  });

  it("if optional, renders nothing on failure, and loads when the connection returns", async () => {
    const consoleError = muteConsoleError();
    const { load } = loaderOf("failure", "success");
    const Optional = lazyComponent(load, { optional: true });
    const { container } = render(<Optional />);
    await waitFor(() => expect(consoleError).toHaveBeenCalled());
    expect(container.innerHTML).toBe("");
    window.dispatchEvent(new Event("online"));
    await screen.findByText("Hello you");
  });

  it("opened by a press shows a toast on failure, closes, and opens with the next press", async () => {
    muteConsoleError();
    const error = jest.spyOn(toast, "error").mockReturnValue("");
    const Greeting = lazyComponent(loaderOf("failure", "success").load);
    render(<Opener of={Greeting} />);
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByRole("button", { name: "Open", expanded: false });
    expect(error.mock.calls.map(([text]) => text)).toEqual([
      "We can't reach the server. Check your connection and try again.",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByText("Hello you");
  });

  it("opened by a press offers to reload after a second failure", async () => {
    muteConsoleError();
    const error = jest.spyOn(toast, "error").mockReturnValue("");
    const Greeting = lazyComponent(loaderOf("failure", "failure").load);
    render(<Opener of={Greeting} />);
    for (const times of [1, 2]) {
      await userEvent.click(screen.getByRole("button", { name: "Open", expanded: false }));
      await waitFor(() => expect(error).toHaveBeenCalledTimes(times));
      await screen.findByRole("button", { name: "Open", expanded: false });
    }
    expect(error).toHaveBeenLastCalledWith("This part couldn't be loaded.", {
      action: { label: "Reload", onClick: expect.any(Function) },
    });
  });

  it("ignores a failed preload, and loads again when rendered", async () => {
    const { load, attempts } = loaderOf("failure", "success");
    const Greeting = lazyComponent(load);
    Greeting.preload();
    render(<Greeting name="Aarav" />);
    await screen.findByText("Hello Aarav");
    expect(attempts()).toBe(2);
  });
});
