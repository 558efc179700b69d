/** @jest-environment jsdom */
import { screen } from "@testing-library/react";
import { PersonRow } from "@/components/circles/person-row";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { show } from "@/tests/browser-api";
import { commentOf } from "@/tests/comment-fixture";

const FACULTY = { role: "faculty", department: "CSE", batch: null, label: "Faculty · CSE" } as const;
const rep = { _id: "rep", name: "3rd year Rep", avatar: "", username: "rep", affiliation: FACULTY };

const comment = (content: string) =>
  commentOf({ userId: rep, content, createdAt: new Date(Date.now() - 19 * 60_000).toISOString() });

test("tags and addresses in a comment are links, and HTML stays text", () => {
  show(<CommentItem postId="post" comment={comment("<b>See</b> #GoldenHour on www.mitsgwl.ac.in/fest.")} />);
  expect(screen.getByRole("link", { name: "#GoldenHour" }).getAttribute("href")).toBe("/tag/goldenhour");
  const link = screen.getByRole("link", { name: "mitsgwl.ac.in/fest" });
  expect(link.getAttribute("href")).toBe("https://www.mitsgwl.ac.in/fest");
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("rel")?.split(" ")).toEqual(
    expect.arrayContaining(["noopener", "noreferrer", "nofollow"]),
  );
  expect(screen.getByText(/<b>See<\/b>/)).toBeTruthy();
});

test("what its author is at the college stands beside the name, and is no part of the link", () => {
  show(<CommentItem postId="post" comment={comment("Hello")} />);
  expect(screen.getByRole("listitem").textContent).toContain("Faculty · CSE");
  expect(screen.getByRole("link", { name: "Year Rep" }).textContent).toBe("Year Rep");
});

test("the time of a comment is read aloud in words", () => {
  show(<CommentItem postId="post" comment={comment("Hello")} />);
  expect(screen.getByText("19m").getAttribute("aria-hidden")).toBe("true");
  expect(screen.getByText("19 minutes ago").closest("time")).toBe(screen.getByText("19m").closest("time"));
});

test("only comments clean up the author's name; initials and other screens do not", () => {
  show(
    <>
      <CommentItem postId="post" comment={comment("Hello")} />
      <PersonRow person={{ ...rep, collegeName: "MITS", isInCircle: false }} isMe />
    </>,
  );
  expect(screen.getByRole("link", { name: "Year Rep" })).toBeTruthy();
  expect(screen.getByRole("link", { name: /3rd year Rep/ })).toBeTruthy();
  expect(screen.getAllByText("3R")).toHaveLength(2);
});

test("an own comment that moderators removed says why, and leads to the appeal", () => {
  const withheld = { reason: "It insults someone.", decisionId: "decision", at: "2026-11-20T12:00:00.000Z" };
  show(<CommentItem postId="post" comment={{ ...comment("You are stupid"), withheld }} isMine />);
  expect(screen.getByText(/^Removed by moderators: It insults someone\./)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Appeal" }).getAttribute("href")).toBe("/settings/decisions");
});

test("one that is held for review says so in one line", () => {
  const withheld = { reason: "", decisionId: null, at: "2026-11-20T12:00:00.000Z" };
  show(<CommentItem postId="post" comment={{ ...comment("See this link"), withheld }} isMine />);
  expect(screen.getByText("Held for review by moderators")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Appeal" })).toBeNull();
});
