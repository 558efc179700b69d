import { keyset } from "@/lib/api/server/keyset";
import { Prisma } from "@/prisma/generated/client/client";

const order = { at: Prisma.sql`at`, id: Prisma.sql`id`, usualLimit: 10 };
const cursor = { at: new Date(0), id: "00000000-0000-4000-8000-000000000000" };

test("a usual limit is part of the statement, so that pages share a plan", () => {
  expect(keyset({ page: 1, limit: 10 }, order)).toMatchObject({
    sql: expect.stringMatching(/ LIMIT 11$/),
    values: [],
  });
  expect(keyset({ page: 1, limit: 10, cursor }, order)).toMatchObject({
    sql: expect.stringMatching(/ LIMIT 11$/),
    values: [cursor.at, cursor.id],
  });
  expect(keyset({ page: 3, limit: 10 }, order)).toMatchObject({
    sql: expect.stringMatching(/ LIMIT 11 OFFSET \?$/),
    values: [20],
  });
});

test("any other limit is a parameter, so that there are not fifty statements", () => {
  expect(keyset({ page: 1, limit: 11 }, order)).toMatchObject({
    sql: expect.stringMatching(/ LIMIT \? OFFSET \?$/),
    values: [12, 0],
  });
});
