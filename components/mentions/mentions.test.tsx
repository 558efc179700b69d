/** @jest-environment jsdom */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { Mentions } from "@/components/mentions/mentions";
import { placeBeside } from "@/components/mentions/name-part";
import { show } from "@/tests/browser-api";
import { spyOnApi } from "@/tests/spy-on-api";
import { personOf } from "@/tests/user-fixture";

const person = (username: string, name: string) => personOf(username, name, { username });
const PEOPLE = [person("aarav.sharma", "Aarav Sharma"), person("aanya.gupta", "Aanya Gupta")];

const onKey = jest.fn();
let get: jest.SpyInstance;

beforeEach(() => {
  // The test environment has no layer above the page.
  HTMLElement.prototype.showPopover = () => {};
  onKey.mockClear();
  get = spyOnApi("get").mockImplementation(async (_path, options) => {
    const q = String(options?.query?.q ?? "");
    return { people: PEOPLE.filter(({ username }) => username.startsWith(q)) };
  });
});

function Field({ initial = "" }: { initial?: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial);
  return (
    <>
      <textarea
        ref={field}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={({ key }) => onKey(key)}
      />
      <Mentions field={field} text={text} postId="post" />
    </>
  );
}

async function typed(text: string, initial = ""): Promise<HTMLTextAreaElement> {
  show(<Field initial={initial} />);
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  await userEvent.type(field, text);
  return field;
}
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("an @ offers people; arrows move, Enter chooses, and the text around stays", async () => {
  const field = await typed("Hi @ there");
  field.setSelectionRange(4, 4);
  await userEvent.type(field, "aa", { initialSelectionStart: 4 });
  await waitFor(() =>
    expect(get).toHaveBeenCalledWith(
      "/people/mentionable",
      expect.objectContaining({ query: { q: "aa", postId: "post" } }),
    ),
  );
  await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(2));
  expect(field.getAttribute("aria-controls")).toBe(screen.getByRole("listbox").id);
  expect(active(field)).toContain("Aarav Sharma");
  await waitFor(() => expect(screen.getByText("2 people to mention")).toBeTruthy());
  onKey.mockClear();
  await userEvent.keyboard("{ArrowDown}");
  expect(active(field)).toContain("Aanya Gupta");
  await userEvent.keyboard("{Enter}");
  expect(field.value).toBe("Hi @aanya.gupta there");
  expect(field.selectionStart).toBe("Hi @aanya.gupta ".length);
  expect(document.activeElement).toBe(field);
  // The field neither sends nor breaks the line.
  expect(onKey).not.toHaveBeenCalled();
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field.hasAttribute("aria-controls")).toBe(false);
});

test("a press chooses, and Tab", async () => {
  const field = await typed("@");
  await userEvent.click(await screen.findByRole("option", { name: /Aanya/ }));
  expect(field.value).toBe("@aanya.gupta ");
  await userEvent.type(field, "@");
  // The next list begins with its first person again.
  await screen.findByRole("listbox");
  await userEvent.keyboard("{Tab}");
  expect(field.value).toBe("@aanya.gupta @aarav.sharma ");
});

test("Escape closes the list alone, until the next @", async () => {
  const field = await typed("@");
  await screen.findByRole("listbox");
  onKey.mockClear();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("listbox")).toBeNull();
  expect(onKey).not.toHaveBeenCalled();
  await userEvent.type(field, "a");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.type(field, " @");
  expect(await screen.findByRole("listbox")).toBeTruthy();
});

test("leaving the field closes the list; an address, or what stood there before, opens none", async () => {
  const field = await typed("me@", "Ask @");
  expect(get).not.toHaveBeenCalled();
  await userEvent.type(field, " @");
  await screen.findByRole("listbox");
  act(() => field.blur());
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("the list stays on a narrow screen, and above a field at its end", () => {
  const field = document.createElement("textarea");
  field.getBoundingClientRect = () => new DOMRect(200, 500, 100, 40);
  Object.defineProperties(document.documentElement, {
    clientWidth: { value: 320, configurable: true },
    clientHeight: { value: 560, configurable: true },
  });
  expect(placeBeside(field)).toEqual({
    left: "8px",
    width: "304px",
    top: "auto",
    bottom: "64px",
    maxHeight: "264px",
  });
});
