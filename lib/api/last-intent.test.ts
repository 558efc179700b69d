import { isUnderWay, type SwitchCalls, setSwitch } from "@/lib/api/last-intent";

/** A server that answers when told to. */
function slowServer() {
  const waiting: { wanted: boolean; answer: (ok: boolean) => void }[] = [];
  const shown: boolean[] = [];
  const ends: unknown[] = [];
  const calls: SwitchCalls<boolean> = {
    show: (wanted) => shown.push(wanted),
    send: (wanted) =>
      new Promise((resolve, reject) => {
        waiting.push({
          wanted,
          answer: (ok) => (ok ? resolve(wanted) : reject(new Error("no"))),
        });
      }),
    settle: (answer) => ends.push(answer),
    fail: (_error, confirmed) => ends.push({ confirmed }),
  };
  return { waiting, shown, ends, calls };
}

describe("a switch pressed faster than the server answers", () => {
  test("shows each press at once and sends one request at a time", async () => {
    const { waiting, shown, ends, calls } = slowServer();
    const done = setSwitch("one", true, calls);
    void setSwitch("one", false, calls);
    void setSwitch("one", true, calls);
    expect(shown).toEqual([true, false, true]);
    expect(waiting.map(({ wanted }) => wanted)).toEqual([true]);
    expect(isUnderWay("one")).toBe(true);
    waiting[0]?.answer(true);
    await done;
    expect(ends).toEqual([true]);
    expect(isUnderWay("one")).toBe(false);
  });

  test("sends again when the last press wants something else than what was sent", async () => {
    const { waiting, ends, calls } = slowServer();
    const done = setSwitch("two", true, calls);
    void setSwitch("two", false, calls);
    waiting[0]?.answer(true);
    await new Promise(setImmediate);
    expect(waiting.map(({ wanted }) => wanted)).toEqual([true, false]);
    waiting[1]?.answer(true);
    await done;
    expect(ends).toEqual([false]);
  });

  test("goes back to the last state the server confirmed", async () => {
    const { waiting, ends, calls } = slowServer();
    const done = setSwitch("three", true, calls);
    void setSwitch("three", false, calls);
    waiting[0]?.answer(true);
    await new Promise(setImmediate);
    waiting[1]?.answer(false);
    await done;
    expect(ends).toEqual([{ confirmed: true }]);
    expect(isUnderWay("three")).toBe(false);
  });

  test("keeps two keys apart", () => {
    const { waiting, calls } = slowServer();
    void setSwitch("four", true, calls);
    void setSwitch("five", true, calls);
    expect(waiting).toHaveLength(2);
  });
});
