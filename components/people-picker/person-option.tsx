import { NameLine } from "@/components/circles/affiliation-chip";
import { Avatar } from "@/components/ui/avatar";
import type { Translate } from "@/lib/language/translator";
import type { UserSummary } from "@/lib/profiles/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

/** How a row of a list of people looks whose focus is in the field above it. */
export const OPTION_ROW =
  "flex min-h-12 cursor-pointer select-none items-center gap-3 rounded-field px-2 py-1.5 data-active:bg-sunken";

/** How many people were found, for screen readers. */
export const foundText = (total: number, t: Translate): string =>
  total === 0
    ? t("No users found")
    : t("{total, plural, one {1 person found} other {{total} people found}}", { total });

/** What such a row shows of a person; by default with the username below the name. */
export function PersonOption({
  person: { _id, name, username, avatar, affiliation },
  note = username && `@${username}`,
}: {
  person: UserSummary;
  note?: string;
}) {
  return (
    <>
      <Avatar id={_id} name={name} src={sizedImageUrl(avatar, 96)} size="md" />
      <span className="min-w-0 flex-1">
        <NameLine affiliation={affiliation} className="text-label">
          <bdi className="max-w-full truncate font-semibold">{name}</bdi>
        </NameLine>
        {note && <span className="block truncate text-ink2 text-sm">{note}</span>}
      </span>
    </>
  );
}
