/** @jest-environment jsdom */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
import { toast } from "sonner";
import { lazyComponent } from "@/components/ui/lazy-component";

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

/** React reports what an error boundary caught. */
const expectReports = () => jest.spyOn(console, "error").mockImplementation(() => {});

function Opener({ of: Opened }: { of: ComponentType<{ onLoadError?: () => void }> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && <Opened onLoadError={() => setOpen(false)} />}
    </>
  );
}

describe("a lazily loaded component", () => {
  it("shows what stands in for it, then itself", async () => {
    const Greeting = lazyComponent(codeThat("comes").load);
    render(<Greeting name="Aarav" fallback={<p>Wait</p>} />);
    screen.getByText("Wait");
    await screen.findByText("Hello Aarav");
    expect(screen.queryByText("Wait")).toBeNull();
  });

  it("says that it couldn't be loaded, leaves the screen around it and comes when tried again", async () => {
    const reported = expectReports();
    const { load, asked } = codeThat("is lost", "is lost", "comes");
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
    await userEvent.click(await screen.findByRole("button", { name: "Try Again" }));
    await screen.findByText("Hello Aarav");
    expect(asked()).toBe(3);
    expect(reported).toHaveBeenCalledTimes(2);
  });

  it("is left out when nobody asked for it, and comes with the connection", async () => {
    const reported = expectReports();
    const { load } = codeThat("is lost", "comes");
    const Extra = lazyComponent(load, { optional: true });
    const { container } = render(<Extra />);
    await waitFor(() => expect(reported).toHaveBeenCalled());
    expect(container.innerHTML).toBe("");
    window.dispatchEvent(new Event("online"));
    await screen.findByText("Hello nobody");
  });

  it("that a press opens says so once, closes, and opens at the next press", async () => {
    expectReports();
    const error = jest.spyOn(toast, "error").mockReturnValue("");
    const Greeting = lazyComponent(codeThat("is lost", "comes").load);
    render(<Opener of={Greeting} />);
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByRole("button", { name: "Open", expanded: false });
    expect(error.mock.calls.map(([text]) => text)).toEqual([
      "We can't reach the server. Check your connection and try again.",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await screen.findByText("Hello nobody");
  });

  it("loaded ahead is lost in silence and asked for anew when it is wanted", async () => {
    const { load, asked } = codeThat("is lost", "comes");
    const Greeting = lazyComponent(load);
    Greeting.preload();
    render(<Greeting name="Aarav" />);
    await screen.findByText("Hello Aarav");
    expect(asked()).toBe(2);
  });
});
