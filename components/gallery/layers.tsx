"use client";

import { Bell, Ellipsis, Link2, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Row, Section, Specimen } from "@/components/gallery/specimen";
import { Button } from "@/components/ui/button";
import { Collapsible } from "@/components/ui/collapsible";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu, MenuChoices, MenuItem, MenuLink } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";

const FILTERS = [
  { value: "all", label: "All Notifications" },
  { value: "unread", label: "Unread" },
] as const;

type Layer = "dialog" | "confirm" | "busy" | "failed";

/** Overlays, opened by a press. */
export function Layers() {
  const [open, setOpen] = useState<Layer>();
  const [filter, setFilter] = useState<"all" | "unread">("all");
  const close = () => setOpen(undefined);
  return (
    <Section id="layers" title="Menus, dialogs and toasts">
      <Specimen name="menus: actions, and a radio group">
        <Row>
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
            <MenuItem disabled onSelect={() => {}}>
              Not now
            </MenuItem>
            <MenuItem icon={<Trash2 />} danger onSelect={() => {}}>
              Delete
            </MenuItem>
          </Menu>
          <Menu trigger={<Button variant="secondary">Filter</Button>}>
            <MenuChoices value={filter} options={FILTERS} onChange={setFilter} />
          </Menu>
        </Row>
      </Specimen>
      <Specimen name="dialogs">
        <Row>
          <Button variant="secondary" onClick={() => setOpen("dialog")}>
            Dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen("confirm")}>
            Question
          </Button>
          <Button variant="secondary" onClick={() => setOpen("busy")}>
            Question, busy
          </Button>
          <Button variant="secondary" onClick={() => setOpen("failed")}>
            Question, failed
          </Button>
        </Row>
        <Dialog
          open={open === "dialog"}
          onOpenChange={close}
          title="Comments"
          footer={<Button onClick={close}>Done</Button>}
        >
          <p className="whitespace-pre-line">{"Scrolls, while head and foot stay.\n\n".repeat(30)}</p>
        </Dialog>
        <ConfirmDialog
          open={open === "confirm" || open === "busy" || open === "failed"}
          onOpenChange={close}
          title="Are you sure you want to delete this post?"
          description="It disappears for everyone, with its likes and comments."
          confirmLabel="Delete"
          danger
          isPending={open === "busy" ? false : undefined}
          error={open === "failed" ? "Failed to delete account. Please try again." : null}
          onConfirm={() => {}}
        />
      </Specimen>
      <Specimen name="toasts">
        <Row>
          <Button variant="secondary" onClick={() => toast.message("Notification deleted.", UNDO)}>
            With a way back
          </Button>
          <Button variant="secondary" onClick={() => toast.success("Link copied to clipboard!")}>
            Success
          </Button>
          <Button variant="secondary" onClick={() => toast.error("Failed to update like. Please try again.")}>
            Failure
          </Button>
        </Row>
      </Specimen>
      <Specimen name="collapsible section">
        <Collapsible title="Preferences" icon={<Bell aria-hidden />} defaultOpen>
          What is in it.
        </Collapsible>
        <Collapsible title="Closed">What is in it.</Collapsible>
      </Specimen>
    </Section>
  );
}

const UNDO = { action: { label: "Undo", onClick: () => {} } };
