"use client";

const EMOJI = [
  ["😀", "Grinning"],
  ["😂", "Tears of joy"],
  ["😍", "Heart eyes"],
  ["🥳", "Party"],
  ["😎", "Cool"],
  ["🤔", "Thinking"],
  ["👍", "Thumbs up"],
  ["👏", "Clapping"],
  ["🙌", "Raised hands"],
  ["🔥", "Fire"],
  ["🎉", "Confetti"],
  ["❤️", "Heart"],
] as const;

export function EmojiPicker({ id, onPick }: { id: string; onPick: (emoji: string) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are buttons
    <div
      id={id}
      role="group"
      aria-label="Emoji"
      className="grid animate-fade-in grid-cols-6 gap-1 rounded-card border border-line p-1.5 sm:grid-cols-12"
    >
      {EMOJI.map(([emoji, name]) => (
        <button
          key={emoji}
          type="button"
          aria-label={name}
          title={name}
          onClick={() => onPick(emoji)}
          className="grid min-h-11 place-items-center rounded-lg text-xl transition-transform hover:bg-sunken active:scale-90"
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}
