/** @jest-environment jsdom */
import { screen } from "@testing-library/react";
import { PersonRow } from "@/components/circles/person-row";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { show } from "@/tests/browser-api";

const rep = { _id: "rep", name: "3rd year Rep", avatar: "", username: "rep" };

test("only comments clean up the author's name; initials and other screens do not", () => {
  show(
    <>
      <CommentItem
        comment={{ _id: "c", userId: rep, content: "Hello", createdAt: "2026-01-01T00:00:00.000Z" }}
      />
      <PersonRow person={{ ...rep, collegeName: "MITS", isInCircle: false }} isMe />
    </>,
  );
  expect(screen.getByRole("link", { name: "Year Rep" })).toBeTruthy();
  expect(screen.getByRole("link", { name: /3rd year Rep/ })).toBeTruthy();
  expect(screen.getAllByText("3R")).toHaveLength(2);
});
