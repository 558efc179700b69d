import { LegalLinks } from "@/components/legal/legal-links";
import { TextLink } from "@/components/ui/link";
import { CODE_MINUTES } from "@/lib/accounts/policy";
import { useTranslate } from "@/lib/language/translate";
import { CREATE_NOTIFICATION, SETTINGS } from "@/lib/paths";
import { APP_NAME, TAGLINE } from "@/lib/product";

const ANSWERS = [
  {
    question: "What is a circle?",
    answer:
      "The people who joined someone's profile. Join a circle to show that you'd like to stay in touch. They see that you joined, and you can leave at any time.",
  },
  {
    question: "Who can see my posts?",
    answer: `Everyone with an account on ${APP_NAME}, and no one else.`,
  },
  {
    question: "My code doesn't arrive",
    answer: `College mail can take a minute, so check your spam folder too. A code works once and expires in ${CODE_MINUTES} minutes.`,
  },
  {
    question: "Can I take a break?",
    answer: "Yes. Deactivate your account, and everything comes back when you log in again.",
  },
];

const PAGES = [
  { href: "/up", label: "Status", note: "Whether everything is working" },
  { href: "/posts-feed", label: "Latest posts", note: "All posts on a plain page" },
  { href: CREATE_NOTIFICATION, label: "Send a notification", note: "Write to one person yourself" },
];

/** Answers to what people ask first, further pages, and the version. */
export function HelpAndAbout({ version }: { version: string }) {
  const t = useTranslate();
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="help">
        <h2 id="help" className="text-lg">
          {t("Help")}
        </h2>
        <dl className="mt-2 flex flex-col gap-3">
          {ANSWERS.map(({ question, answer }) => (
            <div key={question}>
              <dt className="font-medium">{t(question)}</dt>
              <dd className="text-ink2">{t(answer)}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3">
          <TextLink href={SETTINGS}>{t("Account settings")}</TextLink>
        </p>
      </section>
      <section aria-labelledby="more">
        <h2 id="more" className="text-lg">
          {t("More")}
        </h2>
        <ul className="mt-1 flex flex-col">
          {PAGES.map(({ href, label, note }) => (
            <li key={href} className="py-1.5">
              <TextLink href={href} prefetch={false}>
                {t(label)}
              </TextLink>
              <span className="block text-ink2 text-sm">{t(note)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="about">
        <h2 id="about" className="text-lg">
          {t("About")}
        </h2>
        <p className="mt-1">
          {APP_NAME}: {t(TAGLINE)}
        </p>
        <p className="text-ink2 text-sm tabular-nums">{t("Version {version}", { version })}</p>
        <div className="mt-3">
          <LegalLinks />
        </div>
      </section>
    </div>
  );
}
