import { log } from "@/lib/platform/log";
import { isoDay } from "@/lib/time/relative-time";
import { api } from "@/tests/api";
import { createMembers, type Member } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

jest.mock("@/lib/time/relative-time", () => ({
  ...jest.requireActual<object>("@/lib/time/relative-time"),
  isoDay: jest.fn(() => "2027-01-01"),
}));

beforeAll(useTestDatabase);

/** The lines that a call writes, as they are written. */
async function linesOf(call: () => Promise<unknown>): Promise<string[]> {
  const info = jest.spyOn(log(), "info").mockImplementation();
  await call();
  const lines = info.mock.calls.flatMap(([line, message]) =>
    String(message) === "request" ? [JSON.stringify(line)] : [],
  );
  info.mockRestore();
  return lines;
}

test("the log of requests reveals neither who called nor about whom", async () => {
  const [me, other] = (await createMembers(2)) as [Member, Member];
  const block = () => api.post(`/users/${other.id}/block`, { token: me.token, body: { blocked: true } });
  const [line = ""] = await linesOf(block);
  expect(JSON.parse(line)).toMatchObject({
    requestId: expect.stringMatching(/^[\w-]{36}$/),
    method: "POST",
    route: "/api/users/[userId]/block",
    status: 200,
  });
  expect(line).not.toMatch(/rejected/);
  for (const { id } of [me, other]) expect(line).not.toContain(id);
});

test("what one member was denied on a day has one mark, and another the next day", async () => {
  const [me, other] = (await createMembers(2)) as [Member, Member];
  const rejected = async (by: Member) => {
    const [line = ""] = await linesOf(() => api.get(`/users/${crypto.randomUUID()}`, { token: by.token }));
    expect(line).not.toContain(by.id);
    return (JSON.parse(line) as { rejected: string }).rejected;
  };
  jest.mocked(isoDay).mockReturnValue("2027-01-01");
  const mark = await rejected(me);
  expect(mark).toMatch(/^[\w-]{22}$/);
  expect(await rejected(me)).toBe(mark);
  expect(await rejected(other)).not.toBe(mark);
  jest.mocked(isoDay).mockReturnValue("2027-01-02");
  expect(await rejected(me)).not.toBe(mark);
});
