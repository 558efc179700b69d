"use client";

import { BROKEN_IMAGE, ME, picture } from "@/components/gallery/samples";
import { Section, Specimen } from "@/components/gallery/specimen";
import type { ChosenMedia, ReadyMedia } from "@/components/posts/composer/chosen-media";
import { ComposerForm, ComposerTools } from "@/components/posts/composer/composer";
import { DraftRow } from "@/components/posts/composer/draft-row";
import { UploadRow } from "@/components/posts/composer/upload-row";
import type { Composer } from "@/components/posts/composer/use-composer";

const noop = () => {};

let composers = 0;

/** A composer in a fixed state, with actions that do nothing. */
function composerAt(change: Partial<Composer>): Composer {
  return {
    me: ME,
    draftKey: "gallery",
    // Labels and counters belong to one composer each.
    formId: `composer-${composers++}`,
    textarea: { current: null },
    picker: { current: null },
    openPicker: noop,
    text: "",
    setText: noop,
    insert: noop,
    count: change.text?.length ?? 0,
    isTooLong: false,
    items: [],
    selected: change.items?.[0],
    isDescribing: false,
    isPreparing: false,
    canAddMedia: true,
    pick: async () => {},
    altField: { current: null },
    isAskingForAlt: false,
    closeQuestion: noop,
    describeFirst: async () => {},
    postAnyway: noop,
    isAltTooLong: false,
    notice: undefined,
    state: { phase: "idle" },
    isPending: false,
    isDone: false,
    submit: noop,
    cancel: noop,
    reset: noop,
    hasContent: false,
    isUnfinished: false,
    isAtRisk: false,
    isExpanded: change.text !== undefined,
    discard: noop,
    ...change,
  };
}

const text = "Golden hour from the hostel roof #gwalior";
const media = {
  file: new Blob(),
  fileName: "sunrise.jpg",
  mediaType: "image" as const,
  objectUrl: picture(18),
  width: 1200,
  height: 900,
};
const item: ReadyMedia = {
  id: "1",
  fileName: media.fileName,
  mediaType: "image",
  altText: "The sun over dark hills",
  phase: "ready",
  media,
  source: media,
  isStored: true,
};
const filled = { text, items: [item] };

const withoutPreview = { ...media, mediaType: "video" as const, objectUrl: BROKEN_IMAGE, width: 0 };
/** Four files, each in another state. */
const four: ChosenMedia[] = [
  item,
  { ...item, id: "2", altText: "", media: { ...media, objectUrl: picture(140) } },
  {
    id: "3",
    fileName: "IMG_3.MOV",
    mediaType: "video",
    altText: "",
    phase: "preparing",
    file: new File([], "IMG_3.MOV"),
    share: 0.4,
  },
  {
    id: "4",
    fileName: "IMG_4.HEIC",
    mediaType: "image",
    altText: "",
    phase: "failed",
    file: new File([], "IMG_4.HEIC"),
    message: "This file can't be read.",
  },
];

const working = {
  phase: "working",
  progress: 42,
  step: "Uploading your photo…",
  canCancel: true,
  files: { 1: { phase: "done", share: 1 }, 2: { phase: "sending", share: 0.3 } },
} as const;

const COMPOSER_STATES: [caption: string, composer: Composer][] = [
  ["collapsed", composerAt({})],
  [
    "text without media",
    composerAt({ text, notice: { tone: "error", text: "Please select a media file.", count: 1 } }),
  ],
  ["ready", composerAt(filled)],
  ["reading the file", composerAt({ text, isPreparing: true })],
  [
    "media without a preview",
    composerAt({
      text,
      items: [{ ...item, mediaType: "video", media: withoutPreview, source: withoutPreview }],
    }),
  ],
  ["four files", composerAt({ text, items: four, isDescribing: true, isPreparing: true })],
  ["one that can't be read", composerAt({ text, items: four, selected: four[3] })],
  [
    "several, being sent",
    composerAt({ text, items: [item, { ...item, id: "2" }], isPending: true, state: working }),
  ],
  ["too long", composerAt({ ...filled, text: `${text} `.repeat(60), isTooLong: true, count: 2_519 })],
  ["uploading", composerAt({ ...filled, isPending: true, state: working })],
  [
    "failed",
    composerAt({ ...filled, notice: { tone: "error", text: "Upload failed: You are offline.", count: 1 } }),
  ],
  [
    "done",
    composerAt({
      ...filled,
      isDone: true,
      state: { phase: "done", post: { caption: text, items: [item] } },
    }),
  ],
];

const EMPTY_COMPOSER = composerAt({});
const LONG_COMPOSER = composerAt({ ...filled, text: `${text} `.repeat(47).slice(0, 1_930) });

function OpenComposer({ composer }: { composer: Composer }) {
  return (
    <div className="flex flex-col gap-3">
      <ComposerForm composer={composer} layout="open" />
      <ComposerTools composer={composer} hasDropArea />
    </div>
  );
}

export function Composers() {
  return (
    <Section id="composer" title="Composer">
      {COMPOSER_STATES.map(([caption, composer]) => (
        <Specimen key={caption} name={caption}>
          <ComposerForm composer={composer} />
        </Specimen>
      ))}
      <Specimen name="in its dialog, empty">
        <OpenComposer composer={EMPTY_COMPOSER} />
      </Specimen>
      <Specimen name="in its dialog, near the limit">
        <OpenComposer composer={LONG_COMPOSER} />
      </Specimen>
      <Specimen name="a draft on top of the feed">
        <DraftRow composer={composerAt(filled)} onContinue={noop} onDiscard={noop} />
      </Specimen>
      <Specimen name="an upload on top of the feed">
        <UploadRow state={working} items={[item]} onRetry={noop} onCancel={noop} />
      </Specimen>
      <Specimen name="an upload that failed">
        <UploadRow
          state={{ phase: "failed", message: "Upload failed: You are offline.", files: {} }}
          items={four}
          onRetry={noop}
          onCancel={noop}
        />
      </Specimen>
    </Section>
  );
}
