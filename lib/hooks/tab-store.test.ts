/** @jest-environment jsdom */
import * as z from "zod/mini";
import { makeTabStore } from "@/lib/hooks/tab-store";

const shape = z.object({ name: z.string() });
const start = () => makeTabStore("key", shape, { name: "" });

beforeEach(() => sessionStorage.clear());

describe("what a tab remembers", () => {
  test("is there again after a reload, and gone once it is cleared", () => {
    start().write({ name: "Tara" });
    const reloaded = start();
    expect(reloaded.read()).toEqual({ name: "Tara" });
    reloaded.clear();
    expect(reloaded.read()).toEqual({ name: "" });
    expect(sessionStorage.length).toBe(0);
  });

  test("is the same object until it changes, and whoever listens hears of a change", () => {
    const store = start();
    const heard = jest.fn();
    const stop = store.subscribe(heard);
    expect(store.read()).toBe(store.read());
    store.write({ name: "Tara" });
    stop();
    store.write({ name: "Dev" });
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test.each(["{", "null", "7", '{"name":7}'])("is nothing where %s was stored", (stored) => {
    sessionStorage.setItem("key", stored);
    expect(start().read()).toEqual({ name: "" });
  });

  test("lives as long as the page where storage is blocked", () => {
    for (const method of ["getItem", "setItem", "removeItem"] as const) {
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException("denied", "SecurityError");
      });
    }
    const store = start();
    store.write({ name: "Tara" });
    expect(store.read()).toEqual({ name: "Tara" });
    store.clear();
    expect(store.read()).toEqual({ name: "" });
  });
});
