import type { ReactNode } from "react";
import { LegalFrame } from "@/components/legal/legal-frame";
import type { Translate } from "@/lib/language/translator";

/** Packages with the same licence, word for word. Some bring no text of it. */
type Group = {
  licence: string;
  text: string;
  packages: { name: string; version: string; source: string }[];
};

/** The notices of the packages of others, as their licences ask for. The texts are folded. */
export function LicencesPage({ groups, t }: { groups: readonly Group[]; t: Translate }) {
  return (
    <LegalFrame name="licences" title={t("Third-party licences")}>
      <p className="mt-3">
        {t(
          "These packages are part of what your browser loads or of what the server runs. Each name leads to its source.",
        )}
      </p>
      <ul className="mt-6">
        {groups.map(({ licence, text, packages }) => (
          <li
            key={`${packages[0]?.name} ${packages[0]?.version}`}
            className="border-line border-b py-3 last:border-0"
          >
            <ul className="flex flex-wrap gap-x-5 gap-y-1 touch:gap-y-0">
              {packages.map(({ name, version, source }) => (
                <li
                  key={`${name} ${version}`}
                  className="wrap-anywhere min-w-0 touch:flex touch:min-h-11 touch:items-center"
                >
                  <span>
                    <Source href={source}>{name}</Source>{" "}
                    <span className="text-ink2 text-sm tabular-nums">{version}</span>
                  </span>
                </li>
              ))}
            </ul>
            {text ? (
              <details>
                <summary className="w-fit min-w-11 cursor-pointer rounded-sm py-1 text-ink2 text-sm touch:py-3">
                  {t("Licence: {licence}", { licence })}
                </summary>
                <pre lang="en" className="mt-2 wrap-anywhere whitespace-pre-wrap font-sans text-sm">
                  {text}
                </pre>
              </details>
            ) : (
              <p className="py-1 text-sm touch:py-3">
                <Source href={`https://spdx.org/licenses/${licence}.html`}>
                  {t("Licence: {licence}", { licence })}
                </Source>
              </p>
            )}
          </li>
        ))}
      </ul>
    </LegalFrame>
  );
}

/** A link to another site. */
function Source({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      className="touch-target rounded-sm font-semibold text-brand underline-offset-4 hover:underline"
    >
      {children}
    </a>
  );
}
