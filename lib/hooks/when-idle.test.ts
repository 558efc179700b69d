import { whenIdle } from "@/lib/hooks/when-idle";

/** What the browser was asked to call when it rests. */
let asked: (() => void)[] = [];
const rest = () => asked.shift()?.();

beforeEach(() => {
  asked = [];
  Object.assign(globalThis, {
    window: globalThis,
    requestIdleCallback: (act: () => void) => asked.push(act),
  });
});

test("each has a rest of its own, in the order they came", () => {
  const done: string[] = [];
  for (const name of ["first", "second", "third"]) whenIdle(() => done.push(name));
  expect(asked).toHaveLength(1);
  rest();
  expect(done).toEqual(["first"]);
  rest();
  rest();
  expect(done).toEqual(["first", "second", "third"]);
  expect(asked).toHaveLength(0);
});

test("what was called off is not done, and holds nobody up", () => {
  const done: string[] = [];
  const callOff = whenIdle(() => done.push("called off"));
  whenIdle(() => done.push("stays"));
  callOff();
  rest();
  expect(done).toEqual(["stays"]);
});

test("what fails holds nobody up, and what is asked for meanwhile comes after", () => {
  const done: string[] = [];
  whenIdle(() => {
    whenIdle(() => done.push("asked for meanwhile"));
    throw new Error("failed");
  });
  whenIdle(() => done.push("next"));
  expect(rest).toThrow("failed");
  while (asked.length > 0) rest();
  expect(done).toEqual(["next", "asked for meanwhile"]);
});
