/** @jest-environment jsdom */
import { announceErasedStorage } from "@/lib/store/erased-storage";
import { persistedStore } from "@/lib/store/persisted-store";

type State = { name: string; seen: boolean };
const initial: State = { name: "", seen: false };
const start = (area: "local" | "session" = "session") =>
  persistedStore<State>({ area, keys: ["key"], initial });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("what the browser keeps", () => {
  test("is there again after a reload, and gone once it is cleared", () => {
    start().setState({ name: "Tara" });
    expect(sessionStorage.getItem("key")).toBe('{"name":"Tara","seen":false}');
    const reloaded = start();
    expect(reloaded.getState()).toEqual({ name: "Tara", seen: false });
    reloaded.clear();
    expect(reloaded.getState()).toBe(initial);
    expect(sessionStorage).toHaveLength(0);
  });

  test("is not what the server rendered, and the first render has that", () => {
    start().setState({ name: "Tara" });
    expect(start().getInitialState()).toBe(initial);
  });

  test.each(["{", "null", "7", "[]", '{"name":7}', '{"name":null,"more":"x"}'])(
    "is nothing where %s was stored, which stays until something is written",
    (stored) => {
      sessionStorage.setItem("key", stored);
      expect(start().getState()).toEqual(initial);
      expect(sessionStorage.getItem("key")).toBe(stored);
    },
  );

  test("is taken from another release as far as it fits", () => {
    sessionStorage.setItem("key", '{"name":"Tara","seen":"yes","added":1}');
    expect(start().getState()).toEqual({ name: "Tara", seen: false });
  });

  test("comes from another tab", () => {
    const store = start("local");
    const heard = jest.fn();
    store.subscribe(heard);
    localStorage.setItem("key", '{"name":"Tara","seen":true}');
    window.dispatchEvent(new StorageEvent("storage", { key: "another" }));
    expect(heard).not.toHaveBeenCalled();
    window.dispatchEvent(new StorageEvent("storage", { key: "key" }));
    expect(store.getState()).toEqual({ name: "Tara", seen: true });
    localStorage.clear();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(store.getState()).toBe(initial);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  test("is forgotten when storage was erased under it", () => {
    const store = start();
    store.setState({ name: "Tara" });
    sessionStorage.clear();
    announceErasedStorage();
    expect(store.getState()).toBe(initial);
    expect(sessionStorage).toHaveLength(0);
  });

  test("lives as long as the page where storage is blocked", () => {
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

  test("can stand under keys of its own, in its own words", () => {
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
