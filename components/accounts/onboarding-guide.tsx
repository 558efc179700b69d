"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentType, useEffect, useEffectEvent } from "react";
import { ConnectArt, NetworkArt, ShowcaseArt } from "@/components/accounts/onboarding-art";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { signUp } from "@/lib/accounts/client/sign-up";
import { announce } from "@/lib/dom/announce";
import { useSlides } from "@/lib/dom/use-slides";
import { useTranslate } from "@/lib/language/translate";
import { HOME } from "@/lib/paths";
import { safeRedirect } from "@/lib/screens";

type Slide = { title: string; text: string; Art: ComponentType };

const SLIDES: Slide[] = [
  {
    title: "Connect on Campus",
    text: "Find your classmates, join their circles and see what is going on around you.",
    Art: ConnectArt,
  },
  {
    title: "Network with Alumni & Faculty",
    text: "A name comes with its class, or with Faculty or Alumni, which the college confirms.",
    Art: NetworkArt,
  },
  {
    title: "Showcase Your Ideas & Skills",
    text: "Share what you make, say what you think, and be found for what you are good at.",
    Art: ShowcaseArt,
  },
];
const LAST = SLIDES.length - 1;

/**
 * Three slides for newcomers, moved by button, dot, swipe or arrow key. The last one and closing
 * early lead to the feed, or to where the newcomer was going.
 */
export function OnboardingGuide() {
  const t = useTranslate();
  const router = useRouter();
  const { index, go, box } = useSlides();

  const leave = () => router.replace(safeRedirect(signUp.arrived()));
  const show = (to: number) => {
    const slide = SLIDES[to];
    if (!slide || to === index) return;
    go(to);
    announce(
      t("Slide {number} of {count}: {title}. {text}", {
        number: to + 1,
        count: SLIDES.length,
        title: t(slide.title),
        text: t(slide.text),
      }),
      { isBrief: true },
    );
  };
  useKeys((by) => show(index + by), leave);
  useGoHomeAfterwards();

  return (
    <section
      aria-roledescription={t("carousel")}
      aria-label={t("Welcome guide")}
      className="card relative w-full max-w-105 animate-rise self-start overflow-hidden lg:my-auto lg:max-w-4xl"
    >
      <h1 className="sr-only">{t("Welcome guide")}</h1>
      <div
        {...box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll it
        tabIndex={0}
        className="scrollbar-none flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain outline-offset-[-2px]"
      >
        {SLIDES.map(({ title, text, Art }, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
          <div
            key={title}
            role="group"
            aria-roledescription={t("slide")}
            aria-label={t("Slide {number} of {count}", { number: at + 1, count: SLIDES.length })}
            inert={at !== index}
            className="w-full shrink-0 snap-center snap-always lg:grid lg:min-h-112 lg:grid-cols-[1.1fr_1fr]"
          >
            <div className="bg-soft">
              <div className="relative mx-auto aspect-[4/3] max-h-[30dvh] w-full p-5 lg:aspect-auto lg:h-full lg:max-h-none lg:p-8">
                <Art />
              </div>
            </div>
            <div className="flex min-h-52 flex-col justify-center p-6 pb-0 text-center xs:p-7 xs:pb-0 lg:p-10 lg:pb-44 lg:text-left">
              <h2 className="text-2xl xs:text-3xl">{t(title)}</h2>
              <p className="mt-3 text-balance text-ink2">{t(text)}</p>
            </div>
          </div>
        ))}
      </div>
      <span className="absolute top-2 right-2 md:hidden">
        <IconButton label={t("Close")} onClick={leave}>
          <X />
        </IconButton>
      </span>
      <div className="flex flex-col items-center gap-6 p-6 xs:p-7 lg:absolute lg:right-0 lg:bottom-0 lg:w-10/21 lg:items-start lg:p-10">
        <div className="-my-2 flex lg:-ml-2.5">
          {SLIDES.map(({ title }, at) => (
            <button
              key={title}
              type="button"
              aria-label={t("Slide {number}: {title}", { number: at + 1, title: t(title) })}
              aria-current={at === index ? "step" : undefined}
              onClick={() => show(at)}
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
        <Button size="lg" wide onClick={() => (index === LAST ? leave() : show(index + 1))}>
          {index === LAST ? t("Start your Journey") : t("Continue")}
        </Button>
      </div>
    </section>
  );
}

/** A newcomer who returns to the guide with Back is sent home. */
function useGoHomeAfterwards(): void {
  const router = useRouter();
  useEffect(() => {
    const { finished, guideSeen } = signUp.read();
    if (finished && guideSeen) router.replace(HOME);
  }, [router]);
}

function useKeys(move: (by: 1 | -1) => void, leave: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") leave();
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    // The browser would scroll the slides, too.
    event.preventDefault();
    move(event.key === "ArrowRight" ? 1 : -1);
  });
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => handle(event);
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, []);
}
