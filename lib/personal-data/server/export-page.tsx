import "server-only";
import { EXPORT_LISTS, Time } from "@/lib/personal-data/server/export-lists";
import { APP_NAME } from "@/lib/product";
import type { Viewer } from "@/lib/sessions/server/access";
import { isolated } from "@/lib/text/names";

/**
 * The page of an export: what the JSON files say, for people. It has no script and loads nothing
 * but the media next to it.
 */

type Owner = { name: string; email: string; bio: string };

/** The page, piece by piece as its rows are read. */
export async function* exportPage(viewer: Viewer, owner: Owner, madeAt: Date): AsyncGenerator<string> {
  // Next.js forbids a static import of this renderer in code that pages bundle.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const title = `${isolated(owner.name)} on ${APP_NAME}`;
  const head = (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>{title}</title>
      <style>{STYLE}</style>
    </>
  );
  yield `<!doctype html><html lang="en"><head>${renderToStaticMarkup(head)}</head><body>`;
  yield renderToStaticMarkup(
    <header>
      <h1>{title}</h1>
      <p>{owner.email}</p>
      {owner.bio && <p className="words">{owner.bio}</p>}
      <p>
        Everything {APP_NAME} held about you on <Time at={madeAt} />. Times are in the college's time zone.
        The .json files beside this page hold the same, and details, for programs.
      </p>
    </header>,
  );
  for (const { section } of EXPORT_LISTS) {
    if (!section) continue;
    yield renderToStaticMarkup(<h2>{section.title}</h2>);
    let isEmpty = true;
    for await (const item of section.items(viewer)) {
      if (isEmpty) yield "<ul>";
      isEmpty = false;
      yield renderToStaticMarkup(<li>{item}</li>);
    }
    yield isEmpty ? "<p>Nothing here.</p>" : "</ul>";
  }
  yield "</body></html>\n";
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 Inter, system-ui, sans-serif; }
body { max-width: 42rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; }
li { padding: 0.5rem 0; border-top: 1px solid #8886; }
p { margin: 0.25rem 0; }
.words { white-space: pre-line; }
time { color: GrayText; font-size: 0.875rem; }
img, video { display: block; max-width: 100%; max-height: 24rem; border-radius: 12px; }
`;
