"use client";

import {
  Backpack,
  BriefcaseBusiness,
  CalendarDays,
  Ellipsis,
  GraduationCap,
  LogOut,
  Presentation,
  Shield,
  ShieldCheck,
  ShieldOff,
} from "lucide-react";
import { useState } from "react";
import { AffiliationDialog } from "@/components/college/affiliation-dialog";
import type { ROLE_LABELS } from "@/components/moderation/labels";
import { OpenCaseItem } from "@/components/safety/open-case-item";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import type { Department } from "@/lib/campus/campus";
import { useSetAge, useSetStaffRole, useSignOut } from "@/lib/college/client/mutations";
import type { CollegePerson } from "@/lib/college/schema";
import { useTranslate } from "@/lib/language/translate";
import type { Age } from "@/lib/moderation/staff-schema";
import { MEMBER_ROLES, type MemberRole } from "@/lib/profiles/affiliation";
import { useMe } from "@/lib/profiles/client/queries";
import { isolated } from "@/lib/text/names";

type Role = keyof typeof ROLE_LABELS;

const ROLES = [
  { role: "moderator", label: "Make moderator", Icon: Shield },
  { role: "admin", label: "Make admin", Icon: ShieldCheck },
] as const;

const CONSEQUENCES: Record<Role, string> = {
  member: "They no longer see reports, cases and the log.",
  moderator: "They see reports and private evidence, and decide cases.",
  admin: "They moderate, see everyone here, and also choose who else does.",
};

const AGES = [
  { age: "adult", label: "Note: 18 or older" },
  { age: "minor", label: "Note: under 18" },
  { age: "confirmed", label: "Note: under 18, a parent has consented" },
] as const satisfies readonly { age: Age; label: string }[];

const ROLE_NAMES: Record<Role, string> = { member: "a member", moderator: "a moderator", admin: "an admin" };

/** What someone can be at the college. */
const MEMBER_ROLE_ITEMS = {
  student: { label: "Student…", Icon: Backpack },
  alumni: { label: "Alumni…", Icon: GraduationCap },
  faculty: { label: "Faculty…", Icon: Presentation },
  staff: { label: "Staff…", Icon: BriefcaseBusiness },
} as const;
const isMemberRole = (asked: string | undefined): asked is MemberRole =>
  MEMBER_ROLES.some((role) => role === asked);

type Props = {
  person: CollegePerson;
  /** The departments of their college. */
  departments: readonly Department[];
};

/** What an admin can do with a person. */
export function PersonMenu({ person, departments }: Props) {
  const t = useTranslate();
  const { _id, name, staffRole, role: memberRole, age } = person;
  const me = useMe();
  const [asked, setAsked] = useState<Role | MemberRole | "sign-out">();
  const setAge = useSetAge();
  const note = (next: Age) =>
    setAge.mutate(
      { _id, age: next },
      {
        onSuccess: () => toast.success(t("The age of {name} is noted.", { name: isolated(name) })),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("Options for {name}", { name })}>
            <Ellipsis />
          </IconButton>
        }
      >
        {MEMBER_ROLES.filter((role) => role !== "student" || memberRole !== "student").map((role) => {
          const { label, Icon } = MEMBER_ROLE_ITEMS[role];
          return (
            <MenuItem key={role} icon={<Icon aria-hidden />} onSelect={() => setAsked(role)}>
              {t(label)}
            </MenuItem>
          );
        })}
        {ROLES.filter(({ role }) => role !== staffRole).map(({ role, label, Icon }) => (
          <MenuItem key={role} icon={<Icon aria-hidden />} onSelect={() => setAsked(role)}>
            {t(label)}
          </MenuItem>
        ))}
        {AGES.filter((known) => known.age !== age).map((known) => (
          <MenuItem key={known.age} icon={<CalendarDays aria-hidden />} onSelect={() => note(known.age)}>
            {t(known.label)}
          </MenuItem>
        ))}
        {_id !== me?._id && <OpenCaseItem reported={{ subject: "person", subjectId: _id }} />}
        {staffRole && (
          <MenuItem danger icon={<ShieldOff aria-hidden />} onSelect={() => setAsked("member")}>
            {t("Take the role away")}
          </MenuItem>
        )}
        {_id !== me?._id && (
          <MenuItem danger icon={<LogOut aria-hidden />} onSelect={() => setAsked("sign-out")}>
            {t("Log out everywhere")}
          </MenuItem>
        )}
      </Menu>
      {asked === "sign-out" && <SignOutDialog person={person} onClose={close} />}
      {isMemberRole(asked) && (
        <AffiliationDialog person={person} role={asked} departments={departments} onClose={close} />
      )}
      {asked && asked !== "sign-out" && !isMemberRole(asked) && (
        <RoleDialog person={person} role={asked} onClose={close} />
      )}
    </>
  );
}

type DialogProps = { person: CollegePerson; onClose: () => void };

function RoleDialog({ person: { _id, name, staffRole }, role, onClose }: DialogProps & { role: Role }) {
  const t = useTranslate();
  const setStaffRole = useSetStaffRole();
  const isTaken = role === "member";
  const me = useMe();
  const needsTwo = staffRole === "admin" && _id !== me?._id;
  const handleConfirm = () =>
    setStaffRole.mutate(
      { _id, staffRole: isTaken ? null : role },
      {
        onSuccess: ({ member }) => {
          const isDone = (member.staffRole ?? "member") === role;
          toast.success(
            isDone
              ? t("{name} is now {role}.", { name: isolated(name), role: t(ROLE_NAMES[role]) })
              : t("Another admin has to do the same within 24 hours. All admins got a mail."),
          );
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={
        isTaken
          ? t("Take the role away from {name}?", { name: isolated(name) })
          : t("Make {name} {role}?", { name: isolated(name), role: t(ROLE_NAMES[role]) })
      }
      description={
        needsTwo
          ? t("It takes two: nothing changes until another admin does the same within 24 hours.")
          : t(CONSEQUENCES[role])
      }
      confirmLabel={isTaken ? t("Take away") : t("Change role")}
      danger={isTaken}
      isPending={setStaffRole.isPending}
      error={setStaffRole.isError ? messageOf(setStaffRole.error) : null}
      onConfirm={handleConfirm}
    />
  );
}

function SignOutDialog({ person: { _id, name }, onClose }: DialogProps) {
  const t = useTranslate();
  const signOut = useSignOut();
  const handleConfirm = () =>
    signOut.mutate(_id, {
      onSuccess: () => {
        toast.success(t("{name} is logged out on all devices.", { name: isolated(name) }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("Log {name} out everywhere?", { name: isolated(name) })}
      description={t("All their devices are logged out at once. They get an email and can log in again.")}
      confirmLabel={t("Log out")}
      danger
      isPending={signOut.isPending}
      error={signOut.isError ? messageOf(signOut.error) : null}
      onConfirm={handleConfirm}
    />
  );
}
