/** @jest-environment jsdom */

import { readDraft, writeDraft } from "@/lib/store/drafts";
import { persistedStore } from "@/lib/store/persisted-store";
import { storageErased } from "@/lib/store/signal";
import { freshBrowser } from "@/tests/fresh-browser";

/** What is persisted in the browser. */

describe("a persisted store", () => {
  type State = { name: string; seen: boolean };
  const initial: State = { name: "", seen: false };
  const start = (area: "local" | "session" = "session") =>
    persistedStore<State>({ area, keys: ["key"], initial });

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });

  test("survives a reload and can be cleared", () => {
    start().setState({ name: "Tara" });
    expect(sessionStorage.getItem("key")).toBe('{"name":"Tara","seen":false}');
    const reloaded = start();
    expect(reloaded.getState()).toEqual({ name: "Tara", seen: false });
    reloaded.clear();
    expect(reloaded.getState()).toBe(initial);
    expect(sessionStorage).toHaveLength(0);
  });

  test("has its initial state in the first render, as on the server", () => {
    start().setState({ name: "Tara" });
    expect(start().getInitialState()).toBe(initial);
  });

  test.each(["{", "null", "7", "[]", '{"name":7}', '{"name":null,"more":"x"}'])(
    "starts from its initial state when %s is stored, and leaves that until the next write",
    (stored) => {
      sessionStorage.setItem("key", stored);
      expect(start().getState()).toEqual(initial);
      expect(sessionStorage.getItem("key")).toBe(stored);
    },
  );

  test("reads the fields that fit from another release", () => {
    sessionStorage.setItem("key", '{"name":"Tara","seen":"yes","added":1}');
    expect(start().getState()).toEqual({ name: "Tara", seen: false });
  });

  test("follows changes in another tab", () => {
    const store = start("local");
    const listener = jest.fn();
    store.subscribe(listener);
    localStorage.setItem("key", '{"name":"Tara","seen":true}');
    window.dispatchEvent(new StorageEvent("storage", { key: "another" }));
    expect(listener).not.toHaveBeenCalled();
    window.dispatchEvent(new StorageEvent("storage", { key: "key" }));
    expect(store.getState()).toEqual({ name: "Tara", seen: true });
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(store.getState()).toBe(initial);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  test("is reset when storage is erased", () => {
    const store = start();
    store.setState({ name: "Tara" });
    sessionStorage.clear();
    storageErased.emit();
    expect(store.getState()).toBe(initial);
    expect(sessionStorage).toHaveLength(0);
  });

  test("works in memory when storage is blocked", () => {
    for (const method of ["getItem", "setItem", "removeItem"] as const) {
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException("denied", "SecurityError");
      });
    }
    const store = start();
    store.setState({ name: "Tara" });
    expect(store.getState().name).toBe("Tara");
    store.clear();
    expect(store.getState()).toBe(initial);
  });

  test("can use several keys and a format of its own", () => {
    const pair = () =>
      persistedStore({
        area: "local",
        keys: ["first", "second"],
        initial: { isOn: false, name: "none" },
        parse: ([first, second]) => ({ isOn: first === "on", name: second ?? "none" }),
        format: ({ isOn, name }) => [isOn ? "on" : null, name],
      });
    pair().setState({ isOn: true, name: "Tara" });
    expect({ ...localStorage }).toEqual({ first: "on", second: "Tara" });
    const reloaded = pair();
    expect(reloaded.getState()).toEqual({ isOn: true, name: "Tara" });
    reloaded.setState({ isOn: false });
    expect({ ...localStorage }).toEqual({ second: "Tara" });
  });
});

describe("drafts", () => {
  /** Drops the copy in memory, as a reload does. */
  const reload = storageErased.emit;

  beforeEach(() => freshBrowser());

  test("a draft survives a reload and is removed once it is empty", () => {
    writeDraft("post ishita", "Half written");
    writeDraft("comment 1", "Nice");
    reload();
    expect([readDraft("post ishita"), readDraft("comment 1")]).toEqual(["Half written", "Nice"]);
    writeDraft("comment 1", "");
    expect(sessionStorage.getItem("drafts")).toBe('{"post ishita":"Half written"}');
    writeDraft("post ishita", "");
    expect(sessionStorage).toHaveLength(0);
  });

  test.each(["{", "null", "7", '{"post ishita":7}'])("%s in storage is ignored", (stored) => {
    sessionStorage.setItem("drafts", stored);
    reload();
    expect(readDraft("post ishita")).toBe("");
  });
});
