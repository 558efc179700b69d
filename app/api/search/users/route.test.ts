import { circleAnswer } from "@/lib/circles/schema";
import { searchOptions } from "@/lib/people-search/client/queries";
import { searchAnswer, searchQuery } from "@/lib/people-search/schema";
import { searchPeople } from "@/lib/people-search/server/search";
import { db } from "@/lib/platform/db";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { api } from "@/tests/api";
import { createMember, createNewcomer, createUser, type Member } from "@/tests/factories";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { BAD_PAGES, readAllPages } from "@/tests/pages";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";
import { UNAFFILIATED } from "@/tests/user-fixture";

let me: Member;
beforeAll(useTestDatabase);
beforeAll(async () => {
  liftLimits();
  me = await createMember({ name: "Searching Person" });
});

const search = (query: Record<string, string | number | undefined>) =>
  api.get("/search/users", { token: me.token, query });
const find = async (q: string) => (await search({ q })).read(searchAnswer);
const namesFor = async (q: string) => (await find(q)).users.map(({ name }) => name);

describe("searching people", () => {
  test("people are found by name and username, in any case and without accents", async () => {
    const jose = await createUser({ name: "José Núñez", username: "jose.nunez", collegeId: "0901CS211099" });
    for (const q of ["José", "jose", "NUNEZ", "jose nunez", "núñez josé", "@jose.nunez", "jose.n"]) {
      expect([q, await namesFor(q)]).toEqual([q, ["José Núñez"]]);
    }
    const { users } = await find("jose");
    expect(users).toEqual([
      {
        _id: jose.id,
        name: "José Núñez",
        username: "jose.nunez",
        avatar: "",
        affiliation: UNAFFILIATED,
        collegeName: "MITS",
        isInCircle: false,
      },
    ]);
  });

  test("a complete College ID finds its owner in any case, and a part of it finds no one", async () => {
    const asha = await createMember({ name: "Asha Anand", username: "asha.anand" });
    await api.put(`/users/${asha.id}`, { token: asha.token, body: { collegeId: "0777ZX990001" } });
    for (const q of ["0777ZX990001", "0777zx990001", " 0777ZX990001 "]) {
      expect([q, await namesFor(q)]).toEqual([q, ["Asha Anand"]]);
    }
    const parts = ["0", "07", "0777", "0777ZX", "0777ZX99000", "777ZX990001", "0001", "0777ZX99000_", "%"];
    for (const q of [...parts, "asha 0777ZX990001", "0777ZX9900011"]) {
      expect([q, await namesFor(q)]).toEqual([q, []]);
    }
    const { users } = (
      await api.get(`/users/${me.id}/circle`, { token: me.token, query: { q: "0777" } })
    ).read(circleAnswer);
    expect(users).toEqual([]);
  });

  test("a member finds ten others a day by College ID, then no one, and oneself always", async () => {
    resetLimit("college_id");
    const reader = await createMember({ name: "Reads Numbers" });
    await db().user.update({ where: { id: reader.id }, data: { collegeId: "0888ZX000000" } });
    const namesOf = async (q: string) => {
      const reply = await api.get("/search/users", { token: reader.token, query: { q } });
      return reply.read(searchAnswer).users.map(({ name }) => name);
    };
    const found = [];
    for (let i = 1; i <= 14; i++) {
      const collegeId = `0888ZX${String(i).padStart(6, "0")}`;
      await createUser({ name: `Classmate ${i}`, collegeId });
      found.push(...(await namesOf(collegeId)));
    }
    expect(found).toEqual(Array.from({ length: 10 }, (_, i) => `Classmate ${i + 1}`));
    expect(await namesOf("0888ZX000000")).toEqual(["Reads Numbers"]);
    expect(await namesOf("Classmate 12")).toEqual(["Classmate 12"]);
    liftLimits();
  });

  test("the best match comes first", async () => {
    await createUser({ name: "Harmeet Kelkar" });
    await createUser({ name: "Meet Anand" });
    await createUser({ name: "Kavya Meet" });
    await createUser({ name: "Meet" });
    await createUser({ name: "Mete Kapoor" });
    expect(await namesFor("meet")).toEqual([
      "Meet",
      "Meet Anand",
      "Kavya Meet",
      "Harmeet Kelkar",
      "Mete Kapoor",
    ]);
  });

  test("a single typo is tolerated", async () => {
    await createUser({ name: "Parvathi Subramanian" });
    for (const q of ["parvthi", "pravathi", "parvatthi", "subramanain", "parvati subramanian"]) {
      expect([q, await namesFor(q)]).toEqual([q, ["Parvathi Subramanian"]]);
    }
  });

  test.each([
    ["ishta", "Ishita Verma"],
    ["ishitta", "Ishita Verma"],
    ["ixhita", "Ishita Verma"],
    ["shrma", "Dev Sharma"],
    ["shram", "Dev Sharma"],
    ["vrema", "Ishita Verma"],
    ["ishita vrema", "Ishita Verma"],
    ["chaturvdi", "Nisha Chaturvedi"],
    ["chatruvedi", "Nisha Chaturvedi"],
    ["chuahan", "Lata Chauhan"],
    ["ita verm", "Ishita Verma"],
  ])("%s finds %s", async (typed, name) => {
    await createUser({ name });
    expect((await namesFor(typed))[0]).toBe(name);
  });

  test.each(['"', "(", ","])("%s separates words, and is found alone", async (sign) => {
    await createUser({ name: `Marked ${sign} Manu` });
    expect(await namesFor(`marked${sign}manu`)).toContain(`Marked ${sign} Manu`);
    expect(await namesFor(sign)).toContain(`Marked ${sign} Manu`);
  });

  test("the nukta may be left out or typed, but vowel signs count", async () => {
    await createUser({ name: "फ़रहान ख़ान" });
    await createUser({ name: "मीना राज़" });
    for (const q of ["फ़रहान", "फरहान", "खान", "ख़ान", "ख़ान फ"]) {
      expect([q, await namesFor(q)]).toEqual([q, ["फ़रहान ख़ान"]]);
    }
    expect(await namesFor("राज")).toEqual(["मीना राज़"]);
    expect(await namesFor("मना")).toEqual([]);
  });

  test("names are found as people paste them", async () => {
    await createUser({ name: "Pasted D’Souza (CSE)" });
    const pasted = [
      "pasted,d'souza",
      '"pasted"',
      "“Pasted D’Souza”",
      "D'Souza, Pasted",
      "'pasted'",
      "cse",
      "(CSE)",
    ];
    for (const q of [...pasted, "Pasted.", "pasted;", "<pasted>", "d‘souza", "pas\u200bted"]) {
      expect([q, await namesFor(q)]).toEqual([q, ["Pasted D’Souza (CSE)"]]);
    }
  });

  test("an address finds oneself, and others by their names alone", async () => {
    const email = "xq7.hidden@mitsgwl.ac.in";
    const person = await createMember({ name: "Unrelated Zylo", username: "zylo", email });
    expect(await namesFor(email)).toEqual([]);
    const own = { token: person.token, query: { q: `Mail <${email.toUpperCase()}>` } };
    expect((await api.get("/search/users", own)).read(searchAnswer).users.map(({ name }) => name)).toEqual([
      "Unrelated Zylo",
    ]);
    // Nobody has this address, so that a person who is found does not have it.
    expect(await namesFor("unrelated.zylo@mitsgwl.ac.in")).toEqual(["Unrelated Zylo"]);
  });

  test("names that only start alike are not similar", async () => {
    await createUser({ name: "Prachi Jain" });
    expect(await namesFor("priya")).toEqual([]);
    expect(await namesFor("prachi 9")).toEqual([]);
  });

  test("names with swapped letters follow only while fewer than ten contain the text", async () => {
    const contain = Array.from({ length: 9 }, (_, index) => `Odd Brqxzel ${"abcdefghi"[index]}`);
    for (const name of contain) await createUser({ name });
    await createUser({ name: "Rqxez Odd" });
    expect((await find("rqxze")).total).toBe(10);
    await createUser({ name: "Odd Brqxzel j" });
    expect(await namesFor("rqxze")).toEqual([...contain, "Odd Brqxzel j"]);
    expect((await find("rqxze")).total).toBe(10);
  });

  test("letters outside the English alphabet also match their plain forms", async () => {
    await createUser({ name: "Søren Weiß" });
    for (const q of ["soren", "søren", "weiss", "weiß"]) {
      expect([q, await namesFor(q)]).toEqual([q, ["Søren Weiß"]]);
    }
  });

  test.each(["%", "_", "'", "\\", "🎉", ";--", "[a-z]"])("%s is an ordinary character", async (sign) => {
    await createUser({ name: `Quirky ${sign} Quentin` });
    expect(await namesFor(`quirky ${sign} q`)).toEqual([`Quirky ${sign} Quentin`]);
    expect(await namesFor(sign)).toContain(`Quirky ${sign} Quentin`);
    expect(await namesFor(`q${sign}y ${sign} quentin`)).toEqual([]);
  });

  test("names in every script are found by any of their words", async () => {
    await createUser({ name: "محمد الأمين" });
    await createUser({ name: "अमित शर्मा" });
    expect(await namesFor("الأمين")).toEqual(["محمد الأمين"]);
    expect(await namesFor("शर्")).toEqual(["अमित शर्मा"]);
    expect(await namesFor("अमि")).toEqual(["अमित शर्मा"]);
  });

  test("a username distinguishes people with the same name", async () => {
    await createUser({ name: "Twin Tara", username: "twin.tara" });
    await createUser({ name: "Twin Tara", username: "twin.tara.2" });
    expect((await find("twin tara")).users.map(({ username }) => username).sort()).toEqual([
      "twin.tara",
      "twin.tara.2",
    ]);
    expect((await find("twin.tara.2")).users.map(({ username }) => username)).toEqual(["twin.tara.2"]);
  });

  test("results show whose circle the viewer is in", async () => {
    const joined = await createUser({ name: "Joined Jaya" });
    await api.post(`/users/${joined.id}/follow`, { token: me.token, body: { inCircle: true } });
    expect((await find("joined jaya")).users[0]).toMatchObject({ isInCircle: true });
  });

  test("deactivated, unproven and unnamed people are not found", async () => {
    await createUser({ name: "Hidden Hari", isActive: false });
    await createUser({ name: "Hidden Hema", verifiedAt: null });
    await createNewcomer({ verifiedAt: new Date() });
    expect(await namesFor("hidden")).toEqual([]);
    expect(await namesFor("anonymous")).toEqual([]);
  });

  test("after a change of name only the new one is found", async () => {
    const member = await createMember({ name: "Before Bela", username: "bela" });
    await api.put(`/users/${member.id}`, { token: member.token, body: { name: "After Bela" } });
    expect(await namesFor("after bela")).toEqual(["After Bela"]);
    expect(await namesFor("before bela")).toEqual([]);
    for (const q of ["after", "aftre"]) expect([q, await namesFor(q)]).toEqual([q, ["After Bela"]]);
    for (const q of ["before", "beofre"]) expect([q, await namesFor(q)]).toEqual([q, []]);
  });

  test("a symbol matches only at the start of a word", async () => {
    await createUser({ name: "Sign ~Tilde", username: "sign.post" });
    for (const q of ["~", "~tilde"]) expect([q, await namesFor(q)]).toEqual([q, ["Sign ~Tilde"]]);
    expect(await namesFor(".")).toEqual([]);
  });

  test("an empty result has a message", async () => {
    expect(await find("zzzzqqqq")).toEqual({
      users: [],
      total: 0,
      currentPage: 1,
      totalPages: 0,
      nextCursor: null,
      message: "No users found",
    });
    expect((await find("\u0301")).users).toEqual([]);
  });

  test("takes one query, whatever matches", async () => {
    for (const q of ["a", "meet", "parvthi", "zzzzqqqq"]) {
      expect((await queriesOf(() => find(q))).filter((sql) => /search_name/.test(sql))).toHaveLength(1);
    }
  });
});

describe("the pages of a search", () => {
  const COUNT = 34;
  beforeAll(async () => {
    for (let i = 0; i < COUNT; i++) await createUser({ name: `Paged Person ${String(i).padStart(2, "0")}` });
  });

  test("make up the whole list by page number", async () => {
    const names: string[] = [];
    for (let page = 1; page <= 4; page++) {
      const answer = (await search({ q: "paged", page, limit: 10 })).read(searchAnswer);
      expect(answer).toMatchObject({ total: COUNT, currentPage: page, totalPages: 4 });
      names.push(...answer.users.map(({ name }) => name));
    }
    expect(names).toHaveLength(COUNT);
    expect(names).toEqual([...new Set(names)].sort());
    expect((await search({ q: "paged", page: 5 })).read(searchAnswer)).toMatchObject({
      users: [],
      total: COUNT,
    });
  });

  test("make up the whole list by cursor, also when people join meanwhile", async () => {
    const pages = await readAllPages(
      async (cursor) => {
        const answer = (await search({ q: "paged person", cursor, limit: 7 })).read(searchAnswer);
        return { items: answer.users.map(({ name }) => name), nextCursor: answer.nextCursor };
      },
      () => createUser({ name: "Paged Person 00 the newest" }),
    );
    const names = pages.flat().filter((name) => !name.endsWith("newest"));
    expect(names).toHaveLength(COUNT);
    expect(new Set(names).size).toBe(COUNT);
  });

  test("continue after a cursor whose person is gone", async () => {
    const first = (await search({ q: "paged person", limit: 5 })).read(searchAnswer);
    await db().user.delete({ where: { id: first.users.at(-1)?._id ?? "" } });
    const second = (await search({ q: "paged person", limit: 5, cursor: first.nextCursor ?? "" })).read(
      searchAnswer,
    );
    const seen = new Set(first.users.map(({ _id }) => _id));
    expect(second.users.filter(({ _id }) => seen.has(_id))).toEqual([]);
    expect(second.users).toHaveLength(5);
  });
});

describe("an invalid search", () => {
  test.each([
    [{}],
    [{ q: "" }],
    [{ q: "   " }],
    [{ q: "x".repeat(201) }],
    [{ q: "a\u0000b" }],
    // Folded, it is one word of 2,052 bytes, more than text search takes.
    [{ q: "\u3316".repeat(114) }],
  ])("%j is rejected", async (query) => {
    const reply = await search(query as Record<string, string>);
    expect(reply).toMatchObject({ status: 400 });
  });

  test("invalid paging parameters are rejected", async () => {
    for (const query of BAD_PAGES)
      expect([query, (await search({ q: "a", ...query })).status]).toEqual([query, 400]);
  });

  test("searches have a rate limit, and the answer says how long to wait", async () => {
    setLimit("search", 2, 60);
    const searcher = await createMember();
    const searchOnce = () => api.get("/search/users", { token: searcher.token, query: { q: "a" } });
    await searchOnce();
    await searchOnce();
    const reply = await searchOnce();
    expect(reply).toMatchObject({ status: 429, error: "rate_limited" });
    expect(reply.headers.get("Retry-After")).toMatch(/^\d+$/);
    // The limit also covers searches in a circle, and the page, which then prefetches nothing.
    const circle = `/users/${searcher.id}/circle`;
    expect(await api.get(circle, { token: searcher.token, query: { q: "a" } })).toMatchObject({
      status: 429,
    });
    expect(await api.get(circle, { token: searcher.token })).toMatchObject({ status: 200 });
    const viewer = { id: searcher.id, sessionId: "" };
    const page = await prefetch(
      firstPage(searchOptions("a"), () => searchPeople(viewer, searchQuery.parse({ q: "a" }))),
    );
    expect(page.queries).toEqual([]);
    resetLimit("search");
  });
});
