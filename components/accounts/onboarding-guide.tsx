"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentType, type PointerEvent, useCallback, useEffect, useRef, useState } from "react";
import { ConnectArt, NetworkArt, ShowcaseArt } from "@/components/accounts/onboarding-art";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { signUp } from "@/lib/accounts/client/sign-up";
import { HOME } from "@/lib/paths";
import { safeRedirect } from "@/lib/screens";

type Slide = { title: string; text: string; Art: ComponentType };

const SLIDES: [Slide, ...Slide[]] = [
  {
    title: "Connect on Campus",
    text: "Find your classmates, join their circles and see what is going on around you.",
    Art: ConnectArt,
  },
  {
    title: "Network with Alumni & Faculty",
    text: "Everyone here has an address of the college, so you meet people who belong to it.",
    Art: NetworkArt,
  },
  {
    title: "Showcase Your Ideas & Skills",
    text: "Share what you make, say what you think, and be found for what you are good at.",
    Art: ShowcaseArt,
  },
];
const LAST = SLIDES.length - 1;

/** Horizontal distance that counts as a swipe, in pixels. */
const SWIPE = 48;

/**
 * Three slides for newcomers, moved by button, dot, swipe, arrow key or the browser's Back. The
 * last one and closing early lead to the feed, or to where the newcomer was going.
 */
export function OnboardingGuide() {
  const router = useRouter();
  const { index, show } = useSlides();
  const slide = SLIDES[index] ?? SLIDES[0];

  const leave = useCallback(() => {
    // The feed lies in a layout, and its empty page gives the router nothing to scroll to.
    window.scrollTo({ top: 0, behavior: "instant" });
    router.replace(safeRedirect(signUp.arrived()));
  }, [router]);
  const move = useCallback((by: number) => show((at) => at + by), [show]);
  useKeys(move, leave);
  useGoHomeAfterwards();
  const swipe = useSwipe(move);

  return (
    <section
      aria-roledescription="carousel"
      aria-label="Welcome guide"
      className="card w-full max-w-105 animate-rise touch-pan-y self-start overflow-hidden lg:my-auto lg:grid lg:max-w-4xl lg:grid-cols-[1.1fr_1fr]"
      {...swipe}
    >
      <div className="relative bg-soft">
        <div className="relative mx-auto aspect-[4/3] max-h-[30dvh] w-full lg:aspect-auto lg:h-full lg:max-h-none lg:min-h-112">
          {SLIDES.map(({ title, Art }, at) => (
            <div
              key={title}
              className={cx(
                "absolute inset-0 p-5 transition-[opacity,transform] duration-200 lg:p-8",
                at === index ? "opacity-100" : "opacity-0",
                at < index && "-translate-x-6",
                at > index && "translate-x-6",
              )}
            >
              <Art />
            </div>
          ))}
        </div>
        <span className="absolute top-2 right-2 md:hidden">
          <IconButton label="Close" onClick={leave}>
            <X />
          </IconButton>
        </span>
      </div>
      <div className="flex flex-col p-6 xs:p-7 lg:p-10">
        <div
          aria-live="polite"
          aria-atomic="true"
          className="flex min-h-40 flex-1 flex-col justify-center text-center lg:text-left"
        >
          <p className="sr-only">
            Slide {index + 1} of {SLIDES.length}
          </p>
          <h1 className="text-2xl xs:text-3xl">{slide.title}</h1>
          <p className="mt-3 text-balance text-ink2">{slide.text}</p>
        </div>
        <div className="mt-6 flex flex-col items-center gap-6 lg:items-start">
          <div className="-my-2 flex lg:-ml-2.5">
            {SLIDES.map(({ title }, at) => (
              <button
                key={title}
                type="button"
                aria-label={`Slide ${at + 1}: ${title}`}
                aria-current={at === index ? "step" : undefined}
                onClick={() => show(() => at)}
                className="group grid size-11 place-items-center rounded-full"
              >
                <span
                  data-dot
                  className={cx(
                    "h-2.5 rounded-full transition-colors",
                    at === index ? "w-6 bg-brand" : "w-2.5 bg-line-strong group-hover:bg-ink2",
                  )}
                />
              </button>
            ))}
          </div>
          <Button size="lg" wide onClick={() => (index === LAST ? leave() : move(1))}>
            {index === LAST ? "Start your Journey" : "Continue"}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Where a history entry stores its slide. */
const SLIDE = "slide";
const slideOf = (state: unknown): number => {
  const slide = (state as Record<string, unknown> | null)?.[SLIDE];
  return typeof slide === "number" ? slide : 0;
};

/**
 * The slide that is shown. Each one after the first has a history entry of its own, so that the
 * browser's Back returns to the slide before it.
 */
function useSlides() {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const handlePop = () => setIndex(slideOf(history.state));
    handlePop();
    window.addEventListener("popstate", handlePop);
    return () => window.removeEventListener("popstate", handlePop);
  }, []);
  const show = useCallback((next: (at: number) => number) => {
    const at = slideOf(history.state);
    const to = Math.min(LAST, Math.max(0, next(at)));
    // The router stores data of its own in the state, and must find it there to handle the entry.
    for (let slide = at + 1; slide <= to; slide++)
      history.pushState({ ...history.state, [SLIDE]: slide }, "");
    if (to < at) history.go(to - at);
    setIndex(to);
  }, []);
  return { index, show };
}

/** A newcomer who returns to the guide with Back is sent home. */
function useGoHomeAfterwards(): void {
  const router = useRouter();
  useEffect(() => {
    const { finished, guideSeen } = signUp.read();
    if (finished && guideSeen) router.replace(HOME);
  }, [router]);
}

function useKeys(move: (by: number) => void, leave: () => void): void {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") move(1);
      else if (event.key === "ArrowLeft") move(-1);
      else if (event.key === "Escape") leave();
    };
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, [move, leave]);
}

function useSwipe(move: (by: number) => void) {
  const start = useRef<{ id: number; x: number } | undefined>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = { id: event.pointerId, x: event.clientX };
    },
    onPointerUp: (event: PointerEvent) => {
      if (start.current?.id !== event.pointerId) return;
      const travelled = event.clientX - start.current.x;
      start.current = undefined;
      if (Math.abs(travelled) >= SWIPE) move(travelled < 0 ? 1 : -1);
    },
    // The gesture turned into vertical scrolling.
    onPointerCancel: () => {
      start.current = undefined;
    },
  };
}
