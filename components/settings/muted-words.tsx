"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { QueryError } from "@/components/ui/error-state";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { useTranslate } from "@/lib/language/translate";
import { useMuteWord } from "@/lib/safety/client/mutations";
import { wordsOptions } from "@/lib/safety/client/queries";
import { TOO_MANY_WORDS, WORD_MAX, WORDS_MAX } from "@/lib/safety/policy";
import { wordField } from "@/lib/safety/schema";

/** The viewer's muted words and tags: adding one, and removing any of them. */
export function MutedWords() {
  const t = useTranslate();
  const query = useQuery(wordsOptions());
  if (query.isPending) {
    return (
      <SkeletonGroup label={t("Loading muted words")} className="flex flex-col gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-9 w-2/5 rounded-full" />
      </SkeletonGroup>
    );
  }
  if (!query.data) return <QueryError query={query} />;
  return (
    <div className="flex flex-col gap-4">
      <NewWord words={query.data} />
      <Words words={query.data} />
    </div>
  );
}

/** What is wrong with a text to mute, in English; undefined if nothing is. */
function problemWith(text: string, words: readonly string[]): string | undefined {
  const { data, error } = wordField.safeParse(text);
  if (data === undefined) return error?.issues[0]?.message;
  if (words.includes(data)) return "You've muted that already.";
  return words.length >= WORDS_MAX ? TOO_MANY_WORDS : undefined;
}

function NewWord({ words }: { words: readonly string[] }) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const muting = useMuteWord();
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = problemWith(text, words);
    setProblem(found && t(found));
    if (found !== undefined) {
      event.currentTarget.querySelector("input")?.focus();
      return;
    }
    muting.mutate(
      { word: text, muted: true },
      {
        onSuccess: () => {
          setText("");
          announce(t("{word} is muted.", { word: text.trim() }));
        },
        onError: (error) => setProblem(messageOf(error)),
      },
    );
  };
  return (
    <form onSubmit={handleSubmit} noValidate className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <TextField
          label={t("Word, phrase or #tag")}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={WORD_MAX * 2}
          value={text}
          error={problem ?? null}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(undefined);
          }}
        />
      </div>
      {/* As far down as the field, which has its label above. */}
      <Button type="submit" variant="secondary" className="mt-[1.75rem]" isPending={muting.isPending}>
        {t("Add")}
      </Button>
    </form>
  );
}

function Words({ words }: { words: readonly string[] }) {
  const t = useTranslate();
  const { mutateAsync: setMuted } = useMuteWord();
  if (words.length === 0) return <p className="text-ink2">{t("You haven't muted any words.")}</p>;
  const remove = (word: string) => {
    announce(t("{word} is no longer muted.", { word }));
    // Not with `mutate`'s callbacks: of several removals only the last one's would run.
    setMuted({ word, muted: false }).catch((error: unknown) => {
      toast.error(`${t("“{word}” is still muted.", { word })} ${messageOf(error)}`);
    });
  };
  return (
    <ul aria-label={t("Muted words")} className="flex flex-wrap gap-2">
      {words.map((word) => (
        <li
          key={word}
          className="flex min-w-0 max-w-full items-center gap-1 rounded-full bg-sunken py-1 pr-1 pl-3.5 font-medium text-label"
        >
          <bdi className="truncate">{word}</bdi>
          <button
            type="button"
            aria-label={t("Remove {word}", { word })}
            title={t("Remove {word}", { word })}
            onClick={() => remove(word)}
            className="touch-target grid size-7 shrink-0 place-items-center rounded-full text-ink2 hover:bg-line hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}
