/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { announce } from "@/lib/dom/announce";
import { preserveFocus } from "@/lib/dom/preserve-focus";

let stop: () => void;
beforeEach(() => {
  stop = preserveFocus();
});
afterEach(() => stop());

/** Rows that remove themselves, below a heading. */
function List({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names);
  return (
    <main>
      <h1>Page</h1>
      <section>
        <h2>People</h2>
        {left.length > 0 ? (
          <ul>
            {left.map((name) => (
              <li key={name}>
                <button type="button" onClick={() => setLeft(left.filter((other) => other !== name))}>
                  Remove {name}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p>No one</p>
        )}
        {left.length > 1 && (
          <button type="button" onClick={() => setLeft(left.slice(0, 1))}>
            Remove all others
          </button>
        )}
      </section>
    </main>
  );
}

function Row() {
  const [isNew, setIsNew] = useState(true);
  return (
    <ul>
      <li tabIndex={-1}>
        Words{" "}
        {isNew && (
          <span>
            <button type="button" onClick={() => setIsNew(false)}>
              Mark as read
            </button>
          </span>
        )}
      </li>
    </ul>
  );
}

function Once() {
  const [isDone, setIsDone] = useState(false);
  return (
    <section>
      <h2>Photo</h2>
      <button type="button" disabled={isDone} onClick={() => setIsDone(true)}>
        Add
      </button>
    </section>
  );
}

function Asking() {
  const [asked, setAsked] = useState<string>();
  const [left, setLeft] = useState(["Aarav", "Bo"]);
  const confirm = () => {
    setLeft(left.filter((name) => name !== asked));
    setAsked(undefined);
  };
  return (
    <>
      <ul>
        {left.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setAsked(name)}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      {asked && (
        <div role="alertdialog">
          <h2>Really?</h2>
          <button type="button" onClick={confirm}>
            Yes
          </button>
        </div>
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const focusedText = () => document.activeElement?.textContent;

test("the focus goes to the next row, then to the one before, then to the heading", async () => {
  render(<List names={["Aarav", "Bo", "Chitra"]} />);
  await press("Remove Bo");
  expect(focusedText()).toBe("Remove Chitra");
  expect(document.activeElement?.tagName).toBe("LI");
  await press("Remove Chitra");
  expect(focusedText()).toBe("Remove Aarav");
  await press("Remove Aarav");
  expect(focusedText()).toBe("People");
});

test("a button that leaves with all others leads to the heading of its section", async () => {
  render(<List names={["Aarav", "Bo"]} />);
  await press("Remove all others");
  expect(focusedText()).toBe("People");
});

test("a button that leaves a focusable row leads to that row", async () => {
  render(<Row />);
  await press("Mark as read");
  expect(document.activeElement).toBe(screen.getByRole("listitem"));
});

test("a button that is disabled by its own press leads to the heading", async () => {
  render(<Once />);
  await press("Add");
  expect(focusedText()).toBe("Photo");
});

test("after a dialog, the row counts whose button opened it", async () => {
  render(<Asking />);
  await press("Remove Aarav");
  await press("Yes");
  expect(focusedText()).toBe("Remove Bo");
});

test("it stays away from an element that still has the focus, and from a new screen", async () => {
  const { rerender } = render(<List names={["Aarav"]} />);
  const button = screen.getByRole("button");
  act(() => button.focus());
  fireEvent.click(button);
  rerender(<p>Elsewhere</p>);
  window.history.replaceState(null, "", "/elsewhere");
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});

test("what happened is said in a live region that was there before, also twice", () => {
  jest.useFakeTimers();
  announce("Comment deleted.");
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");
  jest.runAllTimers();
  expect(region.textContent).toBe("Comment deleted.");
  announce("Comment deleted.");
  expect(region.textContent).toBe("");
  jest.runAllTimers();
  expect(region.textContent).toBe("Comment deleted.");
  jest.useRealTimers();
});
