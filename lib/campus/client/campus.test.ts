/** @jest-environment jsdom */
import { renderToStaticMarkup } from "react-dom/server";
import { CampusData } from "@/components/shell/campus-data";
import { campus } from "@/lib/campus/server/campus";

const readInBrowser = () => {
  let read: unknown;
  jest.isolateModules(() => {
    read = require("@/lib/campus/client/campus").campus;
  });
  return read;
};

test("the browser has what the server knows, and nothing of the departments", () => {
  document.head.innerHTML = renderToStaticMarkup(CampusData());
  expect(readInBrowser()).toEqual(campus);
  expect(document.head.textContent).not.toMatch(/departments|programmes/);
  expect(document.head.children).toHaveLength(1);
});

test("no name ends the element", () => {
  const { name } = campus;
  campus.name = "</script><b>Quad";
  document.head.innerHTML = renderToStaticMarkup(CampusData());
  expect(readInBrowser()).toEqual(campus);
  expect(document.head.children).toHaveLength(1);
  campus.name = name;
});

test("an error screen without the data knows at least the product's name", () => {
  document.head.innerHTML = "";
  expect(readInBrowser()).toMatchObject({ name: "Campus Circle", colleges: [] });
});
