import { isLocalDatabase } from "@/scripts/embedded/local-database.mjs";
import { isPreview, providePreviewDatabase } from "@/scripts/embedded/preview.mjs";
import { EMPTY_TEMPLATE, extraDatabase, openDemoMediaHost, query } from "@/tests/commands";

// The demo campus is seeded by whole commands.
jest.setTimeout(120_000);

const database = extraDatabase("preview");
/** An address of this machine that no command takes for one. */
const url = database.url.replace("127.0.0.1", "127.1");
const own = { ...process.env };

let mediaHost: Awaited<ReturnType<typeof openDemoMediaHost>>;
beforeAll(async () => {
  mediaHost = await openDemoMediaHost();
});
beforeEach(() => {
  Object.assign(process.env, {
    EMBEDDED: "",
    PREVIEW: "1",
    VERCEL_ENV: "preview",
    VERCEL_URL: "preview.example",
    OUTBOX_PASSWORD: "open sesame please",
    CLOUDINARY_URL: mediaHost.url,
    DATABASE_URL: url,
    DIRECT_DATABASE_URL: "",
  });
});
afterEach(() => {
  process.env = { ...own };
});
afterAll(async () => {
  await mediaHost.close();
  await database.drop();
});

const countPeople = () => query<{ people: number }>(url, "SELECT count(*)::int AS people FROM users");

test("the build of a preview migrates an empty database and seeds it once, wherever it is", async () => {
  expect(isLocalDatabase(url)).toBe(false);
  await database.create(EMPTY_TEMPLATE);
  await providePreviewDatabase();
  const seeded = await countPeople();
  expect(seeded[0]?.people).toBeGreaterThan(10);
  await providePreviewDatabase();
  expect(await countPeople()).toEqual(seeded);
});

test("a preview never touches a database with people of its own", async () => {
  await database.create();
  await query(
    url,
    `INSERT INTO users (id, email, name, college_name, updated_at)
     VALUES (gen_random_uuid(), 'real.person@mitsgwl.ac.in', 'Real Person', 'MITS', now())`,
  );
  await query(url, "DELETE FROM _prisma_migrations WHERE migration_name > '20261122'");
  await expect(providePreviewDatabase()).rejects.toThrow(
    "The database of this preview holds people whom the demo did not create (1)",
  );
  const unapplied = "SELECT 1 FROM _prisma_migrations WHERE migration_name > '20261122'";
  expect(await query(url, unapplied)).toEqual([]);
});

test.each([{ PREVIEW: "" }, { VERCEL_ENV: "production" }, { VERCEL_ENV: "" }])(
  "with %j it is no preview",
  (change) => {
    Object.assign(process.env, change);
    expect(isPreview()).toBe(false);
  },
);
