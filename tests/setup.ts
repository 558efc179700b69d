import { closeTestDatabase } from "@/tests/world";

/** A complaint on the console that no test expected is a failure. */
const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  jest.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    complaints.push(args);
  });
});

afterEach(() => {
  const unexpected = complaints.map((args) => args.map(String).join(" "));
  jest.restoreAllMocks();
  expect(unexpected).toEqual([]);
});

afterAll(async () => {
  await closeTestDatabase();
});
