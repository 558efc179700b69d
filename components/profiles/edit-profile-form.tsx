"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Mentions } from "@/components/mentions/mentions";
import { ClassFields } from "@/components/profiles/class-fields";
import { UsernameField } from "@/components/profiles/username-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/field";
import { CharCounter, TextareaField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { NO_SESSION } from "@/lib/accounts/policy";
import { apiError } from "@/lib/api/client/api-client-error";
import type { CollegeLists } from "@/lib/campus/campus";
import { useTranslate } from "@/lib/language/translate";
import { postsKeys } from "@/lib/posts/client/cache";
import { collegeByEmail, findCollege, NO_COLLEGE } from "@/lib/product";
import { updateErrorMessage, useUpdateProfile } from "@/lib/profiles/client/mutations";
import { BIO_MAX, COLLEGE_ID_MAX, NAME_MAX } from "@/lib/profiles/policy";
import { type OwnUser, type ProfileBody, profileBody } from "@/lib/profiles/schema";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";
import { countCharacters } from "@/lib/text/text";

/** The values of the profile form: all that people may change but what has controls of its own. */
export type ProfileValues = Record<
  | "name"
  | "username"
  | "bio"
  | "collegeName"
  | "collegeId"
  | "department"
  | "programme"
  | "batch"
  | "section",
  string
>;

/** What the server has of them. */
const savedOf = (me: OwnUser): ProfileValues => ({
  name: me.name,
  username: me.username,
  bio: me.bio,
  collegeName: me.collegeName,
  collegeId: me.collegeId,
  department: me.affiliation.department ?? "",
  programme: me.programme ?? "",
  batch: String(me.affiliation.batch ?? ""),
  section: me.section ?? "",
});

/**
 * The profile's values, with those typed in their place; for a profile without a college, the
 * college of its address. What was not typed follows the profile, which may be saved elsewhere
 * in between, and so does a username that can't be changed any more.
 */
export function valuesOf(me: OwnUser, typed: Partial<ProfileValues> = {}): ProfileValues {
  const saved = savedOf(me);
  const collegeName =
    me.collegeName === NO_COLLEGE ? (collegeByEmail(me.email)?.code ?? NO_COLLEGE) : me.collegeName;
  const values = { ...saved, collegeName, ...typed };
  return me.usernameChangeableAt === "" ? values : { ...values, username: saved.username };
}

/**
 * The values that differ from the profile. Untouched ones are not sent, so none can be rejected.
 */
export function changesOf(me: OwnUser, values: ProfileValues): ProfileBody {
  const saved = savedOf(me);
  const stored = (field: keyof ProfileValues) =>
    field === "username" ? values.username.trim().toLowerCase() : values[field].trim();
  const fields = Object.keys(saved) as (keyof ProfileValues)[];
  const changed = fields.filter((field) => stored(field) !== saved[field]);
  return Object.fromEntries(
    changed.map((field) => [field, field === "batch" ? Number(values.batch) || null : values[field]]),
  );
}

type Props = {
  me: OwnUser;
  lists: CollegeLists;
  values: ProfileValues;
  onChange: (change: Partial<ProfileValues>) => void;
  onSaved: () => void;
};

export type ProfileProblems = Partial<Record<keyof ProfileValues, string>>;

/** The text fields of a profile, validated with the server's own schema before they are sent. */
export function EditProfileForm({ me, lists, values, onChange, onSaved }: Props) {
  const t = useTranslate();
  const save = useUpdateProfile();
  const form = useRef<HTMLFormElement>(null);
  const bio = useRef<HTMLTextAreaElement>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [hasNoToken, setHasNoToken] = useState(false);
  const changes = changesOf(me, values);
  // A link to this screen can name a field: /edit-profile#bio.
  useEffect(() => {
    const field = form.current?.elements.namedItem(window.location.hash.slice(1));
    if (field instanceof HTMLElement) field.focus();
  }, []);
  // About the department or the year: the other conflict, a taken username, has its own code.
  const isConflict = apiError(save.error)?.code === "conflict";
  const problems = wasSubmitted ? problemsOf(me, values) : {};

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    setWasSubmitted(true);
    setHasNoToken(!storedAccessToken());
    if (!storedAccessToken()) return;
    const [firstInvalid] = Object.keys(problemsOf(me, values));
    if (firstInvalid) {
      form.current?.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus();
      return;
    }
    if (Object.keys(changes).length === 0) {
      onSaved();
      return;
    }
    save.mutate(
      { userId: me._id, change: changes },
      {
        onSuccess: (_saved, _change, _result, { client }) => {
          // It may be another class now.
          client.removeQueries({ queryKey: postsKeys.feed("class") });
          toast.success(t("Your profile is saved."));
          onSaved();
        },
      },
    );
  };

  return (
    <Form ref={form} onSubmit={handleSubmit}>
      <TextField
        label={t("Name")}
        name="name"
        autoComplete="name"
        autoCapitalize="words"
        required
        value={values.name}
        error={problems.name ? t(problems.name) : null}
        onChange={(event) => onChange({ name: event.target.value })}
        maxLength={NAME_MAX * 10}
      />
      <UsernameField
        me={me}
        value={values.username}
        problem={problems.username}
        onChange={(username) => onChange({ username })}
      />
      <TextareaField
        ref={bio}
        label={t("Bio")}
        name="bio"
        dir="auto"
        value={values.bio}
        error={problems.bio ? t(problems.bio) : null}
        hint={<CharCounter count={countCharacters(values.bio.trim())} max={BIO_MAX} />}
        onChange={(event) => onChange({ bio: event.target.value })}
      />
      <Mentions field={bio} text={values.bio} />
      <TextField
        label={t("College Name")}
        name="collegeName"
        readOnly
        className="read-only:bg-sunken read-only:text-ink2"
        hint={collegeByEmail(me.email) && t("The college of your address.")}
        value={findCollege(values.collegeName)?.fullName ?? values.collegeName}
        error={problems.collegeName ? t(problems.collegeName) : null}
      />
      <ClassFields
        me={me}
        lists={lists}
        values={values}
        problems={problems}
        conflict={isConflict ? updateErrorMessage(save.error) : null}
        onChange={onChange}
      />
      <TextField
        label={t("College ID")}
        name="collegeId"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={COLLEGE_ID_MAX * 2}
        hint={t("Only you see it; classmates who know it can find you by it.")}
        value={values.collegeId}
        error={problems.collegeId ? t(problems.collegeId) : null}
        onChange={(event) => onChange({ collegeId: event.target.value })}
      />
      {hasNoToken && <Alert>{NO_SESSION}</Alert>}
      {save.isError && !isConflict && <Alert key={save.submittedAt}>{updateErrorMessage(save.error)}</Alert>}
      <Button type="submit" size="lg" isPending={save.isPending || save.isSuccess}>
        {t("Save changes")}
      </Button>
    </Form>
  );
}

/** The first validation message of each changed field. */
function problemsOf(me: OwnUser, values: ProfileValues): ProfileProblems {
  const { error } = profileBody.safeParse(changesOf(me, values));
  const problems: ProfileProblems = {};
  for (const { path, message } of error?.issues ?? []) {
    const field = path[0] as keyof ProfileValues;
    problems[field] ??= message;
  }
  return problems;
}
