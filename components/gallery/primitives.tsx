"use client";

import { Bell, Plus, Trash2, TrendingUp } from "lucide-react";
import { useState } from "react";
import { LogoMark } from "@/components/brand/logo";
import { NameLine } from "@/components/circles/affiliation-chip";
import { MEMBERS, picture } from "@/components/gallery/samples";
import { Row, Section, Specimen } from "@/components/gallery/specimen";
import { Alert } from "@/components/ui/alert";
import { Avatar, type AvatarSize } from "@/components/ui/avatar";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { ButtonSize, ButtonVariant } from "@/components/ui/button-style";
import { IconButton } from "@/components/ui/icon-button";
import { ButtonLink } from "@/components/ui/link";
import { ProgressBar, Spinner } from "@/components/ui/progress";
import { RelativeTime } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import { CharCounter } from "@/components/ui/text-field";
import type { Affiliation } from "@/lib/profiles/schema";

const VARIANTS: ButtonVariant[] = ["primary", "secondary", "soft", "ghost", "danger"];
const SIZES: ButtonSize[] = ["sm", "md", "lg"];
const TONES: BadgeTone[] = ["brand", "gold", "alert", "neutral"];
const AVATARS: AvatarSize[] = ["xs", "sm", "md", "lg", "xl"];
const AFFILIATIONS: [string, Affiliation][] = [
  [MEMBERS.aarav.name, MEMBERS.aarav.affiliation],
  ["Dev Patel", { role: "student", department: null, batch: 2028, label: "Class of 2028" }],
  ["Meera Joshi", { role: "alumni", department: "CSE", batch: 2019, label: "Alumni ’19" }],
  ["Dr. Kavita Rao", { role: "faculty", department: "ECE", batch: null, label: "Faculty · ECE" }],
  [MEMBERS.longName.name, MEMBERS.longName.affiliation],
  [MEMBERS.anonymous.name, { role: "student", department: null, batch: null, label: "" }],
];

export function Buttons() {
  return (
    <Section id="buttons" title="Buttons">
      {VARIANTS.map((variant) => (
        <Specimen key={variant} name={`${variant}: idle, busy, disabled`}>
          <Row>
            <Button variant={variant}>Save</Button>
            <Button variant={variant} isPending>
              Save
            </Button>
            <Button variant={variant} disabled>
              Save
            </Button>
          </Row>
        </Specimen>
      ))}
      <Specimen name="sizes, with an icon">
        <Row>
          {SIZES.map((size) => (
            <Button key={size} size={size}>
              <Plus aria-hidden />
              {size}
            </Button>
          ))}
        </Row>
      </Specimen>
      <Specimen name="full width, and a link styled as a button">
        <div className="flex flex-col gap-3">
          <Button wide>Continue</Button>
          <ButtonLink href="#buttons" variant="secondary" wide>
            A place to go
          </ButtonLink>
        </div>
      </Specimen>
      <Specimen name="icon buttons: plain, brand, danger, disabled">
        <Row>
          <IconButton label="Notifications">
            <Bell />
          </IconButton>
          <IconButton label="Add" tone="brand">
            <Plus />
          </IconButton>
          <IconButton label="Delete" tone="danger">
            <Trash2 />
          </IconButton>
          <IconButton label="Add, not now" disabled>
            <Plus />
          </IconButton>
        </Row>
      </Specimen>
      <Specimen name="icon button over media" bare>
        <div className="rounded-media p-5" style={{ background: `url("${picture(18)}") center / cover` }}>
          <IconButton label="Close" tone="onMedia">
            <Trash2 />
          </IconButton>
        </div>
      </Specimen>
    </Section>
  );
}

export function SmallParts() {
  const [isOn, setIsOn] = useState(true);
  return (
    <Section id="small" title="Small parts">
      <Specimen name="badges">
        <Row>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone === "alert" ? "9+" : tone}
            </Badge>
          ))}
          <Badge tone="gold">
            <TrendingUp aria-hidden />
            Trending
          </Badge>
        </Row>
      </Specimen>
      <Specimen name="names with what people are: student, alumni, faculty, no room for it, nothing known">
        <div className="flex max-w-60 flex-col gap-2">
          {AFFILIATIONS.map(([name, affiliation]) => (
            <NameLine key={name} affiliation={affiliation}>
              <bdi className="max-w-full truncate font-semibold">{name}</bdi>
            </NameLine>
          ))}
        </div>
      </Specimen>
      <Specimen name="avatars: initials, sizes">
        <Row>
          {AVATARS.map((size) => (
            <Avatar key={size} {...MEMBERS.aarav} id={MEMBERS.aarav._id} size={size} />
          ))}
        </Row>
      </Specimen>
      <Specimen name="avatars: a picture, a broken picture, a long name, no name">
        <Row>
          {[MEMBERS.ishita, MEMBERS.meera, MEMBERS.longName, MEMBERS.anonymous].map(
            ({ _id, name, avatar }) => (
              <Avatar key={_id} id={_id} name={name} src={avatar} size="lg" labelled />
            ),
          )}
        </Row>
      </Specimen>
      <Specimen name="switches">
        <Switch label="Autoplay videos" hint="While they are seen" checked={isOn} onChange={setIsOn} />
        <Switch label="Off" checked={!isOn} onChange={() => setIsOn(!isOn)} />
        <Switch label="Not now" checked={false} disabled onChange={() => {}} />
      </Specimen>
      <Specimen name="progress: 0, 42, 100">
        <div className="flex flex-col gap-4">
          {[0, 42, 100].map((value) => (
            <ProgressBar key={value} value={value} label={`Progress at ${value}`} />
          ))}
        </div>
      </Specimen>
      <Specimen name="counters: below, near and above the limit">
        <Row>
          <CharCounter count={12} max={2000} />
          <CharCounter count={1_960} max={2000} />
          <CharCounter count={2_014} max={2000} />
        </Row>
      </Specimen>
      <Specimen name="spinner and logo">
        <Row>
          <Spinner label="Loading" />
          <Spinner className="size-8 text-brand" />
          <LogoMark className="size-8" />
        </Row>
      </Specimen>
      <Specimen name="times: of a post, a comment, a notification">
        <Row>
          <RelativeTime at="2026-08-03T08:00:00.000Z" style="feed" />
          <RelativeTime at="2026-08-03T08:00:00.000Z" style="comment" />
          <RelativeTime at="2026-08-03T08:00:00.000Z" style="notification" />
        </Row>
      </Specimen>
      <Specimen name="alerts">
        <div className="flex flex-col gap-3">
          <Alert>Something went wrong. Please try again.</Alert>
          <Alert tone="success">OTP has been resent to your email!</Alert>
          <Alert tone="info">
            For your safety, passwords aren't saved when a page reloads. Please enter it again.
          </Alert>
        </div>
      </Specimen>
    </Section>
  );
}
