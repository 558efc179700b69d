/** @jest-environment jsdom */
import { readdirSync } from "node:fs";
import { show } from "@/tests/browser-api";

/**
 * What a page shows while it is loaded is replaced when it comes: a menu that was opened there
 * would close, and a choice would be lost. Links lead away at once, so they may be there. A control
 * that should be there from the start belongs in the layout.
 */

const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith("loading.tsx"),
);

test("there are loading screens", () => expect(files.length).toBeGreaterThan(1));

test.each(files)("%s has no control whose use would be lost", async (file) => {
  const { default: Loading } = await import(`@/app/${file}`);
  const { container } = show(<Loading />);
  expect(container.querySelectorAll("button, input, select, textarea, [role=button]")).toHaveLength(0);
});
