import type { ReactNode } from "react";

/** A section of the gallery, with an anchor. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4 border-line border-t pt-8">
      <h2 id={`${id}-title`} className="text-2xl">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h2>
      <div className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,24rem),1fr))] items-start gap-6">
        {children}
      </div>
    </section>
  );
}

/** One state of one component. `bare` omits the card, for components with their own surface. */
export function Specimen({
  name,
  bare = false,
  children,
}: {
  name: string;
  bare?: boolean;
  children: ReactNode;
}) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-ink2 text-sm">{name}</figcaption>
      {bare ? children : <div className="card p-5">{children}</div>}
    </figure>
  );
}

/** Several small components in a row. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);
