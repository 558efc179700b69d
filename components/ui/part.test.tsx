/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ComponentType, useState } from "react";
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

  it("is left out when nobody asked for it", async () => {
    const { load, asked } = codeThat("is lost");
    const Extra = part(load, { extra: true });
    const { container } = render(<Extra />);
    await screen.findByText((_, element) => element === container && asked() === 1);
    expect(container.innerHTML).toBe("");
    expect(screen.queryByRole("alert")).toBeNull();
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
