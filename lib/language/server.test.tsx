import { renderToStaticMarkup } from "react-dom/server";
import { getLanguage, getText, Rich } from "@/lib/language/server";
import { withRequest } from "@/tests/next-headers";

const ask = <T,>(headers: Record<string, string>, act: () => Promise<T>) =>
  withRequest({ url: "http://localhost:3000/", headers: new Headers(headers) }, act);

test.each([
  [{}, "en"],
  [{ "Accept-Language": "hi-IN,en;q=0.8" }, "hi"],
  [{ "Accept-Language": "hi", Cookie: "language=en" }, "en"],
  [{ "Accept-Language": "en", Cookie: "language=hi" }, "hi"],
  [{ "Accept-Language": "hi", Cookie: "language=klingon" }, "hi"],
])("a request with %j is answered in %s", async (headers, expected) => {
  expect(await ask(headers, getLanguage)).toBe(expected);
});

test("pages translate, and fill in what stands for placeholders", async () => {
  const page = async () => {
    const t = await getText();
    const rich = await Rich({
      text: "Read the <0>terms</0>, {name}.",
      values: { name: "Meera" },
      components: [<b key="0" />],
    });
    return [t("Hello, {name}", { name: "Meera" }), renderToStaticMarkup(rich)];
  };
  expect(await ask({}, page)).toEqual(["Hello, Meera", "Read the <b>terms</b>, Meera."]);
});
