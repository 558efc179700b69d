"use client";

import { Download, FileUp } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { importedText } from "@/components/moderation/labels";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Spinner } from "@/components/ui/progress";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useImportPeople } from "@/lib/college/client/mutations";
import { ROSTER_COLUMNS } from "@/lib/college/policy";
import type { ImportAnswer, RejectedLine } from "@/lib/college/schema";
import { saveFile } from "@/lib/dom/save-file";
import { useTranslate } from "@/lib/language/translate";
import { CSV_START, csvLine } from "@/lib/text/csv";
import { isolated } from "@/lib/text/names";

/** Imports a file in two steps: what would happen, and doing it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const preview = useImportPeople();
  const done = useImportPeople();
  const file = preview.variables?.file;

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    // Choosing the same file again, once it is mended, is a change, too.
    event.target.value = "";
    if (!chosen) return;
    done.reset();
    preview.mutate({ file: chosen, dryRun: true });
  };
  const isEmpty = preview.data !== undefined && countOf(preview.data) === 0;
  const canImport = preview.isSuccess && !isEmpty && !done.isSuccess;

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Import people")}
      // What is under way goes on, and its answer would be lost.
      canClose={() => !done.isPending}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            variant={canImport ? "secondary" : "primary"}
            isPending={preview.isPending}
            disabled={done.isPending}
            onClick={() => input.current?.click()}
          >
            <FileUp aria-hidden />
            {file ? t("Choose another file") : t("Choose file")}
          </Button>
          {canImport && file && (
            <Button isPending={done.isPending} onClick={() => done.mutate({ file, dryRun: false })}>
              {t("Import")}
            </Button>
          )}
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <p>
          {t(
            "Upload what the college knows about its people. Members get their role, department and year at once, others when they sign up. Graduates with private addresses are invited by email.",
          )}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-ink2 text-sm">
            {t("A CSV file of at most 5,000 lines, with the columns {columns}.", {
              columns: ROSTER_COLUMNS.join(", "),
            })}
          </p>
          <Button variant="soft" size="sm" onClick={saveTemplate}>
            <Download aria-hidden />
            {t("Download a template")}
          </Button>
        </div>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          aria-label={t("File to import")}
          hidden
          onChange={choose}
        />
        {preview.isPending && <Spinner label={t("Reading the file")} className="mx-auto text-brand" />}
        {preview.isError && <Alert key={preview.submittedAt}>{messageOf(preview.error)}</Alert>}
        {done.isError && <Alert key={done.submittedAt}>{messageOf(done.error)}</Alert>}
        {done.isSuccess && (
          <Alert tone="success">{t("Imported: {counts}.", { counts: importedText(done.data, t) })}</Alert>
        )}
        {preview.isSuccess && file && (
          <>
            {!done.isSuccess && (
              <div role="status">
                <p className="truncate font-semibold">
                  <bdi>{isolated(file.name)}</bdi>
                </p>
                <p>{isEmpty ? t("There is nothing new in it.") : importedText(preview.data, t)}</p>
              </div>
            )}
            <RejectedLines lines={(done.data ?? preview.data).rejected} />
          </>
        )}
      </div>
    </Dialog>
  );
}

const countOf = ({ added, updated, invited }: ImportAnswer) => added + updated + invited;

const saveTemplate = () =>
  saveFile(new Blob([CSV_START, csvLine(ROSTER_COLUMNS)], { type: "text/csv" }), "people.csv");

/** What is wrong with which line; a long list scrolls. */
function RejectedLines({ lines }: { lines: RejectedLine[] }) {
  const t = useTranslate();
  if (lines.length === 0) return null;
  const title = t("{count, plural, one {# line is left out} other {# lines are left out}}", {
    count: lines.length,
  });
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-label">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <ul tabIndex={0} className="max-h-64 overflow-y-auto rounded-field bg-sunken px-4 py-3 text-sm">
        {lines.map(({ line, reason }) => (
          <li key={line} className="py-0.5">
            {t("Line {line}: {reason}", { line, reason: t(reason) })}
          </li>
        ))}
      </ul>
    </section>
  );
}
