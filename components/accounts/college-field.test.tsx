/** @jest-environment jsdom */
import { act } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { CollegeField } from "@/components/accounts/college-field";

function Form() {
  const [value, setValue] = useState("");
  return (
    <>
      <CollegeField label="College" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  );
}

test("adopts what the browser filled in before hydration", async () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Form />);
  const select = container.querySelector("select") as HTMLSelectElement;
  select.value = "MITS";
  await act(async () => hydrateRoot(container, <Form />));
  expect(select.value).toBe("MITS");
  expect(container.querySelector("output")?.textContent).toBe("MITS");
});
