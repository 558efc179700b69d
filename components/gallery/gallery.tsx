"use client";

import type { MouseEvent } from "react";
import { Fields } from "@/components/gallery/fields";
import { Layers } from "@/components/gallery/layers";
import { Buttons, SmallParts } from "@/components/gallery/primitives";
import { States } from "@/components/gallery/states";

const CONTENTS = [
  ["buttons", "Buttons"],
  ["small", "Small parts"],
  ["fields", "Fields"],
  ["layers", "Menus, dialogs and toasts"],
  ["states", "Empty, failed, loading, offline"],
] as const;

/**
 * The design system: what every screen is made of, in every state, in the current theme. Nothing is
 * requested from the server. Links do not navigate.
 */
export function Gallery() {
  return (
    <div className="flex w-full max-w-7xl flex-col gap-12 py-4" onClickCapture={stayHere}>
      <header>
        <h1 className="text-3xl">Gallery</h1>
        <p className="mt-2 text-ink2">
          What every screen is made of, in every state. The toggle above changes the theme.
        </p>
        <nav aria-label="Groups" className="mt-4">
          <ul className="flex flex-wrap gap-x-4">
            {CONTENTS.map(([id, title]) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <Buttons />
      <SmallParts />
      <Fields />
      <Layers />
      <States />
    </div>
  );
}

function stayHere(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link && !link.hash) event.preventDefault();
}
