"use client";

import { CalendarDays, Ellipsis, LogOut, Shield, ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { ROLE_LABELS } from "@/components/moderation/labels";
import { OpenCaseItem } from "@/components/safety/open-case-item";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useSetAge, useSetRole, useSignOut } from "@/lib/college/client/mutations";
import type { CollegePerson } from "@/lib/college/schema";
import type { Age } from "@/lib/moderation/staff-schema";
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

const roleName = (role: Role) => `${role === "admin" ? "an" : "a"} ${ROLE_LABELS[role].toLowerCase()}`;

/** What an admin can do with a person. */
export function PersonMenu({ person }: { person: CollegePerson }) {
  const { _id, name, staffRole, age } = person;
  const me = useMe();
  const [asked, setAsked] = useState<Role | "sign-out">();
  const setAge = useSetAge();
  const note = (next: Age) =>
    setAge.mutate(
      { _id, age: next },
      {
        onSuccess: () => toast.success(`The age of ${isolated(name)} is noted.`),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Options for ${name}`}>
            <Ellipsis />
          </IconButton>
        }
      >
        {ROLES.filter(({ role }) => role !== staffRole).map(({ role, label, Icon }) => (
          <MenuItem key={role} icon={<Icon aria-hidden />} onSelect={() => setAsked(role)}>
            {label}
          </MenuItem>
        ))}
        {AGES.filter((known) => age !== null && known.age !== age).map((known) => (
          <MenuItem key={known.age} icon={<CalendarDays aria-hidden />} onSelect={() => note(known.age)}>
            {known.label}
          </MenuItem>
        ))}
        {_id !== me?._id && <OpenCaseItem reported={{ subject: "person", subjectId: _id }} />}
        {staffRole && (
          <MenuItem danger icon={<ShieldOff aria-hidden />} onSelect={() => setAsked("member")}>
            Take the role away
          </MenuItem>
        )}
        {_id !== me?._id && (
          <MenuItem danger icon={<LogOut aria-hidden />} onSelect={() => setAsked("sign-out")}>
            Log out everywhere
          </MenuItem>
        )}
      </Menu>
      {asked === "sign-out" && <SignOutDialog person={person} onClose={close} />}
      {asked && asked !== "sign-out" && <RoleDialog person={person} role={asked} onClose={close} />}
    </>
  );
}

type DialogProps = { person: CollegePerson; onClose: () => void };

function RoleDialog({ person: { _id, name }, role, onClose }: DialogProps & { role: Role }) {
  const setRole = useSetRole();
  const isTaken = role === "member";
  const handleConfirm = () =>
    setRole.mutate(
      { _id, role: isTaken ? null : role },
      {
        onSuccess: () => {
          toast.success(`${isolated(name)} is now ${roleName(role)}.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={
        isTaken ? `Take the role away from ${isolated(name)}?` : `Make ${isolated(name)} ${roleName(role)}?`
      }
      description={CONSEQUENCES[role]}
      confirmLabel={isTaken ? "Take away" : "Change role"}
      danger={isTaken}
      isPending={setRole.isPending}
      error={setRole.isError ? messageOf(setRole.error) : null}
      onConfirm={handleConfirm}
    />
  );
}

function SignOutDialog({ person: { _id, name }, onClose }: DialogProps) {
  const signOut = useSignOut();
  const handleConfirm = () =>
    signOut.mutate(_id, {
      onSuccess: () => {
        toast.success(`${isolated(name)} is logged out on all devices.`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Log ${isolated(name)} out everywhere?`}
      description="All their devices are logged out at once. They are told by mail and can log in again."
      confirmLabel="Log out"
      danger
      isPending={signOut.isPending}
      error={signOut.isError ? messageOf(signOut.error) : null}
      onConfirm={handleConfirm}
    />
  );
}
