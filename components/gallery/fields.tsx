"use client";

import { useState } from "react";
import { Row, Section, Specimen } from "@/components/gallery/specimen";
import { ComboboxField } from "@/components/ui/combobox-field";
import { SearchField } from "@/components/ui/search-field";
import { SelectField } from "@/components/ui/select-field";
import { CharCounter, TextareaField, TextField } from "@/components/ui/text-field";

const COLLEGES = [{ value: "MITS", label: "Madhav Institute of Technology & Science, Gwalior" }];

export function Fields() {
  const [query, setQuery] = useState("ishita");
  const [college, setCollege] = useState("");
  return (
    <Section id="fields" title="Fields">
      <Specimen name="empty, with a hint">
        <TextField label="College email" placeholder="you@mitsgwl.ac.in" hint="It ends with @mitsgwl.ac.in" />
      </Specimen>
      <Specimen name="filled">
        <TextField label="First name" defaultValue="Ishita" />
      </Specimen>
      <Specimen name="error">
        <TextField
          label="Email"
          defaultValue="ishita@gmail.com"
          error="Please use your college email (@mitsgwl.ac.in)"
        />
      </Specimen>
      <Specimen name="success">
        <TextField label="Email" defaultValue="ishita@mitsgwl.ac.in" success="This email is supported" />
      </Specimen>
      <Specimen name="disabled">
        <TextField label="College ID" defaultValue="0901CS231004" disabled />
      </Specimen>
      <Specimen name="multi-line, too long">
        <TextareaField
          label="Bio"
          defaultValue={"A few words, and then some more. ".repeat(10)}
          error="Please keep your bio to 300 characters."
          hint={<CharCounter count={330} max={300} />}
        />
      </Specimen>
      <Specimen name="select: placeholder, selected">
        <div className="flex flex-col gap-4">
          <SelectField label="College" placeholder="College Name" defaultValue="" options={COLLEGES} />
          <SelectField label="College" defaultValue="MITS" options={COLLEGES} />
        </div>
      </Specimen>
      <Specimen name="combobox">
        <ComboboxField
          label="College"
          placeholder="College Name"
          options={COLLEGES}
          value={college}
          onChange={setCollege}
          noMatch={(typed) => `No college found for “${typed}”.`}
        />
      </Specimen>
      <Specimen name="search: idle and busy">
        <Row>
          <SearchField label="Search people" value={query} onChange={setQuery} />
          <SearchField label="Search people, busy" value={query} onChange={setQuery} isPending />
        </Row>
      </Specimen>
    </Section>
  );
}
