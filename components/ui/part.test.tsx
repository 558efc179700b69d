/** @jest-environment jsdom */
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { part } from "@/components/ui/part";
import { deliverToasts, toast } from "@/components/ui/toast";

/** Code that is on its way until it comes or is lost: `answers` says which, in order. */
function codeThat(...answers: ("comes" | "is lost")[]) {
  let asked = 0;
  const load = async () => {
    const answer = answers[asked++] ?? "comes";
    if (answer === "is lost") throw new Error("Failed to load chunk");
    return ({ name = "nobody" }: { name?: string }) => <p>Hello {name}</p>;
  };
  return { load, asked: () => asked };
}

function Opener({ of: Opened }: { of: ComponentType<{ onLost?: () => void }> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Opened onLost={() => setOpen(false)} />}
    </>
  );
}

describe("a part of a screen whose code comes later", () => {
  it("shows what stands in for it, then itself", async () => {
    const Greeting = part(codeThat("comes").load);
    render(<Greeting name="Aarav" fallback={<p>Wait</p>} />);
    screen.getByText("Wait");
    await screen.findByText("Hello Aarav");
    expect(screen.queryByText("Wait")).toBeNull();
  });

  it("says that it couldn't be loaded, leaves the screen around it and comes when tried again", async () => {
    const { load, asked } = codeThat("is lost", "is lost", "comes");
    const Greeting = part(load);
    render(
      <main>
        <h1>Home</h1>
        <Greeting name="Aarav" />
      </main>,
    );
    expect((await screen.findByRole("alert")).textContent).toContain("This part couldn't be loaded.");
    screen.getByRole("heading", { name: "Home" });
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    await userEvent.click(await screen.findByRole("button", { name: "Try Again" }));
    await screen.findByText("Hello Aarav");
    expect(asked()).toBe(3);
  });

  it("is left out when nobody asked for it, and comes with the connection", async () => {
    const { load, asked } = codeThat("is lost", "comes");
    const Extra = part(load, { extra: true });
    const { container } = render(<Extra />);
    await screen.findByText((_, element) => element === container && asked() === 1);
    expect(container.innerHTML).toBe("");
    window.dispatchEvent(new Event("online"));
    await screen.findByText("Hello nobody");
  });

  it("stays as the server wrote it until it comes", async () => {
    const Written = part(codeThat("comes").load);
    const container = document.body.appendChild(document.createElement("main"));
    // The first time its code is asked for.
    await waitFor(() => {
      container.innerHTML = renderToString(<Written name="Aarav" />);
      expect(container.textContent).toBe("Hello Aarav");
    });
    const { load, asked } = codeThat("is lost", "comes");
    const Greeting = part(load);
    const onRecoverableError = jest.fn();
    const root = await act(async () =>
      hydrateRoot(container, <Greeting name="Aarav" />, { onRecoverableError }),
    );
    expect([asked(), container.textContent, onRecoverableError.mock.calls]).toEqual([1, "Hello Aarav", []]);
    await act(async () => void window.dispatchEvent(new Event("online")));
    expect([asked(), container.textContent, onRecoverableError.mock.calls]).toEqual([2, "Hello Aarav", []]);
    await act(async () => root.unmount());
  });

  it("that a press opens says so once, closes, and opens at the next press", async () => {
    const error = jest.fn();
    const stop = deliverToasts({ error, dismiss() {} } as unknown as Parameters<typeof deliverToasts>[0]);
    const Greeting = part(codeThat("is lost", "comes").load);
    render(<Opener of={Greeting} />);
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByRole("button", { name: "Open", expanded: false });
    expect(error.mock.calls.map(([text]) => text)).toEqual([
      "We can't reach the server. Check your connection and try again.",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByText("Hello nobody");
    toast.dismiss();
    stop();
  });

  it("loaded ahead is lost in silence and asked for anew when it is wanted", async () => {
    const { load, asked } = codeThat("is lost", "comes");
    const Greeting = part(load);
    Greeting.ahead();
    render(<Greeting name="Aarav" />);
    await screen.findByText("Hello Aarav");
    expect(asked()).toBe(2);
  });
});
