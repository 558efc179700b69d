/** @jest-environment jsdom */
import { render } from "@testing-library/react";
import { useLinkStatus } from "next/link";
import { PendingMark } from "@/components/shell/nav-links";

jest.mock("next/link", () => ({ __esModule: true, default: "a", useLinkStatus: jest.fn() }));

test.each([true, false])("a link is marked while its page is on the way: %s", (pending) => {
  jest.mocked(useLinkStatus).mockReturnValue({ pending });
  const { container } = render(<PendingMark />);
  expect(container.querySelector("[data-pending]") !== null).toBe(pending);
});
