import type { Metadata } from "next";
import { PeopleScreen } from "@/components/people-search/people-screen";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { departments, programmes } from "@/lib/campus/server/campus";
import { getText } from "@/lib/language/server";
import { campusPeopleOptions, peopleParams, toUserPage } from "@/lib/people-search/client/queries";
import { peopleQuery } from "@/lib/people-search/people-schema";
import { listCampusPeople } from "@/lib/people-search/server/people";
import { COLLEGES } from "@/lib/product";
import { firstPage, prefetch } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("People") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** An address that can't be asked for is left to the screen, which says why. */
export default async function PeoplePage({ searchParams }: Props) {
  const address = await searchParams;
  const choice = peopleParams({
    get: (name) => {
      const value = address[name];
      return typeof value === "string" ? value : null;
    },
  });
  const viewer = await pageViewer();
  const query = peopleQuery.safeParse(choice).data;
  const state =
    viewer &&
    query &&
    (await prefetch(
      firstPage(campusPeopleOptions(choice), () => listCampusPeople(viewer, query).then(toUserPage)),
    ));
  return (
    <HydrateOnce state={state}>
      <PeopleScreen
        departments={distinct(COLLEGES.flatMap(({ code }) => departments(code)))}
        programmes={distinct(COLLEGES.flatMap(({ code }) => programmes(code)))}
      />
    </HydrateOnce>
  );
}

/** Colleges may share a code. */
const distinct = (entries: { code: string; name: string }[]) => [
  ...new Map(entries.map(({ code, name }) => [code, { code, name }])).values(),
];
