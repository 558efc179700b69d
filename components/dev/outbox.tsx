"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Copy, MailOpen } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/api/client/request";
import type { OutboxMail } from "@/lib/dev/schema";
import { PASSWORD_HEADER } from "@/lib/dev/schema";

/**
 * The mails the app would have sent, newest first, with their codes.
 * `password` is set where other machines can reach the outbox, and goes with each request.
 */
export function Outbox({ to, password }: { to: string; password: string | undefined }) {
  const [address, setAddress] = useState(to);
  const outbox = useOutbox(useDeferredValue(address.trim().toLowerCase()), password);
  const mails = outbox.data;

  return (
    <div className="w-full max-w-2xl py-4">
      <h1 className="text-3xl">Outbox</h1>
      <p className="mt-2 text-ink2">
        Mails this app would send. No one receives them; new ones show up by themselves.{" "}
        {/* Not `next/link`: the frames there inherit the page's content security policy, with its nonce. */}
        <a
          href="/dev/outbox/templates"
          className="touch-target rounded-sm font-semibold text-brand underline-offset-4 hover:underline"
        >
          How mails look
        </a>
      </p>
      <div className="mt-6">
        <TextField
          label="Show mails to"
          type="email"
          name="to"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="Everybody"
          hint="A whole address."
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </div>
      <div className="mt-6">
        {mails ? (
          <MailList mails={mails} filtered={address.trim() !== ""} />
        ) : outbox.isError ? (
          <Card>
            <ErrorState
              message="The outbox couldn't be read."
              error={outbox.error}
              onRetry={() => outbox.refetch()}
              isPending={outbox.isFetching}
            />
          </Card>
        ) : (
          <SkeletonGroup label="Loading mails" className="flex flex-col gap-4">
            <Skeleton className="h-40 rounded-card" />
            <Skeleton className="h-40 rounded-card" />
          </SkeletonGroup>
        )}
      </div>
    </div>
  );
}

function MailList({ mails, filtered }: { mails: OutboxMail[]; filtered: boolean }) {
  if (mails.length === 0) {
    return (
      <Card>
        <EmptyState icon={MailOpen} title={filtered ? "No mail to this address" : "No mail yet"}>
          Ask for a code on the login page and it will be here.
        </EmptyState>
      </Card>
    );
  }
  return (
    <ol className="flex flex-col gap-4" aria-label="Mails, newest first">
      {mails.map((mail) => (
        <li key={`${mail.to} ${mail.createdAt} ${mail.subject}`}>
          <MailCard mail={mail} />
        </li>
      ))}
    </ol>
  );
}

function MailCard({ mail }: { mail: OutboxMail }) {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  const copy = async () => {
    if (!code) return;
    try {
      await navigator.clipboard.writeText(code);
      toast.success("Code copied.");
    } catch {
      // Some browsers allow copying only over https; the code can still be read.
      toast.error("Couldn't copy the code.");
    }
  };
  return (
    <Card className="p-5">
      <article className="flex flex-col gap-1">
        <header className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="min-w-0 break-words text-lg">{mail.subject}</h2>
          <time dateTime={mail.createdAt} className="text-ink2 text-sm tabular-nums">
            {new Date(mail.createdAt).toLocaleTimeString("en-GB")}
          </time>
        </header>
        <p className="break-all text-ink2">
          To <span className="text-ink">{mail.to}</span>
        </p>
        {code && (
          <div className="mt-3 flex items-center justify-between gap-2 rounded-field bg-soft py-2 pr-2 pl-5">
            <code
              data-code
              className="select-all font-bold font-sans text-3xl text-brand tabular-nums tracking-[0.18em]"
            >
              {code}
            </code>
            <IconButton label={`Copy code ${code}`} tone="brand" onClick={copy}>
              <Copy />
            </IconButton>
          </div>
        )}
        <details className="mt-2">
          <summary className="-my-2.5 min-h-11 py-2.5 w-fit rounded-sm text-ink2 text-sm hover:text-ink">
            The whole mail
          </summary>
          <pre className="mt-2 whitespace-pre-wrap break-words font-sans text-ink2 text-label">
            {mail.text}
          </pre>
        </details>
      </article>
    </Card>
  );
}

/** Short enough for a code to be there by the time a developer has switched windows. */
const POLL_INTERVAL_MS = 2_000;

/**
 * The mails of the embedded outbox, newest first, only those to the address `to` if it is given.
 * Polls while the page is visible. `password` is what the page was opened with, if it needs one.
 */
export function useOutbox(to: string, password: string | undefined) {
  return useQuery({
    queryKey: ["dev", "outbox", to],
    queryFn: ({ signal }) =>
      api.get("/dev/outbox", {
        query: { to: to || undefined },
        headers: password ? { [PASSWORD_HEADER]: password } : undefined,
        anonymous: true,
        signal,
      }),
    select: ({ mails }) => mails,
    refetchInterval: POLL_INTERVAL_MS,
    placeholderData: keepPreviousData,
  });
}
