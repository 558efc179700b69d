"use client";

import { Bell, Ellipsis, Link2, Newspaper, Pencil, Plus, Trash2 } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { NameLine } from "@/components/circles/affiliation-chip";
import { Alert } from "@/components/ui/alert";
import { Avatar, type AvatarSize } from "@/components/ui/avatar";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { ButtonSize, ButtonVariant } from "@/components/ui/button-style";
import { Collapsible } from "@/components/ui/collapsible";
import { ComboboxField } from "@/components/ui/combobox-field";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { ButtonLink } from "@/components/ui/link";
import { Menu, MenuChoices, MenuItem, MenuLink } from "@/components/ui/menu";
import { ProgressBar, Spinner } from "@/components/ui/progress";
import { RelativeTime } from "@/components/ui/relative-time";
import { SearchField } from "@/components/ui/search-field";
import { SelectField } from "@/components/ui/select-field";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { CharCounter, TextareaField, TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";

const VARIANTS: ButtonVariant[] = ["primary", "secondary", "soft", "ghost", "danger"];
const SIZES: ButtonSize[] = ["sm", "md", "lg"];
const TONES: BadgeTone[] = ["brand", "gold", "alert", "neutral"];
const AVATARS: AvatarSize[] = ["xs", "sm", "md", "lg", "face", "xl"];
const AFFILIATION = { role: "student", department: "CSE", batch: 2027, label: "CSE ’27" } as const;
const COLLEGES = [{ value: "MITS", label: "Madhav Institute of Technology & Science, Gwalior" }];
const FILTERS = [
  { value: "all", label: "All Notifications" },
  { value: "unread", label: "Unread" },
] as const;
const SECTIONS = { Buttons, "Small parts": SmallParts, Fields, Layers, States };

/** The parts that screens are made of, in the current theme, without a request to the server. */
export function Gallery() {
  return (
    <div className="flex w-full max-w-7xl flex-col gap-12 py-4" onClickCapture={stayHere}>
      <header>
        <h1 className="text-3xl">Gallery</h1>
        <nav aria-label="Groups" className="mt-4 flex flex-wrap gap-x-4">
          {Object.keys(SECTIONS).map((title) => (
            <a key={title} href={`#${idOf(title)}`} className="min-h-11 text-brand hover:underline">
              {title}
            </a>
          ))}
        </nav>
      </header>
      {Object.entries(SECTIONS).map(([title, Content]) => (
        <section key={title} id={idOf(title)} aria-label={title} className="border-line border-t pt-8">
          <h2 className="mb-5 text-2xl">{title}</h2>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,24rem),1fr))] items-start gap-6">
            <Content />
          </div>
        </section>
      ))}
    </div>
  );
}

const idOf = (title: string) => title.toLowerCase().replace(" ", "-");

/** Links do not lead away. */
function stayHere(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link && !link.hash) event.preventDefault();
}

/** Some states of one part. */
const Specimen = ({ name, children }: { name: string; children: ReactNode }) => (
  <figure className="min-w-0">
    <figcaption className="mb-2 text-ink2 text-sm">{name}</figcaption>
    <div className="card flex flex-wrap items-center gap-3 p-5">{children}</div>
  </figure>
);

function Buttons() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Specimen key={variant} name={`${variant}: idle, busy, disabled`}>
          <Button variant={variant}>Save</Button>
          <Button variant={variant} isPending>
            Save
          </Button>
          <Button variant={variant} disabled>
            Save
          </Button>
        </Specimen>
      ))}
      <Specimen name="sizes, with an icon; a link">
        {SIZES.map((size) => (
          <Button key={size} size={size}>
            <Plus aria-hidden />
            {size}
          </Button>
        ))}
        <ButtonLink href="#buttons" variant="secondary" wide>
          A place to go
        </ButtonLink>
      </Specimen>
      <Specimen name="icon buttons: plain, brand, danger, over media, disabled">
        <IconButton label="Notifications">
          <Bell />
        </IconButton>
        <IconButton label="Add" tone="brand">
          <Plus />
        </IconButton>
        <IconButton label="Delete" tone="danger">
          <Trash2 />
        </IconButton>
        <IconButton label="Edit" tone="onMedia">
          <Pencil />
        </IconButton>
        <IconButton label="Add, not now" disabled>
          <Plus />
        </IconButton>
      </Specimen>
    </>
  );
}

function SmallParts() {
  const [isOn, setIsOn] = useState(true);
  return (
    <>
      <Specimen name="badges">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimen>
      <Specimen name="avatars, and a name with what someone is">
        {AVATARS.map((size) => (
          <Avatar key={size} id="aarav" name="Aarav Sharma" size={size} />
        ))}
        <NameLine affiliation={AFFILIATION}>
          <bdi className="max-w-full truncate font-semibold">Aarav Sharma</bdi>
        </NameLine>
      </Specimen>
      <Specimen name="switches">
        <Switch label="Autoplay videos" hint="While they are seen" checked={isOn} onChange={setIsOn} />
        <Switch label="Not now" checked={false} disabled onChange={() => {}} />
      </Specimen>
      <Specimen name="progress, counters, times">
        <div className="w-full">
          <ProgressBar value={42} label="Progress at 42" />
        </div>
        <Spinner label="Loading" />
        <CharCounter count={1_960} max={2000} />
        <CharCounter count={2_014} max={2000} />
        <RelativeTime at="2026-08-03T08:00:00.000Z" style="feed" />
      </Specimen>
      <Specimen name="alerts">
        <Alert>Something went wrong. Please try again.</Alert>
        <Alert tone="success">OTP has been resent to your email!</Alert>
        <Alert tone="info">Please enter it again.</Alert>
      </Specimen>
      <Specimen name="collapsible section">
        <Collapsible title="Preferences" icon={<Bell aria-hidden />} defaultOpen>
          What is in it.
        </Collapsible>
      </Specimen>
    </>
  );
}

function Fields() {
  const [query, setQuery] = useState("ishita");
  const [college, setCollege] = useState("");
  return (
    <>
      <Specimen name="text: with a hint, error, success, disabled">
        <TextField label="First name" hint="As on your student card" />
        <TextField label="Email" defaultValue="ishita@gmail.com" error="Please use your college email." />
        <TextField label="Email" defaultValue="ishita@mitsgwl.ac.in" success="This email is supported" />
        <TextField label="College ID" defaultValue="0901CS231004" disabled />
      </Specimen>
      <Specimen name="several lines, too long">
        <TextareaField
          label="Bio"
          defaultValue={"A few words, and then some more. ".repeat(10)}
          error="Please keep your bio to 300 characters."
          hint={<CharCounter count={330} max={300} />}
        />
      </Specimen>
      <Specimen name="select, combobox, search, busy search">
        <SelectField label="College" placeholder="College Name" defaultValue="" options={COLLEGES} />
        <ComboboxField
          label="College"
          placeholder="College Name"
          options={COLLEGES}
          value={college}
          onChange={setCollege}
          noMatch={(typed) => `No college found for “${typed}”.`}
        />
        <SearchField label="Search people" value={query} onChange={setQuery} />
        <SearchField label="Search people, busy" value={query} onChange={setQuery} isPending />
      </Specimen>
    </>
  );
}

function Layers() {
  const [open, setOpen] = useState<"dialog" | "question">();
  const [filter, setFilter] = useState<"all" | "unread">("all");
  const close = () => setOpen(undefined);
  return (
    <>
      <Specimen name="menus: actions, and a choice">
        <Menu
          trigger={
            <IconButton label="Post options">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil />} onSelect={() => {}}>
            Edit caption
          </MenuItem>
          <MenuLink icon={<Link2 />} href="#layers">
            A place to go
          </MenuLink>
          <MenuItem icon={<Trash2 />} danger onSelect={() => {}}>
            Delete
          </MenuItem>
        </Menu>
        <Menu trigger={<Button variant="secondary">Filter</Button>}>
          <MenuChoices value={filter} options={FILTERS} onChange={setFilter} />
        </Menu>
      </Specimen>
      <Specimen name="dialogs">
        <Button variant="secondary" onClick={() => setOpen("dialog")}>
          Dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen("question")}>
          Question that failed
        </Button>
        <Dialog open={open === "dialog"} onOpenChange={close} title="Comments">
          <p className="whitespace-pre-line">{"Scrolls, while head and foot stay.\n\n".repeat(30)}</p>
        </Dialog>
        <ConfirmDialog
          open={open === "question"}
          onOpenChange={close}
          title="Are you sure you want to delete this post?"
          description="It disappears for everyone, with its likes and comments."
          confirmLabel="Delete"
          danger
          error="Failed to delete account. Please try again."
          onConfirm={close}
        />
      </Specimen>
      <Specimen name="toasts">
        <Button variant="secondary" onClick={() => toast.success("Link copied to clipboard!")}>
          Success
        </Button>
        <Button variant="secondary" onClick={() => toast.error("Failed to update like. Please try again.")}>
          Failure
        </Button>
      </Specimen>
    </>
  );
}

function States() {
  return (
    <>
      <Specimen name="empty">
        <EmptyState
          icon={Newspaper}
          title="Your campus is quiet so far"
          action={<Button>Create Post</Button>}
        >
          Share a photo or video, and everyone sees it here.
        </EmptyState>
      </Specimen>
      <Specimen name="failed">
        <ErrorState message="We can't reach the server. Check your connection." onRetry={() => {}} />
      </Specimen>
      <Specimen name="loading">
        <SkeletonGroup label="Loading" className="flex w-full flex-col gap-3">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-24" />
        </SkeletonGroup>
      </Specimen>
    </>
  );
}
