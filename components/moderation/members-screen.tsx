"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown, SearchX } from "lucide-react";
import { useState } from "react";
import { ROLE_LABELS } from "@/components/moderation/labels";
import { RowSkeletons } from "@/components/moderation/list-states";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Menu, MenuChoices } from "@/components/ui/menu";
import { SearchField } from "@/components/ui/search-field";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useSetAge, useSetRole } from "@/lib/moderation/client/mutations";
import { membersOptions } from "@/lib/moderation/client/queries";
import type { Age, StaffMember } from "@/lib/moderation/staff-schema";
import { sizedImageUrl } from "@/lib/text/media-url";
import { isolated } from "@/lib/text/names";

type Role = keyof typeof ROLE_LABELS;

const ROLES = (["member", "moderator", "admin"] as const).map((value) => ({
  value,
  label: ROLE_LABELS[value],
}));

const roleOf = ({ staffRole }: StaffMember): Role => staffRole ?? "member";

const CONSEQUENCES: Record<Role, string> = {
  member: "They no longer see reports, cases and the log.",
  moderator: "They see reports and private evidence, and decide cases.",
  admin: "They moderate, and also choose who else does.",
};

/** For admins: who moderates. Without words it lists the staff; a search finds everyone. */
export function MembersScreen() {
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), 300);
  const query = useQuery({ ...membersOptions(q), placeholderData: keepPreviousData });
  const content = () => {
    if (query.isPending) return <RowSkeletons label="Loading members" />;
    if (!query.data) {
      return <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />;
    }
    if (query.data.length === 0) {
      return (
        <EmptyState icon={SearchX} title="No one found">
          Try a part of the name, the username or the whole address.
        </EmptyState>
      );
    }
    return (
      <ul aria-label={q === "" ? "Staff" : "Members found"} className="flex flex-col gap-4">
        {query.data.map((member) => (
          <li key={member._id}>
            <MemberRow member={member} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Card bleed className="flex flex-col gap-5 p-4 md:p-6">
      <SearchField
        label="Search members"
        value={text}
        onChange={setText}
        isPending={text.trim() !== q || query.isFetching}
      />
      {content()}
    </Card>
  );
}

function MemberRow({ member }: { member: StaffMember }) {
  const { _id, name, username, avatar, email, isActive, suspension, age } = member;
  const [chosen, setChosen] = useState<Role>();
  const setRole = useSetRole();
  const role = roleOf(member);
  const confirm = () => {
    if (!chosen) return;
    setRole.mutate(
      { _id, role: chosen === "member" ? null : chosen },
      {
        onSuccess: () => {
          toast.success(
            `${isolated(name)} is now ${chosen === "admin" ? "an" : "a"} ${ROLE_LABELS[chosen].toLowerCase()}.`,
          );
          setChosen(undefined);
        },
      },
    );
  };
  const choose = (next: Role) => {
    if (next === role) return;
    setRole.reset();
    setChosen(next);
  };
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Avatar id={_id} name={name} src={sizedImageUrl(avatar, 96)} size="lg" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2">
          <bdi className="min-w-0 truncate font-semibold text-label">{name}</bdi>
          {suspension && <Badge tone="alert">{suspension.until ? "Suspended" : "Banned"}</Badge>}
          {!isActive && !suspension && <Badge tone="neutral">Deactivated</Badge>}
        </p>
        <p className="truncate text-ink2 text-sm">
          {[username && `@${username}`, email].filter(Boolean).join(" · ")}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:col-start-2">
        {age && <AgeMenu member={member} age={age} />}
        <Menu
          trigger={
            <Button variant="secondary" size="sm">
              <span className="sr-only">
                Role of <bdi>{name}</bdi>:{" "}
              </span>
              {ROLE_LABELS[role]}
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          <MenuChoices value={role} options={ROLES} onChange={choose} />
        </Menu>
      </div>
      {chosen && (
        <ConfirmDialog
          open
          onOpenChange={() => setChosen(undefined)}
          title={`Make ${isolated(name)} ${chosen === "admin" ? "an" : "a"} ${ROLE_LABELS[chosen].toLowerCase()}?`}
          description={CONSEQUENCES[chosen]}
          confirmLabel="Change role"
          danger={chosen === "member"}
          isPending={setRole.isPending}
          error={setRole.isError ? messageOf(setRole.error) : null}
          onConfirm={confirm}
        />
      )}
    </div>
  );
}

const AGES = [
  { value: "adult", label: "18 or older" },
  { value: "minor", label: "Under 18" },
  { value: "confirmed", label: "Under 18, a parent has consented" },
] as const satisfies readonly { value: Age; label: string }[];

/** What is known of a member's age: what they said, or what an admin noted. */
function AgeMenu({ member: { _id, name }, age }: { member: StaffMember; age: Age }) {
  const setAge = useSetAge();
  const choose = (next: Age) =>
    next !== age && setAge.mutate({ _id, age: next }, { onError: (error) => toast.error(messageOf(error)) });
  return (
    <Menu
      trigger={
        <Button variant="secondary" size="sm" isPending={setAge.isPending}>
          <span className="sr-only">
            Age of <bdi>{name}</bdi>:{" "}
          </span>
          {age === "adult" ? "18+" : age === "minor" ? "Under 18" : "Under 18, consent"}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <MenuChoices value={age} options={AGES} onChange={choose} />
    </Menu>
  );
}
