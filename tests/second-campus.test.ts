import "@/tests/second-campus";
import { renderToStaticMarkup } from "react-dom/server";
import RootLayout, { generateMetadata } from "@/app/layout";
import manifest from "@/app/manifest";
import { alt } from "@/app/opengraph-image";
import { registerAnswer } from "@/lib/accounts/schema";
import { codeMail } from "@/lib/accounts/server/mails";
import { departments, programmes } from "@/lib/campus/server/campus";
import { LEGAL_DOCUMENTS } from "@/lib/legal/policy";
import { getLegalDocument } from "@/lib/legal/server/document";
import { isReservedUsername } from "@/lib/profiles/username";
import { dayMonthYear, isoDay, startOfIsoDay } from "@/lib/time/relative-time";
import { buildDemoData } from "@/prisma/seed/demo-data";
import { api } from "@/tests/api";
import { liftLimits } from "@/tests/limits";
import { withRequest } from "@/tests/next-headers";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

describe("with the file of another college", () => {
  test.each(["college.example", "students.college.example"])("people of %s can sign up", async (domain) => {
    const body = { email: `ada.byrne@${domain}`, collegeName: "EXC" };
    const reply = await api.post("/auth/register", { body });
    expect(reply.read(registerAnswer).user.collegeName).toBe("EXC");
  });

  test("people of MITS cannot", async () => {
    expect(await api.post("/auth/register", { body: { email: "aarav.sharma@mitsgwl.ac.in" } })).toMatchObject(
      {
        status: 400,
        body: { error: "email_domain" },
      },
    );
  });

  test("every page has its name and colour, and hands both on", async () => {
    const request = { url: "http://localhost:3000/", headers: new Headers({ "x-nonce": "n" }) };
    expect(await withRequest(request, () => generateMetadata())).toMatchObject({
      applicationName: "Quad",
      title: { template: "%s · Quad" },
    });
    const layout = await withRequest(request, () => RootLayout({ children: null }));
    const html = renderToStaticMarkup(layout.props.children[0]);
    expect(html).toContain('<style nonce="n">:root:root{--brand:#0b6b4f;');
    expect(html).toContain('<script id="campus" type="application/json">{"name":"Quad",');
  });

  test("mails, the manifest and the share card have its names", async () => {
    const mail = await codeMail("123456");
    for (const text of [mail.subject, mail.text, mail.html]) expect(text).toContain("Quad");
    expect(mail.html).toContain("#0b6b4f");
    expect(manifest()).toMatchObject({ name: "Quad", description: expect.stringContaining("EXC") });
    expect(alt).toBe("Quad. Connect • Share • Discover. For EXC students, faculty and alumni");
  });

  test("the legal documents name its operator, and nothing of MITS", () => {
    const text = LEGAL_DOCUMENTS.flatMap((name) => getLegalDocument(name).map(({ raw }) => raw)).join("");
    for (const name of ["Quad", "Example College", "Riverside", "complaints@college.example"])
      expect(text).toContain(name);
    expect(text).not.toMatch(/MITS|Madhav|Gwalior|mitsgwl|Campus Circle/);
  });

  test("its names are reserved, those of MITS are not", () => {
    expect(["examplecollege", "quad", "mitsgwl"].map(isReservedUsername)).toEqual([true, true, false]);
  });

  test("days begin when its clocks say so, in summer and in winter", () => {
    expect(isoDay(new Date("2026-07-01T23:30:00Z"))).toBe("2026-07-02");
    expect(isoDay(new Date("2026-12-01T23:30:00Z"))).toBe("2026-12-01");
    expect(dayMonthYear(new Date("2026-07-01T23:30:00Z"))).toBe("2 Jul 2026");
    expect(startOfIsoDay("2026-07-02").toISOString()).toBe("2026-07-01T23:00:00.000Z");
    expect(startOfIsoDay("2026-12-02").toISOString()).toBe("2026-12-02T00:00:00.000Z");
    // The day on which the clocks change.
    expect(startOfIsoDay("2026-10-25").toISOString()).toBe("2026-10-24T23:00:00.000Z");
  });

  test("the people of the demo have its addresses", () => {
    for (const { email, role, collegeName, department, programme } of buildDemoData(Date.now()).users) {
      expect(email).toMatch(role === "alumni" ? /@example\.com$/ : /@students\.college\.example$/);
      expect([collegeName, department, programme ?? null]).toEqual(["EXC", null, null]);
    }
  });

  test("its departments and programmes are known by its code", () => {
    expect(departments("EXC").map(({ code }) => code)).toEqual(["COMP", "HIST"]);
    expect(programmes("EXC").map(({ name }) => name)).toEqual(["Bachelor of Arts"]);
    expect(departments("MITS")).toEqual([]);
  });
});
