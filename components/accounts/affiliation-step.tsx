import { useState } from "react";
import {
  isDepartmentMissing,
  StudentFields,
  type StudentValues,
  WorkFields,
  type WorkValues,
} from "@/components/profiles/affiliation-fields";
import { RequestLine } from "@/components/profiles/request-line";
import { Button } from "@/components/ui/button";
import type { CollegeLists } from "@/lib/campus/campus";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { AffiliationRequestBody } from "@/lib/profiles/affiliation-schema";
import { useKnownRequest } from "@/lib/profiles/client/queries";
import type { OwnUser, ProfileBody } from "@/lib/profiles/schema";
import { readStudentNumber } from "@/lib/profiles/student-number";

type State = {
  /** What a student has chosen in the place of what the number says. */
  chosen?: StudentValues | undefined;
  isLeftOut?: boolean;
  /** What someone who teaches or works here asks the college to confirm. */
  work?: WorkValues | undefined;
};

/**
 * What the step asks in addition to the number. A student's department and year are read from the
 * number and sent with it, unless they change them or leave them out; nothing is proposed to people
 * who have said them, or have them from the college. Faculty and staff ask the college instead.
 */
export function useAffiliationStep(profile: OwnUser | undefined, number: string, lists: CollegeLists) {
  const [state, setState] = useState<State>({});
  const [wasSent, setSent] = useState(false);
  const { chosen, isLeftOut, work } = state;
  const { role, department = null, batch = null } = profile?.affiliation ?? { role: "student" };
  const isOpen = role === "student" && !department && !batch && !work;
  const said = isOpen ? readStudentNumber(number, lists) : undefined;
  const read = said && { department: said.department, batch: String(said.batch ?? ""), section: "" };
  // Graduates are invited with what the college has listed of them, and correct it here.
  const graduated = role === "alumni" && department && batch ? { department, batch } : undefined;
  const listed = graduated && { department: graduated.department, batch: String(batch), section: "" };
  const values = isOpen ? (chosen ?? read) : listed && (chosen ?? listed);
  const isMissing = work !== undefined && isDepartmentMissing(work, lists.departments);
  return {
    state,
    setState,
    /** What is next to the student's name, unless it is left out. */
    values,
    graduated,
    mayAsk: role === "student" || (role === "alumni" && !graduated),
    isMissing: isMissing && wasSent,
    /** What to send; undefined when something is missing, which is then shown. */
    submit: (): { change: ProfileBody; request: AffiliationRequestBody | undefined } | undefined => {
      setSent(true);
      if (isMissing) return undefined;
      const request = work && { role: work.role, department: work.department || null };
      const change = isOpen ? values : chosen;
      return { change: change && !isLeftOut ? toChange(change) : {}, request };
    },
  };
}

export const toChange = ({ department, batch, section }: StudentValues): ProfileBody => ({
  ...(department && { department }),
  ...(batch && { batch: Number(batch) }),
  ...(section && { section }),
});

type Props = {
  step: ReturnType<typeof useAffiliationStep>;
  profile: OwnUser | undefined;
  departments: CollegeLists["departments"];
};

/** Below the number: what it says, to change or leave out, and "I teach or work here". */
export function AffiliationStep({ step, profile, departments }: Props) {
  const t = useTranslate();
  const { state, setState, values, graduated, mayAsk, isMissing } = step;
  const { chosen, isLeftOut = false, work } = state;
  const asked = useKnownRequest(profile?._id ?? "");
  const isWaiting = asked?.state === "pending";
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-2 rounded-field bg-sunken pr-1 pl-4 has-[p:empty]:sr-only">
        {/* Always rendered, so that it is announced. */}
        <p aria-live="polite" className="min-w-0 flex-1 basis-36 py-2 text-sm">
          {values &&
            (isLeftOut ? (
              t("Nothing is shown next to your name.")
            ) : (
              <Rich
                text="Next to your name: <strong>{what}</strong>"
                values={{ what: [values.department, values.batch].filter(Boolean).join(" · ") || "–" }}
                components={{ strong: <strong className="inline-block font-semibold" /> }}
              />
            ))}
        </p>
        {values && (
          <div className="ml-auto flex flex-wrap justify-end">
            {!chosen && !isLeftOut && (
              <Button variant="ghost" size="sm" onClick={() => setState({ chosen: values })}>
                {t("Change")}
              </Button>
            )}
            {!graduated && (
              <Button variant="ghost" size="sm" onClick={() => setState({ chosen, isLeftOut: !isLeftOut })}>
                {isLeftOut ? t("Put back") : t("Leave out")}
              </Button>
            )}
          </div>
        )}
      </div>
      {values && chosen && !isLeftOut && (
        <StudentFields
          autoFocus
          departments={departments}
          values={chosen}
          onChange={(change) => setState({ chosen: { ...chosen, ...change } })}
        />
      )}
      {isWaiting && <RequestLine request={asked} />}
      {mayAsk && !isWaiting && (
        <label className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 hover:bg-sunken">
          <input
            type="checkbox"
            checked={work !== undefined}
            onChange={({ target }) =>
              setState(target.checked ? { work: { role: "faculty", department: "" } } : {})
            }
            className="size-5 shrink-0 accent-brand"
          />
          {t("I teach or work here")}
        </label>
      )}
      {work && (
        <WorkFields
          departments={departments}
          values={work}
          isMissing={isMissing}
          onChange={(change) => setState({ work: { ...work, ...change } })}
        />
      )}
    </>
  );
}
